/**
 * Chunks of a stream that are one before them but for their content, as nearly all are: they are read without
 * being parsed.
 *
 * Invariants
 *  1. A piece that is found has the body that parsing its data would give.
 *  2. A chunk is learnt only if another content, put in its place in the data, is in what that parses to. So
 *     the place lies between the quotes of a text; a text without escapes leaves all around it as it is.
 */
import { RepeatedPiece } from '../../repeated-piece.js';
import type { TextPiece } from '../../text-provider.js';
import { listAt, objectAt, valueAt } from '../remote/answer-parts.js';

/** Chunks that are learnt for nothing. */
const VAIN_MAX = 4;
/** A text that stands in JSON as it is. Half a character of two does not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them.
const PLAIN = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/;

export class RepeatedChunks {
  #first: TextPiece | undefined;
  /** The data of the first around its content. */
  #before = '';
  #behind = '';
  #isRepeated = false;
  #vain = 0;

  /** Undefined if the chunk is to be parsed. */
  find(data: string): TextPiece | undefined {
    const first = this.#first;
    const [from, to] = [this.#before.length, data.length - this.#behind.length];
    if (first === undefined || to < from) return undefined;
    // `startsWith` and `endsWith` take five times as long.
    if (data.slice(0, from) !== this.#before || data.slice(to) !== this.#behind) return undefined;
    const content = data.slice(from, to);
    if (!PLAIN.test(content)) return undefined;
    this.#isRepeated = true;
    return new RepeatedPiece(first, content);
  }

  /** The chunk was parsed to this piece: those behind it may be like it. */
  learn(data: string, piece: TextPiece): void {
    const content = onlyTextIn(piece);
    if (content === undefined || this.#vain >= VAIN_MAX) return;
    const at = data.indexOf(`"${content}"`) + 1;
    if (at === 0) return;
    if (!this.#isRepeated) this.#vain += 1;
    const [before, behind] = [data.slice(0, at), data.slice(at + content.length)];
    if (onlyTextIn({ body: JSON.parse(`${before}${content}+${behind}`) }) !== `${content}+`) return;
    this.#first = piece;
    this.#before = before;
    this.#behind = behind;
    this.#isRepeated = false;
  }
}

/** The content of a chunk with nothing else in it that counts; undefined for any other. */
function onlyTextIn({ body, usage }: TextPiece): string | undefined {
  const [choice, ...others] = listAt(body, 'choices') ?? [];
  const delta = objectAt(choice, 'delta');
  const content = valueAt(delta, ['content']);
  if (usage !== undefined || others.length > 0 || delta === undefined || typeof content !== 'string')
    return undefined;
  const isAlone = Object.entries(delta).every(
    ([name, value]) => name === 'content' || name === 'role' || value === null,
  );
  const isOpen = typeof valueAt(choice, ['finish_reason']) !== 'string';
  return isAlone && isOpen && PLAIN.test(content) ? content : undefined;
}
