/** Defects of the reading of results, of cells in files for spreadsheets, and of the judge of addresses. */
import type { Mutant } from '../mutant.js';

const EXAMINE = 'src/results/reading/examine-result.ts';
const READER = 'src/results/reading/result-reader.ts';

export const READING_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'last-piece-may-be-too-much',
    breaks: 'A result of unknown size is taken if it goes beyond the largest with its last piece.',
    edits: [
      {
        file: EXAMINE,
        find: 'if (draft.bytes + chunk.length > bytesMax) throw tooBig();',
        replace: 'if (draft.bytes > bytesMax) throw tooBig();',
      },
    ],
    model: 'part',
    caughtBy: ['reading-ends', 'reading-told'],
  },
  {
    name: 'bytes-that-came-give-no-time',
    breaks: 'A large result that comes steadily is given up after a minute.',
    edits: [
      {
        file: EXAMINE,
        find: '(cameBytes / BYTES_PER_SECOND_MIN) * 1_000',
        replace: 'cameBytes / BYTES_PER_SECOND_MIN',
      },
    ],
    model: 'part',
    caughtBy: ['reading-told', 'reading-ends'],
  },
  {
    name: 'result-that-lacks-its-end-is-read',
    breaks: 'A result that ended before its size is read as if it were whole.',
    edits: [
      {
        file: EXAMINE,
        find: 'file.size !== undefined && draft.bytes !== file.size',
        replace: 'file.size !== undefined && draft.bytes > file.size',
      },
    ],
    model: 'part',
    caughtBy: ['reading-told', 'reading-ends'],
  },
  {
    name: 'tries-that-failed-are-hopeless-ones',
    breaks: 'A result is given up sooner if its provider was not there before.',
    edits: [
      {
        file: READER,
        find: 'reading.hopelessTries >= HOPELESS_TRIES_MAX',
        replace: 'reading.tries >= HOPELESS_TRIES_MAX',
      },
    ],
    model: 'part',
    caughtBy: ['reading-last', 'reading-metrics'],
  },
  {
    name: 'stopped-reading-keeps-its-place-in-line',
    breaks: 'A job that waits for its reading and is stopped is read all the same.',
    edits: [
      {
        file: READER,
        find: '    this.#lanes.get(reading.ticket.provider)?.waiting.delete(reading);\n',
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['reading-begins'],
  },
  {
    name: 'quoted-formula-stands-in-a-file',
    breaks: 'A text that begins like a formula, and has a comma, stands in a file as it is.',
    edits: [
      {
        file: 'src/http/pages/dashboard/view/csv.ts',
        find: 'const harmless = /^[=+\\-@\\t\\r]/.test(text)',
        replace: 'const harmless = /^[=+\\-@\\t\\r][^,]*$/.test(text)',
      },
    ],
    model: 'part',
    caughtBy: ['cells-read'],
  },
  {
    name: 'private-addresses-in-part',
    breaks: 'A URL of somebody else may lead to most addresses of 172.16.0.0/12.',
    edits: [{ file: 'src/outward/public-address.ts', find: "'172.16.0.0/12'", replace: "'172.16.0.0/16'" }],
    model: 'part',
    caughtBy: ['public-address-judged'],
  },
  {
    name: 'time-at-a-bound-is-beyond-it',
    breaks: 'A time that is exactly the bound of a bucket is counted in the next one.',
    edits: [
      {
        file: 'src/metrics/histogram.ts',
        find: 'ms > (bounds[at] as number)',
        replace: 'ms >= (bounds[at] as number)',
      },
    ],
    model: 'part',
    caughtBy: ['histogram-numbers'],
  },
];
