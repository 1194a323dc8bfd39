/**
 * For how long the text of a provider is read: while its tokens come in time and, if its client has gone, for
 * a while more, and of some texts at a time.
 */
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation } from '../../history/observation.js';
import type { TextScript } from '../../history/texts/text-script.js';
import { OptionBounds } from '../facts/options.js';
import type { Exchange } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { isToken, type KnownCall, TextBook } from './text-book.js';

type Report = (message: string) => void;

/** A request for a text, from its sending on. */
interface Asked {
  readonly request: number;
  readonly prompt: string;
  readonly sentAt: number;
  readonly isSlow: boolean;
  /** Once its provider has begun, one token comes after another. */
  readonly isSteady: boolean;
  /** As its answer told. */
  id?: string;
  left?: Left;
}

interface Left {
  readonly at: number;
  /** Other texts that were read on then although their clients had gone: surely so many, and perhaps. */
  readonly least: number;
  readonly most: number;
}

/** So many texts are read on at a time, unless the history has a smaller limit. */
const ABANDONED_MAX = 100;
/** A piece that is under way when time is up is read. */
const PROMPTLY_MS = 1_000;
/** The end of a text is waited for as long at most, once it has said how it ended. */
const USAGE_MAX_MS = 5_000;
/** From one part of a text that comes steadily to the next. */
const STEADY_MS_MAX = 100;
/** A text that is over is settled within so many times the limit for a commit. */
const GATE_TIMES = 2;
/** A request that its client has left reaches a provider within this, or never. */
const CALLED_WITHIN_MS = 30_000;

export const TEXT_READING: Rule = {
  name: 'text-reading',
  says: 'A text is read while its tokens come in time, and no longer; if its client has gone, it is read on to its usage, for its time and while no more such texts are read than may be.',
  watch: (setup, report) => new TextReading(setup, report),
};

