/** Bodies of requests: collected within their bounds, several at once, and read into fields. */

import type { Exchange } from '../../../../src/http/exchange.js';
import { readJson } from '../../../../src/http/request/json-text.js';
import { readMultipart } from '../../../../src/http/request/multipart.js';
import { BodyBudget, type BodyOutcome, collectBody } from '../../../../src/http/request/request-body.js';
import { DeadlineQueue } from '../../../../src/time/deadline-queue.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';
import { drawForm, drawJson, type FormAct, type JsonAct, writtenForm } from './drawn-bodies.js';

interface Bounds {
  readonly bytesMax: number;
  readonly timeoutMs: number;
  /** Of all bodies. */
  readonly budget: number;
}

type BodyAct =
  | JsonAct
  | FormAct
  | { readonly do: 'begin' }
  | { readonly do: 'chunk'; readonly nth: number; readonly bytes: number; readonly isLast: boolean }
  | { readonly do: 'leave'; readonly nth: number };

/** The room that the first bytes of a body take at least. */
const ROOM_FIRST = 16_384;

export function bodiesPart(): Part<Bounds, BodyAct> {
  return {
    name: 'bodies',
    limits: (random) => ({
      bytesMax: random.pick([100, 20_000, 40_000]),
      timeoutMs: random.pick([100, 10_000]),
      budget: random.pick([100, 20_000, 100_000, 1_000_000]),
    }),
    act: (random, { bytesMax }) =>
      random.weighted<() => BodyAct>([
        [3, () => drawJson(random)],
        [3, () => drawForm(random)],
        [2, () => ({ do: 'begin' })],
        [
          4,
          () => ({
            do: 'chunk',
            nth: random.below(3),
            bytes: random.pick([0, 1, 60, 9_000, bytesMax - 1, bytesMax, bytesMax + 1]),
            isLast: random.chance(0.4),
          }),
        ],
        [0.5, () => ({ do: 'leave', nth: random.below(3) })],
      ])(),
    pauseMs: (random) => random.pick([0, 0, 1, 60, 99, 100]),
    begin: (trial, bounds) => new BodiesCourse(trial, bounds),
  };
}

interface OpenBody {
  readonly at: number;
  readonly take: (chunk: Uint8Array, isLast: boolean) => void;
  readonly cancel: () => void;
  received: number;
  /** Its kind, or the bytes of a whole one. */
  outcome: string | undefined;
}

class BodiesCourse implements Course<BodyAct> {
  readonly #trial: Trial;
  readonly #bounds: Bounds;
  readonly #budget: BodyBudget;
  readonly #timeLimits: DeadlineQueue;
  #open: OpenBody[] = [];
  /** The one that was over last. */
  #last: OpenBody | undefined;

  constructor(trial: Trial, bounds: Bounds) {
    this.#trial = trial;
    this.#bounds = bounds;
    this.#budget = new BodyBudget(bounds.budget);
    this.#timeLimits = new DeadlineQueue(trial.world, bounds.timeoutMs);
  }

  take(act: BodyAct): void {
    if (act.do === 'json') this.#readJson(act);
    else if (act.do === 'form') this.#readForm(act);
    else if (act.do === 'begin') this.#begin();
    else {
      const body = this.#open[act.nth];
      if (body === undefined) {
        // Further bytes of a body that is over change nothing.
        if (act.do === 'chunk') this.#last?.take(new Uint8Array(act.bytes), act.isLast);
      } else if (act.do === 'chunk') this.#hear(body, act.bytes, act.isLast);
      else {
        body.cancel();
        this.#leave(body);
      }
    }
  }

