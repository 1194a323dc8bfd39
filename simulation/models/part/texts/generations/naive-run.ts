/**
 * One text as it is promised: told from its beginning, with a clock that goes from one event to the next.
 *
 * Until the first token an error costs nothing and is an answer. Behind it the client is told in the stream.
 * The end of a text goes out once its settlement is on disk. A client that leaves has its text read on for a
 * while, if not too many are; then it is settled by what has come.
 */
import type { DrawnPiece, DrawnRoute, DrawnText } from './drawn-runs.js';
import type { Fields, RunClock } from './run-clock.js';
import { batchesOf, CREATED_AT, DELTAS_MAX, MODEL, shownPiece } from './run-pieces.js';
import { TakenText } from './taken-text.js';

/** Words of a provider that are handed on. */
export const SAID = 'Said.';
const TOO_LATE = 'provider_timeout';
const UNAVAILABLE = `provider_unavailable ${SAID}`;

interface Batch {
  readonly afterMs: number;
  readonly pieces: readonly DrawnPiece[];
}

export class NaiveRun {
  readonly asked: number[] = [];
  readonly outcomes: string[] = [];
  /** All that is written to the client of a stream. */
  readonly pushed: (readonly [at: number, event: Fields | string])[] = [];
  begun: readonly [at: number, answer: Fields] = [0, {}];
  readonly clock: RunClock;
  readonly #piecesHeld: number;
  readonly #text: DrawnText;
  readonly #id: string;
  readonly #taken = new TakenText();
  #bytes = 0;

  constructor(piecesHeld: number, text: DrawnText, id: string, clock: RunClock) {
    this.#piecesHeld = piecesHeld;
    this.#text = text;
    this.#id = id;
    this.clock = clock;
    this.#run();
  }

  #run(): void {
    const route = this.#taker();
    if (route === undefined) return;
    const batches = batchesOf(route).map((pieces, at) => ({
      pieces,
      afterMs: route.batches[at]?.afterMs ?? 0,
    }));
    if (this.#text.isStreamed) this.#stream(route, batches);
    else this.#whole(route, batches);
  }

