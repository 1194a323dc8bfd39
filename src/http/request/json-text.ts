/**
 * Reads JSON as a gateway must: a text that two readers may take for different things is refused.
 *
 * `JSON.parse` decides what is JSON and makes the value; keys such as `__proto__` become own properties and
 * touch no prototype. Flaws that it lets through are looked for in the text, which by then is known to be
 * JSON: a key twice in one object (spelled alike or not), and nesting that a recursive reader would not
 * survive.
 */

/** Objects and arrays within one another. */
export const NESTING_MAX = 64;

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: string };

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a whole body. A byte order mark at its beginning is passed over (RFC 8259, 8.1). */
export function readJson(bytes: Uint8Array): JsonReading {
  const text = decodeUtf8(bytes);
  if (text === undefined) return refused('The body is not UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(bytes.length === 0 ? 'The body is empty' : 'The body is not JSON');
  }
  const flaw = flawOf(text);
  return flaw === undefined ? { ok: true, value } : refused(flaw);
}

/** The text; undefined if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

function refused(why: string): JsonReading {
  return { ok: false, why };
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The flaw of a text that is JSON; undefined if it has none. */
function flawOf(text: string): string | undefined {
  /** The containers that are open; of an object its keys so far, of an array nothing. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        const keys = open.at(-1);
        if (keys !== undefined && isFollowedByColon(text, end)) {
          const key = unquoted(text.slice(at, end));
          if (keys.has(key)) return 'The body has a key twice in one object';
          keys.add(key);
        }
        at = end - 1;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        open.push(text.charCodeAt(at) === OPEN_OBJECT ? new Set() : undefined);
        if (open.length > NESTING_MAX) return `The body nests deeper than ${NESTING_MAX} levels`;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        open.pop();
        break;
    }
  }
  return undefined;
}

/** The index after the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** In JSON a string before a colon is a key; white space may stand between. */
function isFollowedByColon(text: string, at: number): boolean {
  let next = at;
  while (text.charCodeAt(next) <= 0x20) next += 1;
  return text.charCodeAt(next) === COLON;
}

function unquoted(string: string): string {
  return string.includes('\\') ? (JSON.parse(string) as string) : string.slice(1, -1);
}
