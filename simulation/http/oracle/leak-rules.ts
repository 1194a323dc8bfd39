/** No answer may show these: secrets, the program's inside, and what belongs to another account. */
import type { HttpAnswer } from '../wire/answer-reader.js';

export interface Secrets {
  /** Texts that stand in no answer: keys, folders of the machine. */
  readonly everywhere: readonly string[];
  /** Ids of the tenant's account, and of the one that all other keys belong to. */
  readonly ofTenant: readonly string[];
  readonly ofOthers: readonly string[];
}

/** Whose key a request carried, as far as it decides what an answer may show. */
export type Reader = 'tenant' | 'other' | 'operator' | 'nobody';

const INSIDE = /node_modules|\/dist\/|\.[jt]s:\d+|\n {4}at |\bError: |\[object |\bundefined\b|\bNaN\b/;
const KEY_OF_OURS = /\b[sm]k-tg[0-9A-Za-z]{20,}/;
/** Its letters may come percent-encoded. */
const ROTATION = /POST [^ ]*\/api\/keys\/[^/ ]+\/rotate/;
/** The characters that a JSON text escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f]/;

/** @param sent the request as sent: what a client named itself may be named to it */
export function leakIn(
  answer: HttpAnswer,
  reader: Reader,
  sent: string,
  secrets: Secrets,
): string | undefined {
  const type = answer.fields.find(([name]) => name === 'content-type')?.[1] ?? '';
  const head = answer.fields.map(([name, value]) => `${name}: ${value}`).join('\n');
  const isText = answer.isBare || type === '' || /^(?:text\/plain|application\/json)/.test(type);
  const text = isText ? `${head}\n${answer.body}` : head;
  const secret = secrets.everywhere.find((each) => text.includes(each));
  if (secret !== undefined) return `the secret ${secret.slice(0, 6)}…`;
  if (CONTROL.test(text)) return 'a control character';
  const isDocument = answer.status === 200 && answer.body.length > 20_000;
  if (!isDocument && answer.status >= 400) {
    const inside = INSIDE.exec(text.replace(/"param":"(?:[^"\\]|\\.)*"/, ''));
    if (inside !== null && !sent.includes(inside[0])) return `something of the inside: ${inside[0]}`;
  }
  const makesKey = answer.status === 201 || (answer.status === 200 && ROTATION.test(decoded(sent)));
  if (!makesKey && KEY_OF_OURS.test(text)) return 'a key';
  const hidden = reader === 'tenant' ? secrets.ofOthers : reader === 'operator' ? [] : secrets.ofTenant;
  const id = hidden.find((each) => text.includes(each) && !sent.includes(each));
  return id === undefined ? undefined : `the id ${id} of another account`;
}

/** As a router reads a path. */
function decoded(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
