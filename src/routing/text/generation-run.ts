/**
 * One generation under way: asks its routes, carries the text from provider to client, and has the generation
 * settled before the client sees the end.
 *
 * Invariants
 *  1. A provider is asked only if the generation is on disk with its reserve, and with this route.
 *  2. Nothing is sent before the first token. Until then an error costs nothing and is told as an answer.
 *  3. The piece that says how the text ended, and all behind it, go out after the settling commit. If that
 *     does not come in time the client is told so, and the settlement is brought until it is taken.
 *  4. Each run reports exactly one end.
 */
import type {
  GenerationMessage,
  GenerationReply,
  GenerationState,
} from '../../actors/generations/generation-messages.js';
import type { Outcome } from '../../actors/runtime/behavior.js';
import type { TextEnd } from '../../machines/generation-context.js';
import type { GenerationEvent } from '../../machines/generation-events.js';
import type { TextCalls } from '../../providers/calls/text-calls.js';
import {
  ProviderSaidError,
  type TextBody,
  type TextFailure,
  type TextPiece,
} from '../../providers/text-provider.js';
import type { CancelTimer, World } from '../../time/world.js';
import { PieceQueue } from './piece-queue.js';
import {
  chunkEvent,
  DONE,
  errorEvent,
  finishReasonOf,
  KEEP_ALIVE,
  printedUsage,
  usageEvent,
  wholeAnswer,
} from './text-pieces.js';
import { TokenCount } from './token-count.js';

const KEEP_ALIVE_MS = 15_000;
const UNSETTLED =
  'The text is whole, and whether it was charged is not known yet; GET /v1/generations tells, or GET /v1/activity.';

export interface TextTimes {
  readonly firstTokenMaxMs: number;
  readonly tokenPauseMaxMs: number;
  readonly abandonedStreamMaxMs: number;
}

export interface GenerationRunOptions {
  readonly world: World;
  readonly calls: TextCalls;
  readonly times: TextTimes;
  /** Asks the generation, once. */
  readonly ask: (message: GenerationMessage) => Promise<Outcome<GenerationReply>>;
  /** Brings the generation its end until it has taken it. */
  readonly deliver: (message: GenerationMessage) => void;
  /** Whether another text may be read on whose client has gone. */
  readonly mayAbandon: () => boolean;
  /** It has told its end. */
  readonly onOver: () => void;
}

export interface RunRequest {
  readonly generation: GenerationState;
  /** Those of its routes, in their order. */
  readonly bodies: readonly TextBody[];
  readonly wantsUsage: boolean;
}

export type Begun =
  | { readonly kind: 'stream'; readonly chunks: AsyncIterable<Uint8Array> }
  | { readonly kind: 'whole'; readonly body: string }
  | { readonly kind: 'failed'; readonly failure: TextFailure; readonly askAgainAfterMs: number | undefined }
  /** The end could not be stored yet. */
  | { readonly kind: 'unsettled' };

type Report = Extract<GenerationMessage, { readonly type: 'report' }>['event'];

export class GenerationRun {
  readonly #options: GenerationRunOptions;
  readonly #request: RunRequest;
  readonly #queue: PieceQueue;
  readonly #beganAt: number;
  readonly #upstream = new AbortController();
  #count: TokenCount;
  #firstTokenAt: number | undefined;
  #finishReason: string | undefined;
  #reportedUsage: unknown;
  #isGone = false;
  #isClosed = false;
  #limit: CancelTimer | undefined;
  #abandonment: CancelTimer | undefined;

