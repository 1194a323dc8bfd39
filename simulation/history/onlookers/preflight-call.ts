/** The question of a browser whether the script of a page may ask; the step says of which origin it is. */
export interface PreflightCall {
  readonly op: 'preflight';
  readonly path: (typeof ASKED_PATHS)[number];
  /** The method that the script wants to ask by. */
  readonly method: 'GET' | 'POST' | 'DELETE';
}

/** Of those that scripts may call if their page may, and those that none may. */
export const ASKED_PATHS = [
  '/v1/videos',
  '/v1/credits',
  '/v1/nothing',
  '/results/nothing',
  '/api/keys',
] as const;

export function describePreflight({ path, method }: PreflightCall): string {
  return `asks whether a script may send ${method} ${path}`;
}
