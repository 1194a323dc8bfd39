/** A text as far as it has come: its tokens, its end, and what they stand for. */
import type { DrawnPiece } from './drawn-runs.js';
import { finishOf, isDelta, PROMPT_TOKENS, tokensIn, usageOf } from './run-pieces.js';

export class TakenText {
  readonly pieces: DrawnPiece[] = [];
  deltas = 0;
  finishReason: string | undefined;
  firstTokenMs: number | null = null;

  get isFinished(): boolean {
    return this.finishReason !== undefined;
  }

  take(piece: DrawnPiece, now: number): void {
    this.pieces.push(piece);
    this.finishReason ??= finishOf(piece);
    if (!isDelta(piece)) return;
    this.deltas += 1;
    this.firstTokenMs ??= now;
  }

  /** Tokens behind the last report of a text that is not whole are estimated by its bytes. */
  end(isWhole: boolean, promptBytes: number, latencyMs: number) {
    const { finishReason = null, firstTokenMs } = this;
    return { finishReason, ...this.#tokens(isWhole, promptBytes), latencyMs, firstTokenMs };
  }

  /** As a client is told it, with the details of its provider. */
  usage(promptBytes: number): Readonly<Record<string, unknown>> {
    const { promptTokens, completionTokens } = this.#tokens(true, promptBytes);
    const reported = this.pieces.map(usageOf).findLast((usage) => usage !== undefined);
    return {
      ...reported,
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    };
  }

  #tokens(isWhole: boolean, promptBytes: number) {
    const at = this.pieces.findLastIndex((piece) => usageOf(piece) !== undefined);
    const since = this.pieces.slice(at + 1).reduce((sum, piece) => sum + tokensIn(piece), 0);
    const reported = this.pieces[at]?.tokens;
    const promptTokens = reported === undefined ? Math.ceil(promptBytes / 4) : PROMPT_TOKENS;
    if (reported !== undefined && (isWhole || since === 0))
      return { promptTokens, completionTokens: reported, isEstimated: false };
    return { promptTokens, completionTokens: (reported ?? 0) + since, isEstimated: true };
  }
}