  constructor(options: GenerationRunOptions, request: RunRequest) {
    this.#options = options;
    this.#request = request;
    this.#beganAt = options.world.steadyMs();
    this.#count = new TokenCount(0);
    this.#queue = new PieceQueue({
      world: options.world,
      keepAliveMs: KEEP_ALIVE_MS,
      keepAlive: KEEP_ALIVE,
      onLeft: () => this.leave(),
    });
  }

  /** The client has gone. What is still to come is read on for a while, for its usage. */
  leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    const { world, times, mayAbandon } = this.#options;
    const giveUp = () => this.#upstream.abort(new Error('the client has gone'));
    if (mayAbandon()) this.#abandonment = world.after(times.abandonedStreamMaxMs, giveUp);
    else giveUp();
  }

  /** The node stops: nothing is reported any more. */
  close(): void {
    this.#isClosed = true;
    this.#upstream.abort(new Error('the node stops'));
  }

  get isAbandoned(): boolean {
    return this.#isGone;
  }

  /** Resolves at the first token of a stream, at the end of any other text, or if there is none. */
  async begin(): Promise<Begun> {
    this.#limitTo(this.#options.times.firstTokenMaxMs, 'no token came in time');
    const answer = await this.#askRoutes();
    if ('kind' in answer) return answer;
    const pieces = answer[Symbol.asyncIterator]();
    return this.#request.generation.isStreamed ? this.#stream(pieces) : this.#whole(pieces);
  }

  /** The pieces of the first route that takes it, or the failure. */
  async #askRoutes(): Promise<AsyncIterable<TextPiece> | Extract<Begun, { readonly kind: 'failed' }>> {
    const { calls } = this.#options;
    const { bodies, generation } = this.#request;
    let { route } = generation.machine.context;
    for (const body of bodies) {
      this.#count = new TokenCount(Buffer.byteLength(JSON.stringify(body), 'utf8'));
      const request = { generationId: generation.id, body, isStreamed: generation.isStreamed };
      let answer: Awaited<ReturnType<TextCalls['ask']>>;
      try {
        answer = await calls.ask(route, request, this.#upstream.signal);
      } catch (error) {
        return this.#refused(this.#failureOf(error));
      }
      if (answer.outcome === 'begun') return answer.pieces;
      if (answer.outcome === 'rejected') return this.#refused(answer.failure);
      const failure: TextFailure = { code: 'provider_unavailable', message: answer.message };
      const told = await this.#options.ask({ type: 'report', event: { type: 'NOT_TAKEN', failure } });
      const next = told.ok && told.reply.outcome === 'generation' ? told.reply.generation : undefined;
      if (next === undefined) return this.#refused(failure, answer.askAgainAfterMs);
      if (next.status !== 'open') return this.#failed(failure, answer.askAgainAfterMs);
      route = next.machine.context.route;
    }
    throw new Error('a generation had more routes than bodies');
  }

  /** Before the first token. */
  async #refused(failure: TextFailure, askAgainAfterMs?: number) {
    const event: Report = this.#isGone
      ? { type: 'ABANDONED', end: this.#end() }
      : { type: 'REFUSED', failure };
    await this.#settle(event);
    return this.#failed(failure, askAgainAfterMs);
  }

  #failed(failure: TextFailure, askAgainAfterMs?: number): Extract<Begun, { readonly kind: 'failed' }> {
    this.#over();
    return { kind: 'failed', failure, askAgainAfterMs };
  }

  async #whole(pieces: AsyncIterator<TextPiece>): Promise<Begun> {
    let whole: TextPiece | undefined;
    try {
      for (let next = await this.#next(pieces); next.done !== true; next = await this.#next(pieces)) {
        whole ??= next.value;
        this.#take(next.value);
      }
      if (whole === undefined) throw new Error('an answer without text');
    } catch (error) {
      return this.#refused(this.#failureOf(error));
    }
    const isSettled = await this.#settle({ type: 'ENDED', end: this.#end() });
    this.#over();
    if (!isSettled) return { kind: 'unsettled' };
    return { kind: 'whole', body: wholeAnswer(this.#request.generation, whole, this.#usage()) };
  }

  async #stream(pieces: AsyncIterator<TextPiece>): Promise<Begun> {
    const before: TextPiece[] = [];
    try {
      while (!this.#count.hasText) {
        const next = await this.#next(pieces);
        if (next.done === true) break;
        before.push(next.value);
        this.#take(next.value);
      }
    } catch (error) {
      return this.#refused(this.#failureOf(error));
    }
    this.#pump(before, pieces).catch((error: unknown) => this.#queue.fail(error));
    return { kind: 'stream', chunks: this.#queue };
  }

  /** Carries the rest of the text, and ends the stream. */
  async #pump(before: readonly TextPiece[], pieces: AsyncIterator<TextPiece>): Promise<void> {
    const held: Uint8Array[] = [];
    const send = (piece: TextPiece) => {
      const event = chunkEvent(this.#request.generation, piece);
      if (event === undefined) return undefined;
      if (this.#finishReason === undefined) return this.#queue.push(event);
      held.push(event);
      return undefined;
    };
    let failure: TextFailure | undefined;
    try {
      for (const piece of before) await send(piece);
      for (;;) {
        this.#limitTo(this.#options.times.tokenPauseMaxMs, 'no further token came in time');
        const next = await this.#next(pieces);
        if (next.done === true) break;
        this.#take(next.value);
        // A client that reads slowly is no fault of the provider's.
        const room = send(next.value);
        if (room === undefined) continue;
        this.#limit?.();
        await room;
      }
    } catch (error) {
      failure = this.#failureOf(error);
    }
    await this.#endStream(failure, held);
  }

  async #endStream(failure: TextFailure | undefined, held: readonly Uint8Array[]): Promise<void> {
    const { generation, wantsUsage } = this.#request;
    const end = this.#end();
    const broken: Report | undefined =
      failure === undefined
        ? undefined
        : this.#isGone
          ? { type: 'ABANDONED', end }
          : { type: 'BROKEN_OFF', end, failure };
    const isSettled = await this.#settle(broken ?? { type: 'ENDED', end });
    this.#over();
    if (failure !== undefined) this.#queue.push(errorEvent(failure.code, failure.message, generation.id));
    else if (!isSettled) this.#queue.push(errorEvent('outcome_unknown', UNSETTLED, generation.id));
    else {
      for (const event of held) this.#queue.push(event);
      if (wantsUsage) this.#queue.push(usageEvent(generation, this.#usage()));
      this.#queue.push(DONE);
    }
    this.#queue.end();
  }

  #take(piece: TextPiece): void {
    this.#count.add(piece);
    if (this.#count.hasText) this.#firstTokenAt ??= this.#options.world.steadyMs();
    this.#finishReason ??= finishReasonOf(piece);
    if (piece.usage !== undefined) this.#reportedUsage = piece.body.usage;
  }

  #usage(): TextPiece['body'] {
    return printedUsage(this.#count.usage(), this.#reportedUsage);
  }

  #end(): TextEnd {
    const now = this.#options.world.steadyMs();
    return {
      finishReason: this.#finishReason ?? null,
      ...this.#count.usage(),
      isEstimated: this.#count.isEstimated,
      latencyMs: now - this.#beganAt,
      firstTokenMs: this.#firstTokenAt === undefined ? null : this.#firstTokenAt - this.#beganAt,
    };
  }

  /** Resolves with whether the end is on disk. */
  async #settle(event: GenerationEvent & Report): Promise<boolean> {
    if (this.#isClosed) return false;
    const message = { type: 'report', event } as const;
    const { ok } = await this.#options.ask(message);
    if (!ok) this.#options.deliver(message);
    return ok;
  }

  #failureOf(error: unknown): TextFailure {
    const { reason } = this.#upstream.signal;
    if (this.#upstream.signal.aborted && reason instanceof Error)
      return { code: 'provider_timeout', message: `The provider took too long: ${reason.message}.` };
    const said = error instanceof ProviderSaidError ? error.message : undefined;
    const message = said ?? 'The provider broke off, or answered what makes no sense.';
    return { code: 'provider_error', message };
  }

  /** The next piece, or the reason for which nobody waits for it any more, whether the adapter heeds that or not. */
  #next(pieces: AsyncIterator<TextPiece>): Promise<IteratorResult<TextPiece>> {
    const { signal } = this.#upstream;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        reject(signal.reason);
        pieces.return?.().catch(() => undefined);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      pieces
        .next()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  /** From now on, instead of the limit before. */
  #limitTo(ms: number, why: string): void {
    this.#limit?.();
    this.#limit = this.#options.world.after(ms, () => this.#upstream.abort(new Error(why)));
  }

  #over(): void {
    this.#limit?.();
    this.#abandonment?.();
    this.#options.onOver();
  }
}
