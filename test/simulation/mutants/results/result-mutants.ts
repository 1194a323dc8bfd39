/** Defects of results: their links, their parts, and the fields that go with them. */
import type { Mutant } from '../mutant.js';

const LINKS = 'src/results/links/result-links.ts';

export const RESULT_MUTANTS: readonly Mutant[] = [
  {
    name: 'proof-of-a-link-compared-in-part',
    breaks: 'A link whose proof is right in its first half opens a result.',
    edits: [
      {
        file: LINKS,
        find: "return seal.fits('result', jobId, Buffer.from(token, 'base64url')) ? jobId : undefined;",
        replace:
          "return seal.fits('result', jobId, Buffer.from(token, 'base64url').subarray(0, 12)) ? jobId : undefined;",
      },
    ],
    caughtBy: ['result-links'],
  },
  {
    name: 'link-of-one-job-opens-all',
    breaks: 'The proof of a link is made of the beginning of the job’s id alone.',
    edits: [
      {
        file: LINKS,
        find: "seal.of('result', jobId, SEAL",
        replace: "seal.of('result', jobId.slice(0, 12), SEAL",
      },
      {
        file: LINKS,
        find: "seal.fits('result', jobId, B",
        replace: "seal.fits('result', jobId.slice(0, 12), B",
      },
    ],
    caughtBy: ['result-links'],
  },
  {
    name: 'end-of-a-simulated-link-not-compared',
    breaks: 'The last bytes of the link to a simulated result are not looked at.',
    edits: [
      {
        file: 'src/providers/adapters/simulated/result-link.ts',
        find: "if (!seal.fits('result', facts, bytes.subarray(FACTS_BYTES))) return",
        replace: "if (!seal.fits('result', facts, bytes.subarray(FACTS_BYTES, -1))) return",
      },
    ],
    caughtBy: ['result-links'],
  },
  {
    name: 'if-range-passed-over',
    breaks: 'A part is sent to a client that wanted it only if the result is as before.',
    edits: [
      {
        file: 'src/http/request/request-head.ts',
        find: "return this.hasIfRange ? '' : this.range;",
        replace: 'return this.range;',
      },
    ],
    caughtBy: ['ranges'],
  },
  {
    name: 'head-of-a-link-has-the-result',
    breaks: 'A HEAD of a link is answered as a GET, with the bytes.',
    edits: [
      {
        file: 'src/http/pages/page-request.ts',
        find: '{ size, chunks, onFault }, this.#answerOptions());',
        replace: '{ size, chunks, onFault }, { ...this.#answerOptions(), isHead: false });',
      },
    ],
    caughtBy: ['result-links'],
  },
  {
    name: 'result-in-vain-tried-once-more',
    breaks: 'A result that no waiting mends is tried four times.',
    edits: [
      {
        file: 'src/results/reading/result-reader.ts',
        find: 'reading.hopelessTries >= HOPELESS_TRIES_MAX',
        replace: 'reading.hopelessTries > HOPELESS_TRIES_MAX',
      },
    ],
    caughtBy: ['result-tries'],
  },
  {
    name: 'clip-goes-before-its-word',
    breaks: 'A clip that makes room is removed before the folder says so.',
    edits: [
      {
        file: 'src/results/store/clip-files.ts',
        find: '  await files.makeEmpty(join(folder, evictedName(owner)));\n  await files.syncNames(folder);\n  await files.remove(join(folder, clipName(owner)));\n',
        replace:
          '  await files.remove(join(folder, clipName(owner)));\n  await files.makeEmpty(join(folder, evictedName(owner)));\n  await files.syncNames(folder);\n',
      },
    ],
    caughtBy: ['evictions'],
  },
];
