/** Generations, money and repeats as they are promised: lists of all that was asked, looked through anew. */
import { costOfTokens } from '../../../../rules/facts/exact-amounts.js';
import { balanceOf, type Now, type PlainMoney, type Used } from '../../jobs/desk/plain-jobs.js';
import type { DrawnBody, DrawnOffer } from '../drawn-requests.js';
import type { DrawnEnd, GenerationLimits } from './drawn-generations.js';

export interface PayingKey extends PlainMoney {
  readonly id: string;
  readonly account: string;
  readonly entries: object[];
  marked: number;
}

export interface PlainGeneration {
  readonly id: string;
  readonly key: PayingKey;
  readonly offer: DrawnOffer;
  /** Of the providers that may still be asked, the one that is comes first. */
  readonly providers: string[];
  readonly reserve: number;
  readonly marked: number;
  readonly isStreamed: boolean;
  readonly createdAt: number;
  status: 'open' | 'completed' | 'failed' | 'interrupted';
  end?: DrawnEnd;
  cost: number;
  settledAt?: number;
}

interface Remembered {
  readonly key: PayingKey;
  readonly name: string;
  readonly print: string;
  readonly generation: PlainGeneration;
  readonly until: number;
}

export class PlainGenerations {
  generations: PlainGeneration[] = [];
  /** Also of those that are gone. */
  readonly used: Used[] = [];
  readonly sums: Record<string, number> = {};
  #remembered: Remembered[] = [];
  readonly #limits: GenerationLimits;

  constructor(limits: GenerationLimits) {
    this.#limits = limits;
  }

  openOf(key: PayingKey): readonly PlainGeneration[] {
    return this.generations.filter((one) => one.key === key && one.status === 'open');
  }

  /** The n-th last one. */
  at(nth: number): PlainGeneration | undefined {
    return this.generations.at(-1 - nth);
  }

  repeated(key: PayingKey, name: string, { at }: Now): Remembered | undefined {
    return this.#remembered.find((one) => one.key === key && one.name === name && one.until > at);
  }

  credit(key: PayingKey, amount: number, isMarked: boolean, now: Now): void {
    if (amount === 0) return;
    key.credited += amount;
    if (isMarked) key.marked += amount;
    enter(key, 'credit', amount, isMarked ? amount : 0, now);
  }

  accept(
    asked: Omit<PlainGeneration, 'marked' | 'createdAt' | 'status' | 'cost'>,
    repeat: { readonly name: string; readonly print: string } | undefined,
    now: Now,
  ): void {
    const { key, id, reserve } = asked;
    // Marked credit goes first.
    const marked = Math.min(key.marked, reserve);
    const createdAt = Math.floor(now.wall / 1_000);
    const generation: PlainGeneration = { ...asked, marked, createdAt, status: 'open', cost: 0 };
    this.generations.push(generation);
    key.marked -= marked;
    key.reserved += reserve;
    enter(key, 'reserve', reserve, marked, now, id);
    this.#add('generations_accepted', 1);
    this.#add('generations/open', 1);
    if (repeat === undefined) return;
    this.#remembered = this.#remembered.filter((one) => one.key !== key || one.name !== repeat.name);
    this.#remembered.push({ ...repeat, key, generation, until: now.at + this.#limits.rememberedMs });
  }

  /** News of a text; those of one that is over change nothing. */
  meet(generation: PlainGeneration, is: string, end: DrawnEnd, now: Now): void {
    if (generation.status !== 'open') return;
    if (is === 'NOT_TAKEN' && generation.providers.length > 1) generation.providers.shift();
    else if (is === 'NOT_TAKEN' || is === 'REFUSED') this.#settle(generation, 'failed', undefined, now);
    else if (is === 'ENDED') this.#settle(generation, 'completed', end, now);
    else if (is === 'BROKEN_OFF') this.#settle(generation, 'failed', end, now);
    else if (is === 'ABANDONED') this.#settle(generation, 'interrupted', end, now);
  }

  /** A start interrupts all that were open, in the order of their ids. */
  interruptAll(now: Now): void {
    const open = this.generations.filter(({ status }) => status === 'open');
    for (const one of open.sort((first, second) => (first.id < second.id ? -1 : 1)))
      this.#settle(one, 'interrupted', undefined, now);
  }

  remove(generation: PlainGeneration): void {
    this.generations = this.generations.filter((one) => one !== generation);
    this.#add(`generations/${generation.status}`, -1);
    this.#forget(generation);
  }

  #settle(
    generation: PlainGeneration,
    status: 'completed' | 'failed' | 'interrupted',
    end: DrawnEnd | undefined,
    now: Now,
  ): void {
    const { key, offer, reserve, marked, id, providers } = generation;
    const tokens = { prompt: end?.promptTokens ?? 0, completion: end?.completionTokens ?? 0 };
    const price = Number(costOfTokens(offer.prices, tokens));
    const cost = Math.min(price, reserve);
    Object.assign(generation, { status, cost, settledAt: now.at, ...(end && { end }) });
    const markedCharge = Math.min(marked, cost);
    key.charged += cost;
    key.reserved -= cost;
    if (cost > 0) enter(key, 'charge', cost, markedCharge, now, id);
    key.reserved -= reserve - cost;
    key.marked += marked - markedCharge;
    if (reserve > cost) enter(key, 'release', reserve - cost, marked - markedCharge, now, id);
    const isCompleted = status === 'completed';
    const day = new Date(now.wall).toISOString().slice(0, 10);
    const [provider = ''] = providers;
    const { prompt: promptTokens, completion: completionTokens } = tokens;
    const work = { day, model: offer.id, provider, isCompleted, outputMs: 0, cost };
    this.used.push({ key, ...work, promptTokens, completionTokens });
    this.#add('generations/open', -1);
    this.#add(`generations/${status}`, 1);
    this.#add(`generations_ended/${status}`, 1);
    this.#add('prompt_tokens', promptTokens);
    this.#add('completion_tokens', completionTokens);
    if (end?.isEstimated === true) this.#add('generations_estimated', 1);
    if (end?.isEstimated === false && price > reserve) this.#add('generations_beyond_reserve', 1);
    // A text that failed at no cost may be asked for again.
    if (cost === 0 && !isCompleted) this.#forget(generation);
  }

  #forget(generation: PlainGeneration): void {
    this.#remembered = this.#remembered.filter((one) => one.generation !== generation);
  }

  #add(name: string, by: number): void {
    this.sums[name] = (this.sums[name] ?? 0) + by;
  }
}

/** Equal for the same request; whether the text comes as a stream does not count. */
export function printOf(body: DrawnBody): string {
  const { stream: _, stream_options: _options, n: _n, max_tokens, max_completion_tokens, ...fields } = body;
  const cap = max_completion_tokens ?? max_tokens ?? null;
  const named = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([named, cap]);
}

function enter(key: PayingKey, type: string, amount: number, marked: number, { wall }: Now, id?: string) {
  key.entries.unshift({
    type,
    amount: amount / 1e6,
    balance_after: balanceOf(key) / 1e6,
    reserved_after: key.reserved / 1e6,
    ...(id === undefined ? {} : { generation_id: id }),
    ...(marked === 0 ? {} : { marked: marked / 1e6 }),
    created_at: Math.floor(wall / 1_000),
  });
}
