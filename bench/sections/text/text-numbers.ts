/** A text of the stand-in. */
export const TOKENS = 200;
export const TOKEN_EVERY_MS = 20;
