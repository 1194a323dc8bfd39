/**
 * One generation under way: asks its routes, carries the text from provider to client, and has the generation
 * settled before the client sees the end.
 *
 * Invariants
 *  1. A provider is asked only if the generation is on disk with its reserve, and with this route.
 *  2. Nothing is sent before the first token. Until then an error costs nothing and is told as an answer.
 *  3. The piece that says how the text ended, and all behind it, go out after the settling commit. If that
 *     does not come in time the client is told so, and the settlement is brought until it is taken.
 *  4. Each run reports exactly one end. A text is whole once the provider has said how it ended, whatever
 *     comes of the connection then.
 *  5. A run ends, whatever its provider sends: the time between tokens is bounded, and so is their number.
 */
import type { TextReport } from '../../actors/generations/generation-messages.js';
import type { TextCalls } from '../../providers/calls/text-calls.js';
import type { TextAnswer, TextFailure, TextPiece } from '../../providers/text-provider.js';
import { ChunkPrinter } from './chunk-printer.js';
import type { GenerationRunOptions } from './generation-run-options.js';
import { PieceQueue } from './piece-queue.js';
import type { Begun, FailedText, RunRequest } from './text-desk.js';
import { DONE, errorEvent, KEEP_ALIVE, unsettledEvent, usageEvent, wholeAnswer } from './text-pieces.js';
import { TextProgress } from './text-progress.js';
import { type Pieces, Upstream } from './upstream.js';

const KEEP_ALIVE_MS = 15_000;

export class GenerationRun {
  readonly #options: GenerationRunOptions;
  readonly #request: RunRequest;
  readonly #queue: PieceQueue;
  readonly #upstream: Upstream;
  readonly #progress: TextProgress;
  readonly #printer: ChunkPrinter;
  #isGone = false;
  #isGivenUp = false;
  #isClosed = false;
  #isOver = false;

