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
  TextReport,
} from '../../actors/generations/generation-messages.js';
import type { Outcome } from '../../actors/runtime/behavior.js';
import type { TextCalls } from '../../providers/calls/text-calls.js';
import { ProviderSaidError, type TextFailure, type TextPiece } from '../../providers/text-provider.js';
import type { World } from '../../time/world.js';
import { PieceQueue } from './piece-queue.js';
import type { Begun, FailedText, RunRequest, TextTimes } from './text-desk.js';
import { chunkEvent, DONE, errorEvent, KEEP_ALIVE, usageEvent, wholeAnswer } from './text-pieces.js';
import { TextProgress } from './text-progress.js';
import { Upstream } from './upstream.js';

const KEEP_ALIVE_MS = 15_000;
const CLIENT_GONE = 'the client has gone';
const UNSETTLED =
  'The text is whole, and whether it was charged is not known yet; GET /v1/generations tells, or GET /v1/activity.';

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

export class GenerationRun {
  readonly #options: GenerationRunOptions;
  readonly #request: RunRequest;
  readonly #queue: PieceQueue;
  readonly #upstream: Upstream;
  readonly #progress: TextProgress;
  #isGone = false;
  #isClosed = false;
  #isOver = false;

  constructor(options: GenerationRunOptions, request: RunRequest) {
    this.#options = options;
    this.#request = request;
    this.#upstream = new Upstream(options.world);
    this.#progress = new TextProgress(options.world);
    this.#queue = new PieceQueue({
      world: options.world,
      keepAliveMs: KEEP_ALIVE_MS,
      keepAlive: KEEP_ALIVE,
      onLeft: () => this.leave(),
    });
  }

  /** The client has gone. The rest of the text is read for a while, for its usage. */
  leave(): void {
    if (this.#isGone || this.#isOver) return;
    this.#isGone = true;
    const { times, mayAbandon } = this.#options;
    if (mayAbandon()) this.#upstream.abortAfter(times.abandonedStreamMaxMs, CLIENT_GONE);
    else this.giveUp();
  }

  /** Nobody waits for the text: it is settled by its pieces so far. */
  giveUp(): void {
    this.#upstream.abort(CLIENT_GONE);
  }

  /** The node stops: nothing is reported any more. */
  close(): void {
    this.#isClosed = true;
    this.#upstream.abort('the node stops');
  }

  /** Resolves at the first token of a stream, at the end of any other text, or if there is none. */
  async begin(): Promise<Begun> {
    this.#upstream.limitTo(this.#options.times.firstTokenMaxMs, 'no token came in time');
    const answer = await this.#askRoutes();
    if ('kind' in answer) return answer;
    const pieces = answer[Symbol.asyncIterator]();
    return this.#request.generation.isStreamed ? this.#stream(pieces) : this.#whole(pieces);
  }

  /** The pieces of the first route that takes it, or the failure. */
  async #askRoutes(): Promise<AsyncIterable<TextPiece> | FailedText> {
    const { calls } = this.#options;
    const { bodies, generation } = this.#request;
    let { route } = generation.machine.context;
    for (const body of bodies) {
      this.#progress.ask(body);
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
    const event: TextReport = this.#upstream.isAbortedFor(CLIENT_GONE)
      ? { type: 'ABANDONED', end: this.#progress.end() }
      : { type: 'REFUSED', failure };
    await this.#settle(event);
    return this.#failed(failure, askAgainAfterMs);
  }

  #failed(failure: TextFailure, askAgainAfterMs?: number): FailedText {
    this.#over();
    return { kind: 'failed', failure, askAgainAfterMs };
  }

  async #whole(pieces: AsyncIterator<TextPiece>): Promise<Begun> {
    let whole: TextPiece | undefined;
    try {
      for (
        let next = await this.#upstream.next(pieces);
        next.done !== true;
        next = await this.#upstream.next(pieces)
      ) {
        whole ??= next.value;
        this.#progress.take(next.value);
      }
      if (whole === undefined) throw new Error('an answer without text');
    } catch (error) {
      return this.#refused(this.#failureOf(error));
    }
    const isSettled = await this.#settle({ type: 'ENDED', end: this.#progress.end() });
    this.#over();
    if (!isSettled) return { kind: 'unsettled' };
    return { kind: 'whole', body: wholeAnswer(this.#request.generation, whole, this.#progress.usage()) };
  }

  async #stream(pieces: AsyncIterator<TextPiece>): Promise<Begun> {
    const before: TextPiece[] = [];
    try {
      while (!this.#progress.hasText) {
        const next = await this.#upstream.next(pieces);
        if (next.done === true) break;
        before.push(next.value);
        this.#progress.take(next.value);
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
      if (!this.#progress.isFinished) return this.#queue.push(event);
      held.push(event);
      return undefined;
    };
    let failure: TextFailure | undefined;
    try {
      for (const piece of before) await send(piece);
      for (;;) {
        this.#upstream.limitTo(this.#options.times.tokenPauseMaxMs, 'no further token came in time');
        const next = await this.#upstream.next(pieces);
        if (next.done === true) break;
        this.#progress.take(next.value);
        const room = send(next.value);
        if (room === undefined) continue;
        this.#upstream.pauseLimit();
        await room;
      }
    } catch (error) {
      failure = this.#failureOf(error);
    }
    await this.#endStream(failure, held);
  }

  async #endStream(failure: TextFailure | undefined, held: readonly Uint8Array[]): Promise<void> {
    const { generation, wantsUsage } = this.#request;
    const end = this.#progress.end();
    const broken: TextReport | undefined =
      failure === undefined
        ? undefined
        : this.#upstream.isAbortedFor(CLIENT_GONE)
          ? { type: 'ABANDONED', end }
          : { type: 'BROKEN_OFF', end, failure };
    const isSettled = await this.#settle(broken ?? { type: 'ENDED', end });
    this.#over();
    if (failure !== undefined) this.#queue.push(errorEvent(failure.code, failure.message, generation.id));
    else if (!isSettled) this.#queue.push(errorEvent('outcome_unknown', UNSETTLED, generation.id));
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

  #failureOf(error: unknown): TextFailure {
    const { reason } = this.#upstream.signal;
    if (this.#upstream.signal.aborted && reason instanceof Error)
      return { code: 'provider_timeout', message: `The provider took too long: ${reason.message}.` };
    const said = error instanceof ProviderSaidError ? error.message : undefined;
    const message = said ?? 'The provider broke off, or answered what makes no sense.';
    return { code: 'provider_error', message };
  }

  #over(): void {
    this.#isOver = true;
    this.#upstream.close();
    this.#options.onOver();
  }
}
