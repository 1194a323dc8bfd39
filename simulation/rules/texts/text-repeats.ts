/** Texts under an Idempotency-Key: one is made, and it is not told again. */
import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import type { ChatCall } from '../../history/texts/chat-call.js';
import { type GenerationRecord, TableImage } from '../facts/disk-image.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { OptionBounds } from '../facts/options.js';
import { bodyOf, codeOf, type Exchange, isObject } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Invariant, Rule } from '../invariant.js';
import { SettledTexts } from './settled-texts.js';
import { isEndOfText, TextBook } from './text-book.js';

type Report = (message: string) => void;

/** A request under an Idempotency-Key. */
interface Try {
  readonly exchange: Exchange;
  /** The same text for the same request. */
  readonly asks: string;
  /** Of one that brought a text: whether its client has read the end, which is charged by then. */
  isEndRead: boolean;
  isStreamOver: boolean;
  /** Answered amid a failure of the disk, after which it may stand otherwise. */
  isDoubtful: boolean;
  /** Those whose text had begun as it was sent. */
  readonly begun: readonly Try[];
  /** Reports of later ones that were told of no text; due once there is one. */
  readonly passedOver: string[];
}

const HOUR_MS = 3_600_000;
/** From the request for a text to its call. */
const MARGIN_MS = 60_000;
/** Errors before the first token, at no cost; and refusals before anything was written down. */
const FREE: readonly string[] = [
  'provider_error',
  'provider_rejected',
  'provider_timeout',
  'provider_unavailable',
  'content_rejected',
  'insufficient_credits',
  'too_many_generations',
  'model_not_found',
  'invalid_request',
  'rate_limit_exceeded',
  'invalid_api_key',
  'request_timeout',
  'idempotency_key_in_use',
  'idempotency_key_reused',
];

/** They come behind the refusal of a repeat. */
const LATER: readonly string[] = ['model_not_found', 'too_many_generations', 'insufficient_credits'];

export const TEXT_REPEATS: Rule = {
  name: 'text-repeats',
  says: 'Under an Idempotency-Key one text is made: the same request meanwhile is told that it is under way, and afterwards which one it was; a text that failed at no cost frees its key.',
  watch: (setup, report) => new TextRepeats(setup, report),
};

class TextRepeats implements Invariant {
  readonly #report: Report;
  readonly #doubt = new SteadyDoubt();
  readonly #options: OptionBounds;
  readonly #trouble = new DiskTrouble();
  readonly #labels = new Map<string, Try[]>();
  readonly #byRequest = new Map<number, Try>();
  readonly #book = new TextBook();
  readonly #settled: SettledTexts;
  readonly #generations = new TableImage<GenerationRecord>('generations');
  /** Texts that completed or cost something, by their key and Idempotency-Key. */
  readonly #made = new Map<string, Set<string>>();
  /** Texts that answers named as made before, with the request that was told so. */
  readonly #named = new Map<string, number>();