  compare(): void {
    const { timeoutMs, budget, bytesMax } = this.#bounds;
    for (const body of this.#open) {
      const isLate = this.#trial.now >= body.at + timeoutMs;
      this.#trial.same('late', body.outcome, isLate ? 'late' : undefined);
    }
    this.#last = this.#open.find(({ outcome }) => outcome !== undefined) ?? this.#last;
    this.#open = this.#open.filter(({ outcome }) => outcome === undefined);
    const least = this.#open.reduce((sum, { received }) => sum + received, 0);
    const most = this.#open.reduce((sum, { received }) => sum + roomFor(received, bytesMax), 0);
    this.#trial.between('held', this.#budget.bytesHeld, least, Math.min(most, budget));
  }

  #begin(): void {
    let take: OpenBody['take'] = () => {};
    let body: OpenBody | undefined;
    const exchange: Pick<Exchange, 'readBody'> = {
      readBody: (given) => {
        take = given;
      },
    };
    const { bytesMax, timeoutMs } = this.#bounds;
    const limits = { bytesMax, timeoutMs, timeLimits: this.#timeLimits, budget: this.#budget };
    const cancel = collectBody(exchange as Exchange, limits, (outcome) => {
      if (body === undefined || body.outcome !== undefined || this.#last === body)
        this.#trial.broke('outcome', 'it ends twice');
      else body.outcome = wordsOf(outcome);
    });
    body = { at: this.#trial.now, take, cancel, received: 0, outcome: undefined };
    this.#open.push(body);
  }

  #hear(body: OpenBody, bytes: number, isLast: boolean): void {
    const { bytesMax, budget } = this.#bounds;
    const free = budget - this.#budget.bytesHeld;
    const before = body.received;
    const text = Array.from({ length: bytes }, (_, at) => (before + at) % 251);
    body.take(Uint8Array.from(text), isLast);
    body.received += bytes;
    const all = `${body.received} bytes, right: true`;
    const expected = body.received > bytesMax ? 'too_large' : isLast ? all : undefined;
    const mayLackRoom = free < roomFor(body.received, bytesMax) && !(before === 0 && isLast);
    if (body.outcome !== 'no_room' || expected === 'too_large' || !mayLackRoom)
      this.#trial.same('outcome', body.outcome, expected);
    if (body.outcome !== undefined) this.#leave(body);
  }

  #leave(body: OpenBody): void {
    this.#last = body;
    this.#open = this.#open.filter((one) => one !== body);
  }

  #readJson({ text, hasMark, hasOddByte, isRight }: JsonAct): void {
    const bytes = Buffer.concat([
      Buffer.from(hasMark ? '\ufeff' : ''),
      Buffer.from(text),
      Buffer.from(hasOddByte ? [0xff] : []),
    ]);
    const reading = readJson(bytes);
    this.#trial.same('json', reading.ok ? 'JSON' : 'none', isRight ? 'JSON' : 'none');
    if (reading.ok && isRight) this.#trial.same('value', reading.value, JSON.parse(text));
  }

  #readForm(act: FormAct): void {
    const { fields, boundary, isQuoted, flaw } = act;
    const type = `multipart/form-data; boundary=${isQuoted ? `"${boundary}"` : boundary}`;
    const reading = readMultipart(Buffer.from(writtenForm(act)), type);
    const [[first] = ['']] = fields;
    const told = reading.ok ? Object.entries(reading.fields) : `refused for ${reading.param}`;
    const isNamed = flaw === 'twice' || flaw === 'file' || flaw === 'file*';
    const expected = flaw === undefined ? fields : `refused for ${isNamed ? first : undefined}`;
    this.#trial.same('form', told, expected);
  }
}

function wordsOf(outcome: BodyOutcome): string {
  if (outcome.kind !== 'whole') return outcome.kind;
  const isRight = outcome.bytes.every((byte, at) => byte === at % 251);
  return `${outcome.bytes.length} bytes, right: ${isRight}`;
}

/** The most that a body of so many bytes may hold. */
function roomFor(bytes: number, bytesMax: number): number {
  return Math.min(bytesMax, Math.max(ROOM_FIRST, 2 * bytes));
}