  /** The route that begins; undefined if there is none. */
  #taker(): DrawnRoute | undefined {
    const { routes } = this.#text;
    for (const [at, route] of routes.entries()) {
      this.asked.push(at);
      this.#bytes = route.bytes;
      const wait = this.clock.wait(route.afterMs);
      if (wait !== 'came') return this.#aborted(wait);
      if (route.answers === 'begun') return route;
      this.outcomes.push(outcomeOf(route));
      if (route.answers === 'throws') return this.#refused('provider_error');
      if (route.answers === 'rejected') return this.#refused(`${route.code} ${SAID}`);
      if (this.clock.now >= this.clock.goneAt) return this.#refused(UNAVAILABLE);
      if (!this.clock.tell('NOT_TAKEN', { failure: UNAVAILABLE }))
        return this.#refused(UNAVAILABLE, route.againMs);
      if (at === routes.length - 1) return this.#failed(UNAVAILABLE, route.againMs);
    }
    return undefined;
  }

  #whole(route: DrawnRoute, batches: readonly Batch[]): undefined {
    for (const { pieces, afterMs } of batches) {
      const wait = this.clock.wait(afterMs);
      if (wait !== 'came') return this.#aborted(wait);
      for (const piece of pieces) this.#taken.take(piece, this.clock.now);
    }
    const failure = this.#over(route);
    const [whole] = this.#taken.pieces;
    if (failure !== undefined || whole === undefined) return this.#broken(failure ?? 'provider_error');
    const isSettled = this.clock.settle('ENDED', { end: this.#end(true) });
    const usage = this.#taken.usage(this.#bytes);
    const body = { system_fingerprint: null, ...shownPiece(whole, this.#id, false), usage };
    this.begun = [this.clock.now, isSettled ? { kind: 'whole', body } : { kind: 'unsettled' }];
  }

  #stream(route: DrawnRoute, batches: readonly Batch[]): undefined {
    const [waiting, held, taken] = [[...batches], [] as Fields[], this.#taken];
    while (taken.firstTokenMs === null && !taken.isFinished) {
      const batch = waiting.shift();
      if (batch === undefined) {
        const failure = this.#over(route);
        if (failure !== undefined) return this.#broken(failure);
        this.begun = [this.clock.now, { kind: 'stream' }];
        return this.#endStream(undefined, held);
      }
      const wait = this.clock.wait(batch.afterMs);
      if (wait !== 'came') return this.#aborted(wait);
      this.#carry(batch.pieces, held);
    }
    this.begun = [this.clock.now, { kind: 'stream' }];
    const failure = this.#pump(route, waiting, held);
    this.#endStream(taken.isFinished ? undefined : failure, held);
  }

  /** @returns the failure of a text that has no end yet */
  #pump(route: DrawnRoute, waiting: Batch[], held: Fields[]): string | undefined {
    const taken = this.#taken;
    this.clock.limitPause(taken.isFinished);
    while (held.length <= this.#piecesHeld) {
      const batch = waiting.shift();
      if (batch === undefined) return this.#over(route);
      const wait = this.clock.wait(batch.afterMs);
      if (wait !== 'came') {
        this.outcomes.push(wait === 'late' ? 'timeout' : 'left');
        return wait;
      }
      const { isFinished: wasFinished, deltas } = taken;
      const isShown = this.#carry(batch.pieces, held);
      if (taken.deltas > DELTAS_MAX) {
        this.outcomes.push('left');
        return 'provider_error';
      }
      if (isShown) this.clock.waitForRoom();
      if (!wasFinished && (taken.isFinished || taken.deltas > deltas))
        this.clock.limitPause(taken.isFinished);
    }
    this.outcomes.push('left');
    return undefined;
  }

  /** @returns whether something goes out at once, as all does before the text has ended */
  #carry(pieces: readonly DrawnPiece[], held: Fields[]): boolean {
    const before = this.pushed.length;
    for (const piece of pieces) {
      this.#taken.take(piece, this.clock.now);
      if (this.#taken.deltas > DELTAS_MAX) break;
      const shown = shownPiece(piece, this.#id, true);
      if (shown !== undefined && this.#taken.isFinished) held.push(shown);
      else if (shown !== undefined) this.#push(shown);
    }
    return this.pushed.length > before;
  }

  #endStream(failure: string | undefined, held: readonly Fields[]): undefined {
    const end = this.#end(failure === undefined);
    const code = failure === 'late' ? TOO_LATE : failure;
    const [type, more] =
      code === undefined ? ['ENDED'] : code === 'left' ? ['ABANDONED'] : ['BROKEN_OFF', { failure: code }];
    const isSettled = this.clock.settle(type, { end, ...more });
    if (code !== undefined) this.#push({ error: code, request_id: this.#id });
    else if (!isSettled) this.#push({ error: 'outcome_unknown', request_id: this.#id });
    else {
      for (const event of held) this.#push(event);
      const names = { id: this.#id, object: 'chat.completion.chunk', created: CREATED_AT, model: MODEL };
      if (this.#text.wantsUsage) this.#push({ ...names, choices: [], usage: this.#taken.usage(this.#bytes) });
      this.#push('[DONE]');
    }
  }

  /** The failure of a text whose pieces end here. */
  #over({ over, overAfterMs, code }: DrawnRoute): string | undefined {
    const wait = this.clock.wait(over === 'never' ? Number.POSITIVE_INFINITY : overAfterMs);
    this.outcomes.push(wait === 'came' ? (over === 'ends' ? 'answered' : 'error') : abortedBy(wait));
    if (wait !== 'came') return wait;
    if (over === 'ends') return undefined;
    return over === 'says' ? `${code} ${SAID}` : 'provider_error';
  }

  /** The call of a provider that has not begun is given up. */
  #aborted(wait: 'late' | 'left'): undefined {
    this.outcomes.push(abortedBy(wait));
    return this.#broken(wait);
  }

  /** Before the first token that costs nothing, save of a text that nobody waits for any more. */
  #broken(failure: string): undefined {
    if (failure !== 'left') return this.#refused(failure === 'late' ? TOO_LATE : failure);
    this.clock.settle('ABANDONED', { end: this.#end(false) });
    return this.#failed(TOO_LATE);
  }

  #refused(failure: string, againMs?: number): undefined {
    this.clock.settle('REFUSED', { failure });
    return this.#failed(failure, againMs);
  }

  #failed(failure: string, againMs?: number): undefined {
    this.clock.over();
    this.begun = [this.clock.now, { kind: 'failed', failure, againMs }];
    return undefined;
  }

  #push(event: Fields | string): void {
    this.pushed.push([this.clock.now, event]);
  }

  #end(isWhole: boolean): Fields {
    return this.#taken.end(isWhole, this.#bytes, this.clock.now);
  }
}

function abortedBy(wait: 'late' | 'left'): string {
  return wait === 'late' ? 'timeout' : 'left';
}

function outcomeOf({ answers, code }: DrawnRoute): string {
  if (answers === 'not_now') return answers;
  if (answers === 'throws' || code === 'provider_error') return 'error';
  return code === 'provider_timeout' ? 'timeout' : 'rejected';
}
