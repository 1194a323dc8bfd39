/** Defects of what goes out to services and comes from them: keys in their words, addresses, results. */
import type { Mutant } from '../mutant.js';

const SECRETS = 'src/outward/secrets.ts';

export const OUTWARD_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'half-of-a-key-told',
    breaks: 'A service whose key has two parts repeats one of them, and it is told on.',
    edits: [{ file: SECRETS, find: "key.split(':')", replace: "key.split('|')" }],
    model: 'part',
    caughtBy: ['secrets-removed'],
  },
  {
    name: 'key-behind-two-bytes-of-base64-told',
    breaks: 'A key that stands behind two bytes of a longer text in Base64 is told on.',
    edits: [{ file: SECRETS, find: '[0, 1, 2].map(', replace: '[0, 1].map(' }],
    model: 'part',
    caughtBy: ['secrets-removed'],
  },
  {
    name: 'sound-saved-as-octets',
    breaks: 'A result that is sound alone is no audio to a browser.',
    edits: [{ file: 'src/http/response/content-answer.ts', find: '(?:video|audio)', replace: '(?:video)' }],
    model: 'part',
    caughtBy: ['content-type', 'content-fields'],
  },
  {
    name: 'local-name-with-its-root',
    breaks: 'A name of this machine that ends in a dot may be called.',
    edits: [
      {
        file: 'src/outward/public-address.ts',
        find: '(localhost|local|internal)\\.?$',
        replace: '(localhost|local|internal)$',
      },
    ],
    model: 'part',
    caughtBy: ['public-address-may-be'],
  },
];
