/**
 * The shape of a service's names of models. A name may stand in the path of a call, with the key of the
 * provider beside it: no part of it can lead elsewhere.
 */

export interface ModelNames {
  readonly pattern: RegExp;
  /** Ends the sentence "It must be". */
  readonly why: string;
}

/** A letter, a digit, _ or @ comes first: `..` is no part. */
const PART = '[A-Za-z0-9_@][A-Za-z0-9_.~@+:-]*';
const OF = 'of letters, digits and _.~@+:-';

/** `veo-3.0-generate-001` */
export const ONE_PART: ModelNames = { pattern: RegExp(`^${PART}$`), why: `one word ${OF}` };

/** `sora-2`, `google/veo-3-fast` */
export const ANY_PARTS: ModelNames = {
  pattern: RegExp(`^${PART}(?:/${PART})*$`),
  why: `words ${OF}, with a / between two`,
};

/** `fal-ai/veo3/fast` */
export const SOME_PARTS: ModelNames = {
  pattern: RegExp(`^${PART}(?:/${PART})+$`),
  why: `two or more words ${OF}, with a / between two`,
};
