/**
 * How an error stands in the log: its kind, message, stack, code and causes, and no more.
 *
 * An error can carry what was being handled when it was thrown. So nothing else of it is logged; of a
 * `SyntaxError`, in whose message V8 quotes the text that it met, only the place; and whatever looks like a
 * key of ours is struck out.
 */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** Frames alone. */
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const CAUSES_MAX = 5;
const MESSAGE_CHARACTERS_MAX = 1_000;
/** As credentials.ts makes them. */
const KEY = /\b[sm]k-tg[0-9A-Za-z]{6,}/g;

export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'what was thrown is no error' };
  const { name, message, stack = '', cause } = error;
  const { code } = error as { readonly code?: unknown };
  const frames = stack
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n');
  return {
    type: name,
    message: error instanceof SyntaxError ? withoutQuotes(message) : fitForLog(message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(frames === '' ? {} : { stack: frames }),
    ...(cause === undefined || depth === CAUSES_MAX ? {} : { cause: loggedError(cause, depth + 1) }),
  };
}

function withoutQuotes(message: string): string {
  const [place = ''] = /at position \d+/.exec(message) ?? [];
  return `a text that was to be parsed is not well-formed ${place}`.trimEnd();
}

function fitForLog(text: string): string {
  return text.replace(KEY, '[key]').slice(0, MESSAGE_CHARACTERS_MAX);
}
