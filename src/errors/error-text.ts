/** The text of something that was thrown: anything can be, and as a rule it is an `Error`. */

/** The message of what was thrown, without its name and its stack. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** `ENOENT` and the like, if Node refused something; undefined if it has no code. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
}

/** Itself if it is an `Error`, else an `Error` with its text. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