class TextReading implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: Report;
  readonly #options: OptionBounds;
  readonly #book = new TextBook();
  /** Of the process that runs, by request. */
  readonly #asked = new Map<number, Asked>();
  readonly #abandonedMax: number;
  #isStopping = false;

  constructor(setup: NodeSetup, report: Report) {
    this.#setup = setup;
    this.#report = report;
    this.#options = new OptionBounds(setup);
    this.#abandonedMax = setup.limits?.textsAbandoned ?? ABANDONED_MAX;
  }

  observe(seen: Observation, exchange: Exchange | undefined): void {
    this.#options.observe(seen);
    if (seen.what === 'text_sent') this.#readOn(this.#book.call(seen.call), seen.at);
    this.#book.observe(seen);
    switch (seen.what) {
      case 'sent': {
        const { call, request, at } = seen;
        if (call.op !== 'chat') return;
        const isSlow = call.readPauseMs !== undefined;
        const isSteady = call.script !== undefined && comesSteadily(call.script);
        this.#asked.set(request, { request, prompt: call.prompt, sentAt: at, isSlow, isSteady });
        return;
      }
      case 'answered': {
        const asked = exchange && this.#asked.get(seen.request);
        if (asked === undefined) return;
        if (seen.status !== 200) this.#asked.delete(seen.request);
        else asked.id = seen.headers['x-generation-id'] ?? seen.headers['x-request-id'] ?? '';
        return;
      }
      case 'gave_up':
      case 'stream_over':
        this.#left(seen.request, seen.at);
        return;
      case 'text_over':
        if (seen.how === 'left') this.#givenUp(this.#book.call(seen.call), seen.at);
        return;
      case 'stopping':
        this.#isStopping = true;
        return;
      case 'crashed':
      case 'stopped':
        this.#isStopping = false;
        this.#asked.clear();
    }
  }

  #left(request: number, at: number): void {
    const asked = this.#asked.get(request);
    if (asked === undefined) return;
    const others = [...this.#asked.values()].filter((one) => one !== asked && one.left !== undefined);
    const least = others.filter((one) => this.#isReadOn(one, at)).length;
    asked.left = { at, least, most: others.filter((one) => this.#mayBeReadOn(one, at)).length };
  }

  #isReadOn(asked: Asked, at: number): boolean {
    const call = this.#callOf(asked);
    if (asked.left === undefined || call === undefined || call.over !== undefined) return false;
    return (
      at - asked.left.at > PROMPTLY_MS &&
      at - asked.left.at < this.#options.least('abandonedStreamMaxMs', asked.sentAt)
    );
  }

  #mayBeReadOn(asked: Asked, at: number): boolean {
    const call = this.#callOf(asked);
    if (call === undefined) return at - (asked.left?.at ?? at) < CALLED_WITHIN_MS || this.#isOneOfMany(asked);
    return at - call.overAt < GATE_TIMES * this.#setup.settings.gateTimeLimitMs || call.over === undefined;
  }

  /** The piece that comes now is read of it. */
  #readOn(call: KnownCall | undefined, at: number): void {
    const asked = call && this.#askedFor(call);
    if (call === undefined || asked === undefined || asked.isSlow || this.#isQueueSmall) return;
    const { lastAt, limit } = this.#timeLimit(call);
    const { request, left } = asked;
    if (at - lastAt > this.#options.most(limit, asked.sentAt) + PROMPTLY_MS)
      this.#report(`the text of request ${request} is read on ${at - lastAt} ms after its last token`);
    if (left === undefined || this.#isStopping) return;
    if (left.least >= this.#abandonedMax && at - left.at > PROMPTLY_MS)
      this.#report(
        `the text of request ${request} is read on ${at - left.at} ms after its client has gone, as were ${left.least} others`,
      );
  }

  /** It is not read to its end. */
  #givenUp(call: KnownCall | undefined, at: number): void {
    const asked = call && this.#askedFor(call);
    if (call === undefined || asked === undefined || this.#isStopping) return;
    const { lastAt, limit, isFinished } = this.#timeLimit(call);
    if (isFinished && this.#setup.limits?.piecesHeld !== undefined) return;
    const limitMs = this.#options.least(limit, asked.sentAt);
    const mostMs = isFinished ? Math.min(limitMs, USAGE_MAX_MS) : limitMs;
    const sinceMs = at - (call.sent.some(isToken) ? lastAt : asked.sentAt);
    const { request, left, isSlow, isSteady } = asked;
    if (isSlow && isSteady && left === undefined && call.sent.length > 0)
      this.#report(`the text of request ${request} is given up, and its client alone is slow`);
    if (sinceMs >= mostMs) return;
    if (left === undefined) {
      this.#report(`the text of request ${request} is given up ${sinceMs} ms after its last token`);
      return;
    }
    const leftMs = at - left.at;
    const readOnMs = this.#options.least('abandonedStreamMaxMs', asked.sentAt);
    if (leftMs < readOnMs && left.most < this.#abandonedMax)
      this.#report(
        `the text of request ${request} is given up ${leftMs} ms after its client has gone; of ${this.#abandonedMax}, at most ${left.most} others were read on`,
      );
  }

  get #isQueueSmall(): boolean {
    return this.#setup.limits?.pieceQueueLength !== undefined;
  }

  #timeLimit(call: KnownCall): { lastAt: number; limit: string; isFinished: boolean } {
    const last = call.sent.findLast(isToken);
    const isFinished = last?.finish !== undefined;
    if (!call.called.isStreamed) return { lastAt: call.called.at, limit: 'wholeTextMaxMs', isFinished };
    const limit = last === undefined ? 'firstTokenMaxMs' : 'tokenPauseMaxMs';
    return { lastAt: last?.at ?? call.called.at, limit, isFinished };
  }

  #callOf(asked: Asked): KnownCall | undefined {
    if (asked.id !== undefined) return this.#book.callsOf(asked.id).at(-1);
    return this.#isOneOfMany(asked) ? undefined : this.#book.callsFor(asked.prompt).at(-1);
  }

  /** The request that a call is made for, if it is known. */
  #askedFor({ called }: KnownCall): Asked | undefined {
    const same = [...this.#asked.values()].filter(({ prompt }) => prompt === called.prompt);
    return same.find(({ id }) => id === called.generationId) ?? (same.length === 1 ? same[0] : undefined);
  }

  #isOneOfMany({ request, prompt }: Asked): boolean {
    return [...this.#asked.values()].some((one) => one.request !== request && one.prompt === prompt);
  }
}

function comesSteadily({ begins, tokenMs, flaw, tailMs, afterEnd }: TextScript): boolean {
  return (
    begins.length === 0 &&
    flaw === undefined &&
    afterEnd === undefined &&
    Math.max(tokenMs, tailMs) <= STEADY_MS_MAX
  );
}