  constructor(options: GenerationRunOptions, request: RunRequest) {
    this.#options = options;
    this.#request = request;
    this.#upstream = new Upstream(options.world);
    this.#progress = new TextProgress(options.world, request.outputTokensMax);
    this.#printer = new ChunkPrinter(request.generation);
    this.#queue = new PieceQueue({
      world: options.world,
      lengthMax: options.limits.pieceQueueLength,
      keepAliveMs: KEEP_ALIVE_MS,
      keepAlive: KEEP_ALIVE,
      onLeft: () => this.leave(),
    });
  }

  /** The client has gone. The rest of the text is read for a while, for its usage. */
  leave(): void {
    if (this.#isGone || this.#isOver) return;
    this.#isGone = true;
    // It may have gone before there was a text to read.
    this.#queue.leave();
    const { times, mayAbandon } = this.#options;
    if (mayAbandon()) this.#upstream.after(times.abandonedStreamMaxMs, () => this.giveUp());
    else this.giveUp();
  }

  /** Nobody waits for the text: it is settled by what has come of it. */
  giveUp(): void {
    if (this.#upstream.signal.aborted) return;
    this.#isGivenUp = true;
    this.#upstream.giveUp('the client has gone');
  }

  /** The node stops: nothing is reported any more. */
  close(): void {
    this.#isClosed = true;
    this.#upstream.giveUp('the node stops');
  }

  /** Resolves at the first token or the end of a stream, at the end of other texts, or if there is none. */
  async begin(): Promise<Begun> {
    const { isStreamed } = this.#request.generation;
    const { firstTokenMaxMs, wholeTextMaxMs } = this.#options.times;
    this.#upstream.limitTo(isStreamed ? firstTokenMaxMs : wholeTextMaxMs, 'no token came in time');
    const answer = await this.#askRoutes();
    if ('kind' in answer) return answer;
    const pieces = answer[Symbol.asyncIterator]();
    return isStreamed ? this.#stream(pieces) : this.#whole(pieces);
  }

  /** The pieces of the first route that takes it, or the failure. */
  async #askRoutes(): Promise<Extract<TextAnswer, { outcome: 'begun' }>['pieces'] | FailedText> {
    const { calls } = this.#options;
    const { bodies, generation } = this.#request;
    let { route } = generation.machine.context;
    for (const { body, bytes } of bodies) {
      // The text is given up, and no provider has begun it: that costs nothing.
      if (this.#isGivenUp) return this.#refused(this.#upstream.failureOf(this.#upstream.signal.reason));
      this.#progress.ask(bytes);
      const request = { generationId: generation.id, body, isStreamed: generation.isStreamed };
      let answer: Awaited<ReturnType<TextCalls['ask']>>;
      try {
        answer = await calls.ask(route, request, this.#upstream.signal);
      } catch (error) {
        return this.#brokenBefore(error);
      }
      if (answer.outcome === 'begun') return answer.pieces;
      if (answer.outcome === 'rejected') return this.#refused(answer.failure);
      const failure: TextFailure = { code: 'provider_unavailable', message: answer.message };
      // Nobody would read the text of another route.
      if (this.#isGone) return this.#refused(failure);
      const told = await this.#options.ask({ type: 'report', event: { type: 'NOT_TAKEN', failure } });
      const next = told.ok && told.reply.outcome === 'generation' ? told.reply.generation : undefined;
      if (next === undefined) return this.#refused(failure, answer.askAgainAfterMs);
      if (next.status !== 'open') return this.#failed(failure, answer.askAgainAfterMs);
      route = next.machine.context.route;
    }
    throw new Error('a generation had more routes than bodies');
  }

  /** The provider failed before the first token: that costs nothing. */
  async #refused(failure: TextFailure, askAgainAfterMs?: number) {
    await this.#settle({ type: 'REFUSED', failure });
    return this.#failed(failure, askAgainAfterMs);
  }

  async #brokenBefore(error: unknown) {
    const failure = this.#upstream.failureOf(error);
    if (!this.#isGivenUp) return this.#refused(failure);
    await this.#settle(this.#progress.report(failure, true));
    return this.#failed(failure);
  }

  #failed(failure: TextFailure, askAgainAfterMs?: number): FailedText {
    this.#over();
    return { kind: 'failed', failure, askAgainAfterMs };
  }

  async #whole(pieces: Pieces): Promise<Begun> {
    let whole: TextPiece | undefined;
    try {
      for (;;) {
        const next = await this.#upstream.next(pieces);
        if (next.done === true) break;
        whole ??= next.value[0];
        for (const piece of next.value) this.#progress.take(piece);
      }
      if (whole === undefined) throw new Error('an answer without text');
    } catch (error) {
      this.#upstream.leave(pieces);
      return this.#brokenBefore(error);
    }
    const isSettled = await this.#settle(this.#progress.report(undefined, false));
    this.#over();
    if (!isSettled) return { kind: 'unsettled' };
    return { kind: 'whole', body: wholeAnswer(this.#request.generation, whole, this.#progress.usage()) };
  }

  async #stream(pieces: Pieces): Promise<Begun> {
    const held: string[] = [];
    try {
      while (!this.#progress.hasText && !this.#progress.isFinished) {
        const next = await this.#upstream.next(pieces);
        if (next.done === true) break;
        this.#carry(next.value, held);
      }
    } catch (error) {
      this.#upstream.leave(pieces);
      if (!this.#progress.isFinished) return this.#brokenBefore(error);
    }
    this.#pump(pieces, held).catch((error: unknown) => this.#queue.fail(error));
    return { kind: 'stream', chunks: this.#queue };
  }

  /** Carries the rest of the text, and ends the stream. */
  async #pump(pieces: Pieces, held: string[]): Promise<void> {
    const { tokenPauseMaxMs } = this.#options.times;
    let failure: TextFailure | undefined;
    try {
      this.#upstream.limitPause(tokenPauseMaxMs, this.#progress.isFinished);
      while (held.length <= this.#options.limits.piecesHeld) {
        const next = await this.#upstream.next(pieces);
        if (next.done === true) break;
        const { isFinished: wasFinished, deltas } = this.#progress;
        const room = this.#carry(next.value, held);
        if (room !== undefined) await this.#upstream.uncounted(room);
        const goesOn = this.#progress.deltas > deltas || this.#progress.isFinished;
        if (goesOn && !wasFinished) this.#upstream.limitPause(tokenPauseMaxMs, this.#progress.isFinished);
      }
    } catch (error) {
      if (!this.#progress.isFinished) failure = this.#upstream.failureOf(error);
    }
    this.#upstream.leave(pieces);
    await this.#endStream(failure, held);
  }

  /**
   * Hands pieces on to the client, or holds them back.
   *
   * @returns a promise if the client has no room for more
   */
  #carry(pieces: readonly TextPiece[], held: string[]): Promise<void> | undefined {
    let room: Promise<void> | undefined;
    for (const piece of pieces) {
      this.#progress.take(piece);
      room = this.#send(piece, held) ?? room;
    }
    return room;
  }

  #send(piece: TextPiece, held: string[]): Promise<void> | undefined {
    const event = this.#printer.print(piece);
    if (event === undefined) return undefined;
    if (!this.#progress.isFinished) return this.#queue.push(event);
    held.push(event);
    return undefined;
  }

  async #endStream(failure: TextFailure | undefined, held: readonly string[]): Promise<void> {
    const { generation, wantsUsage } = this.#request;
    const isSettled = await this.#settle(this.#progress.report(failure, this.#isGivenUp));
    this.#over();
    if (failure !== undefined) this.#queue.push(errorEvent(failure.code, failure.message, generation.id));
    else if (!isSettled) this.#queue.push(unsettledEvent(generation.id));
    else {
      for (const event of held) this.#queue.push(event);
      if (wantsUsage) this.#queue.push(usageEvent(generation, this.#progress.usage()));
      this.#queue.push(DONE);
    }
    this.#queue.end();
  }

  /** Resolves with whether the end is on disk. */
  async #settle(event: TextReport): Promise<boolean> {
    if (this.#isClosed) return false;
    const message = { type: 'report', event } as const;
    const { ok } = await this.#options.ask(message);
    if (!ok) this.#options.deliver(message);
    return ok;
  }

  #over(): void {
    this.#isOver = true;
    this.#upstream.close();
    this.#options.onOver();
  }
}
