/** The progress of one text: its tokens so far, how it ended, and when. */
import type { TextReport } from '../../actors/generations/generation-messages.js';
import type { TextBody, TextPiece } from '../../providers/text-provider.js';
import type { World } from '../../time/world.js';
import { finishReasonOf, printedUsage } from './text-pieces.js';
import { TokenCount } from './token-count.js';

type TextEnd = Extract<TextReport, { readonly type: 'ENDED' }>['end'];

export class TextProgress {
  readonly #world: World;
  readonly #beganAt: number;
  #count = new TokenCount(0);
  #firstTokenAt: number | undefined;
  #finishReason: string | undefined;
  #reportedUsage: unknown;

  constructor(world: World) {
    this.#world = world;
    this.#beganAt = world.steadyMs();
  }

  /** A provider is about to be sent this. */
  ask(body: TextBody): void {
    this.#count = new TokenCount(Buffer.byteLength(JSON.stringify(body), 'utf8'));
  }

  take(piece: TextPiece): void {
    this.#count.add(piece);
    if (this.#count.hasText) this.#firstTokenAt ??= this.#world.steadyMs();
    this.#finishReason ??= finishReasonOf(piece);
    if (piece.usage !== undefined) this.#reportedUsage = piece.body.usage;
  }

  /** True once a token has come. */
  get hasText(): boolean {
    return this.#count.hasText;
  }

  /** True once a piece has said how the text ended. */
  get isFinished(): boolean {
    return this.#finishReason !== undefined;
  }

  /** As a client is told it. */
  usage(): TextPiece['body'] {
    return printedUsage(this.#count.usage(), this.#reportedUsage);
  }

  /** The end, if it is now. */
  end(): TextEnd {
    return {
      finishReason: this.#finishReason ?? null,
      ...this.#count.usage(),
      isEstimated: this.#count.isEstimated,
      latencyMs: this.#world.steadyMs() - this.#beganAt,
      firstTokenMs: this.#firstTokenAt === undefined ? null : this.#firstTokenAt - this.#beganAt,
    };
  }
}
