/** The progress of one text: its tokens so far, how it ended, and when. */
import type { TextReport } from '../../actors/generations/generation-messages.js';
import type { TextFailure, TextPiece } from '../../providers/text-provider.js';
import type { World } from '../../time/world.js';
import { finishReasonOf, printedUsage } from './text-pieces.js';
import { TokenCount } from './token-count.js';

/** For each token that was asked for, so many deltas are too many. */
const DELTAS_MAX = 64;

type TextEnd = Extract<TextReport, { readonly type: 'ENDED' }>['end'];

export class TextProgress {
  readonly #world: World;
  readonly #beganAt: number;
  readonly #deltasMax: number;
  #count = new TokenCount(0);
  #firstTokenAt: number | undefined;
  #finishReason: string | undefined;
  #reportedUsage: unknown;

  /** @param outputTokensMax as the provider is asked for */
  constructor(world: World, outputTokensMax: number) {
    this.#world = world;
    this.#deltasMax = DELTAS_MAX * (outputTokensMax + DELTAS_MAX);
    this.#beganAt = world.steadyMs();
  }

  /** A provider is about to be sent a body of so many bytes. */
  ask(bytes: number): void {
    this.#count = new TokenCount(bytes);
  }

  /** @throws if the provider writes on and on */
  take(piece: TextPiece): void {
    this.#count.add(piece);
    if (this.#count.hasText) this.#firstTokenAt ??= this.#world.steadyMs();
    if (piece.repeats === undefined) this.#finishReason ??= finishReasonOf(piece);
    if (piece.usage !== undefined) this.#reportedUsage = piece.body.usage;
    if (this.#count.deltas > this.#deltasMax) throw new Error('the provider writes on and on');
  }

  /** True once a token has come. */
  get hasText(): boolean {
    return this.#count.hasText;
  }

  /** Tokens that came, or more. */
  get deltas(): number {
    return this.#count.deltas;
  }

  /** True once a piece has said how the text ended. */
  get isFinished(): boolean {
    return this.#finishReason !== undefined;
  }

  /** As a client is told it. */
  usage(): TextPiece['body'] {
    return printedUsage(this.#count.usage(true), this.#reportedUsage);
  }

  /**
   * The report of its end, if that is now.
   *
   * @param failure of a text that is not whole
   */
  report(failure: TextFailure | undefined, isGivenUp: boolean): TextReport {
    const end = this.#end(failure === undefined);
    if (failure === undefined) return { type: 'ENDED', end };
    return isGivenUp ? { type: 'ABANDONED', end } : { type: 'BROKEN_OFF', end, failure };
  }

  #end(isWhole: boolean): TextEnd {
    return {
      finishReason: this.#finishReason ?? null,
      ...this.#count.usage(isWhole),
      latencyMs: this.#world.steadyMs() - this.#beganAt,
      firstTokenMs: this.#firstTokenAt === undefined ? null : this.#firstTokenAt - this.#beganAt,
    };
  }
}