  constructor(setup: NodeSetup, report: Report) {
    this.#options = new OptionBounds(setup);
    this.#report = report;
    this.#settled = new SettledTexts(this.#book, setup.settings.gateTimeLimitMs);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#doubt.observe(seen);
    this.#options.observe(seen);
    this.#trouble.observe(seen);
    this.#book.observe(seen);
    this.#settled.observe(seen);
    if (seen.what === 'read') {
      const one = this.#byRequest.get(seen.request);
      if (one !== undefined) this.#read(one, seen.items.some(isEndOfText));
    } else if (seen.what === 'stream_over') {
      const one = this.#byRequest.get(seen.request);
      if (one !== undefined) one.isStreamOver = true;
    }
    const call = exchange?.sent.call;
    if (exchange === undefined || call?.op !== 'chat' || call.idempotencyKey === undefined) return;
    const label = `${exchange.sent.keyId} ${call.idempotencyKey}`;
    const tries = this.#labels.get(label) ?? [];
    this.#labels.set(label, tries);
    if (seen.what === 'sent') {
      const begun = tries.filter((other) => other.exchange.answer?.status === 200);
      const plain = { isEndRead: false, isStreamOver: false, isDoubtful: false, passedOver: [] };
      const one: Try = { exchange, asks: asksOf(call), begun, ...plain };
      tries.push(one);
      this.#byRequest.set(seen.request, one);
    } else if (seen.what === 'answered') {
      const one = this.#byRequest.get(seen.request);
      if (one === undefined) return;
      one.isDoubtful = this.#trouble.isOnAt(seen.at);
      if (seen.status === 200 && !call.isStreamed) one.isEndRead = true;
      this.#check(
        label,
        tries.filter((other) => other !== one),
        one,
      );
    }
  }

  disk(records: StoreReader): void {
    const generations = this.#generations.read(records);
    for (const [id, { key, idempotencyKeyHash: hash, status, cost }] of generations) {
      if (hash == null || !(status === 'completed' || (cost ?? 0) > 0)) continue;
      const made = this.#made.get(`${key} ${hash}`) ?? new Set();
      this.#made.set(`${key} ${hash}`, made);
      if (made.has(id)) continue;
      for (const other of made) this.#checkOnce(other, id);
      made.add(id);
    }
    for (const [id, request] of this.#named) {
      const { status, cost } = generations.get(id) ?? {};
      if (cost === 0 && status !== 'completed')
        this.#report(`request ${request} was told of ${id}, which ${status} at no cost`);
    }
    this.#named.clear();
  }

  #read(one: Try, isEnd: boolean): void {
    if (!isEnd || one.isEndRead) return;
    one.isEndRead = true;
    for (const told of one.passedOver) this.#report(told);
  }

  /** Both were made under one Idempotency-Key, and neither frees it. */
  #checkOnce(one: string, other: string): void {
    const calls = [one, other].map((id) => this.#book.callsOf(id)[0]?.called);
    const [first, second] = calls.toSorted((a, b) => (a?.at ?? 0) - (b?.at ?? 0));
    if (first === undefined || second === undefined) return;
    const apartMs = second.at - first.at;
    const keptMs = this.#keptMs(first.at - MARGIN_MS);
    if (apartMs < keptMs - MARGIN_MS - this.#doubt.slackSince(first.at))
      this.#report(
        `${second.generationId} was made ${apartMs} ms after ${first.generationId} under its Idempotency-Key`,
      );
  }

  /** How long what a request made is kept, at least, that came at `since` or later. */
  #keptMs(since: number): number {
    const hours = this.#options.least('idempotencyHours', since);
    return Math.min(hours, this.#options.least('retentionDays', since) * 24) * HOUR_MS;
  }

  #check(label: string, others: readonly Try[], one: Try): void {
    const { answer, sent } = one.exchange;
    const about = `${label}: request ${sent.request}`;
    if (answer?.status === 200) {
      const before = others.find((other) => other.isEndRead && this.#isKept(other.exchange, one.exchange));
      if (before !== undefined)
        this.#report(`${about} made a text, and request ${before.exchange.sent.request} had made one`);
      return;
    }
    const code = answer === undefined ? undefined : codeOf(answer);
    if (code !== undefined && LATER.includes(code)) this.#checkLater(about, one, code);
    const mayGoOn = (other: Try) => mayBeUnderWay(other) && !this.#isSettled(other, sent.at);
    if (code === 'idempotency_key_in_use' && !others.some(mayGoOn)) {
      const read = others.find(({ isEndRead }) => isEndRead)?.exchange.sent.request;
      const why = read === undefined ? 'there is none' : `the end of that of request ${read} was read before`;
      this.#report(`${about} was told of one under way; ${why}`);
    }
    if (answer === undefined || code !== 'idempotency_key_reused') return;
    const { error } = bodyOf(answer) ?? {};
    const named = /\breq_\w+/.exec(isObject(error) ? String(error.message) : '')?.[0];
    if (named !== undefined) this.#named.set(named, sent.request);
    const makers = others.filter(mayHaveMade);
    if (named === undefined) {
      if (!makers.some(({ asks }) => asks !== one.asks))
        this.#report(`${about} was told of another request; none like that was accepted`);
      return;
    }
    const isKnown = makers.some(
      ({ exchange, asks }) =>
        asks === one.asks && (exchange.answer?.headers['x-request-id'] ?? named) === named,
    );
    if (!isKnown) this.#report(`${about} was told of ${named}, which no request like it made`);
  }

  /** Of a text that had begun and comes to its end, a repeat is told before anything else. */
  #checkLater(about: string, { begun, exchange }: Try, code: string): void {
    for (const first of begun) {
      if (first.isDoubtful || !this.#isKept(first.exchange, exchange)) continue;
      const told = `${about} got ${code}, and request ${first.exchange.sent.request} made its text`;
      if (first.isEndRead) this.#report(told);
      else first.passedOver.push(told);
    }
  }

  #isSettled({ exchange }: Try, at: number): boolean {
    const id = exchange.answer?.headers['x-request-id'];
    return id !== undefined && this.#settled.isSettledAt(id, at);
  }

  /** Whether what `first` made was kept when `second` was asked for. */
  #isKept(first: Exchange, second: Exchange): boolean {
    const begunAt = Math.min(first.sent.at, second.sent.at);
    const mostMs = Math.max(first.endAt, second.endAt) - begunAt;
    return mostMs < this.#keptMs(begunAt) - this.#doubt.slackSince(begunAt);
  }
}

function asksOf({ model, prompt, cap, fields = {} }: ChatCall): string {
  return JSON.stringify([model, prompt, cap ?? null, fields]);
}

function mayBeUnderWay({ exchange, isEndRead, isDoubtful }: Try): boolean {
  if (isEndRead) return false;
  return isDoubtful || exchange.answer === undefined || exchange.answer.status === 200 || !isFree(exchange);
}

function mayHaveMade({ exchange, isDoubtful }: Try): boolean {
  return isDoubtful || exchange.answer === undefined || exchange.answer.status === 200 || !isFree(exchange);
}

function isFree({ answer }: Exchange): boolean {
  return answer !== undefined && FREE.includes(codeOf(answer) ?? '');
}
