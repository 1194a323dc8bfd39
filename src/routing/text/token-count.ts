/** Tokens of a text whose provider does not say how many there were. */
import type { TextPiece, TokenUsage } from '../../providers/text-provider.js';

const BYTES_PER_TOKEN = 4;

/** The tokens of a text: those that its provider reported, or else an estimate by its bytes. */
export class TokenCount {
  readonly #promptBytes: number;
  #reported: TokenUsage | undefined;
  #deltas = 0;
  #estimated = 0;
  /** As much of it was there when the provider reported last. */
  #estimatedAtReport = 0;

  /** @param promptBytes those of the body that the provider was sent */
  constructor(promptBytes: number) {
    this.#promptBytes = promptBytes;
  }

  /** True once a token has come. */
  get hasText(): boolean {
    return this.#deltas > 0;
  }

  /** Pieces of choices with text in them: a token each, or more. */
  get deltas(): number {
    return this.#deltas;
  }

  add(piece: TextPiece): void {
    if (piece.repeats !== undefined) {
      this.#addDelta(Buffer.byteLength(piece.repeats.content));
      return;
    }
    const { body, usage } = piece;
    const { choices } = body;
    for (const choice of Array.isArray(choices) ? choices : [])
      this.#addDelta(bytesOfText(choice?.delta ?? choice?.message));
    if (usage === undefined) return;
    this.#reported = usage;
    this.#estimatedAtReport = this.#estimated;
  }

  /** A delta is a token of any kind at least: of the answer, of a call, of what was thought before. */
  #addDelta(bytes: number): void {
    if (bytes === 0) return;
    this.#deltas += 1;
    this.#estimated += Math.max(1, Math.ceil(bytes / BYTES_PER_TOKEN));
  }

  /**
   * @param isWhole whether the text has come to its end. Of one that has not, the provider reported at most
   *   what had come by then, and the rest is estimated.
   */
  usage(isWhole: boolean): TokenUsage & { readonly isEstimated: boolean } {
    const since = this.#estimated - this.#estimatedAtReport;
    if (this.#reported !== undefined && (isWhole || since === 0))
      return { ...this.#reported, isEstimated: false };
    const promptTokens = this.#reported?.promptTokens ?? Math.ceil(this.#promptBytes / BYTES_PER_TOKEN);
    const completionTokens = (this.#reported?.completionTokens ?? 0) + since;
    return { promptTokens, completionTokens, isEstimated: true };
  }
}

/** Of all texts in a delta or message, in UTF-8, but for its role. */
function bytesOfText(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value, 'utf8');
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = 0;
  for (const [name, part] of Object.entries(value)) if (!NOT_TEXT.has(name)) bytes += bytesOfText(part);
  return bytes;
}

/** Fields of a delta that no token stands for. */
const NOT_TEXT: ReadonlySet<string> = new Set(['role', 'id', 'type', 'index', 'object']);
