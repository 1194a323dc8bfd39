/** Defects of the reading of results: how long a try waits, how much it takes, and which try is next. */
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
];
