/** The slots of calls to one model of a provider: bounds, breaker, time limits, pauses and counts. */
import type { CallKind, CallResult } from '../../../../../src/providers/calls/slots/call-counts.js';
import { CallSlots } from '../../../../../src/providers/calls/slots/call-slots.js';
import { BusyError, RefusedError } from '../../../../../src/providers/provider.js';
import type { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { breakerPauseMs } from './breaker-part.js';
import { callLimitsOf, type DrawnLimits, drawnLimits } from './drawn-limits.js';
import { type EndOfCall, isPrompt, NaiveSlots } from './naive-slots.js';

type SlotsAct =
  | { readonly do: 'begin'; readonly kind: CallKind; readonly calls: number; readonly limitMs: number }
  /** `nth` of those under way. */
  | { readonly do: 'end'; readonly nth: number; readonly end: EndOfCall }
  /** Time passes until a call may begin, or to the ms before. */
  | { readonly do: 'wait'; readonly kind: CallKind; readonly lessMs: number }
  | { readonly do: 'configure'; readonly limits: DrawnLimits };

const KINDS: readonly CallKind[] = ['submit', 'find', 'poll', 'last_call', 'cancel'];
const RESULTS: readonly CallResult[] = [
  'answered',
  'accepted',
  'rejected',
  'not_now',
  'timeout',
  'error',
  'garbage',
];
const PAUSES_MS = [1, 400, 999, 1_000, 1_001, 5_000, 4_000_000];

export function slotsPart(): Part<DrawnLimits, SlotsAct> {
  return {
    name: 'slots',
    limits: drawnLimits,
    act: slotsAct,
    pauseMs: (random, { breaker }) => breakerPauseMs(random, breaker),
    begin: (trial, limits) => new SlotsCourse(trial, limits),
  };
}

function slotsAct(random: Random, { first }: DrawnLimits): SlotsAct {
  const kind = random.pick([...KINDS, 'submit', 'poll'] as const);
  const limitMs = random.pick([50, 1_000, 30_000]);
  return random.weighted<() => SlotsAct>([
    [6, () => ({ do: 'begin', kind, calls: random.pick([1, 2, 6]), limitMs })],
    [6, () => ({ do: 'end', nth: random.below(6), end: endOf(random) })],
    [2, () => ({ do: 'wait', kind, lessMs: random.pick([0, 0, 1]) })],
    [0.6, () => ({ do: 'configure', limits: { ...drawnLimits(random), first } })],
  ])();
}

function endOf(random: Random): EndOfCall {
  const pause = random.chance(0.3) ? { pauseMs: random.pick(PAUSES_MS) } : {};
  return random.weighted<EndOfCall>([
    [4, { is: 'answered', ...pause }],
    [1, { is: 'not_now', ...pause }],
    [2, { is: 'error', ...pause }],
    [1, { is: 'error', isRefusal: true }],
    [1, { is: 'garbage' }],
  ]);
}

/** The results that an answer to a call of that kind can count as. */
function fitting(kind: CallKind, end: EndOfCall, id: number): EndOfCall {
  if (end.is === 'answered' && kind === 'submit')
    return { ...end, is: id % 2 === 0 ? 'accepted' : 'rejected' };
  return end.is === 'not_now' && kind !== 'submit' ? { ...end, is: 'answered' } : end;
}

interface Underway {
  readonly answer: (end: EndOfCall) => void;
  readonly fail: (error: Error) => void;
}

class SlotsCourse implements Course<SlotsAct> {
  readonly #trial: Trial;
  readonly #naive: NaiveSlots;
  readonly #slots: CallSlots;
  readonly #calls: Underway[] = [];
  readonly #ended: string[] = [];
  #freed = 0;

  constructor(trial: Trial, limits: DrawnLimits) {
    this.#trial = trial;
    trial.world.fraction = 0;
    this.#naive = new NaiveSlots(limits);
    this.#slots = new CallSlots(trial.world, callLimitsOf(limits), () => {
      this.#freed += 1;
    });
  }

  async take(act: SlotsAct): Promise<void> {
    const { now, world } = this.#trial;
    switch (act.do) {
      case 'configure':
        this.#slots.configure(callLimitsOf(act.limits));
        this.#naive.limits = act.limits;
        return;
      case 'wait': {
        const leftMs = this.#naive.freeFrom(act.kind, 0) - now - act.lessMs;
        if (Number.isFinite(leftMs) && leftMs > 0) await world.advance(leftMs);
        return;
      }
      case 'begin':
        for (let n = 0; n < act.calls && this.#slots.isFree(act.kind); n++) {
          this.#begin(act.kind, act.limitMs);
          this.compare();
        }
        return;
      case 'end': {
        const underWay = this.#naive.underWay();
        const call = underWay[act.nth % (underWay.length || 1)];
        if (call !== undefined) this.#end(call.id, fitting(call.kind, act.end, call.id));
      }
    }
  }

  compare(): void {
    const { now } = this.#trial;
    const [slots, naive] = [this.#slots, this.#naive];
    const told = (about: string, one: unknown, other: unknown) => this.#trial.same(about, one, other);
    naive.pass(now);
    const hasEnded = naive.ended.length > 0 || this.#ended.length > 0;
    told('ends', this.#ended.splice(0), naive.ended.splice(0));
    told('freed', this.#freed, naive.over);
    told('breaker', slots.breakerState, naive.breaker.state);
    told('openings', slots.breakerOpenings, naive.breaker.openings);
    told('open', slots.isOpen, naive.isOpen(now));
    told('probe', slots.wantsProbe, naive.wantsProbe(now));
    told('closed', slots.isClosed, naive.isClosed(now));
    const [inFlight, counts] = [slots.inFlight(), slots.counts()];
    for (const kind of KINDS) {
      told('flight', inFlight[kind], naive.underWay(kind).length);
      for (const result of hasEnded ? RESULTS : [])
        told('counts', counts[kind][result] ?? 0, naive.ofResult(kind, result));
      for (const besides of kind === 'submit' ? [0, 1, 2] : [0]) {
        const from = naive.freeFrom(kind, besides);
        told('free', slots.isFree(kind, besides), from <= now);
        if (!isPrompt(kind)) told('from', slots.freeFrom(kind, besides), from);
      }
    }
  }

  async end(): Promise<void> {
    this.#slots.abandon();
    for (const { answer } of this.#calls) answer({ is: 'answered' });
    await this.#trial.world.advance(100_000);
    this.#trial.same('abandoned', this.#ended, []);
  }

  #begin(kind: CallKind, limitMs: number): void {
    const id = this.#naive.begin(kind, this.#trial.now, limitMs);
    this.#slots.begin<EndOfCall>(kind, {
      jobId: `job_${id}`,
      limitMs,
      call: () =>
        new Promise((answer, fail) => {
          this.#calls[id] = { answer, fail };
        }),
      read: (answer) => ((answer as EndOfCall).is === 'garbage' ? undefined : (answer as EndOfCall)),
      resultOf: ({ is }) => is,
      pauseOf: (end) => ('pauseMs' in end ? end.pauseMs : undefined),
      done: ({ end, ...more }) => {
        const result = 'answer' in more ? more.answer.is : end;
        this.#ended.push(`${id} ${result} at ${this.#trial.now}`);
      },
    });
  }

  #end(id: number, end: EndOfCall): void {
    const { answer, fail } = this.#calls[id] as Underway;
    this.#naive.end(id, end, this.#trial.now);
    if (end.is !== 'error') answer(end);
    else if ('isRefusal' in end) fail(new RefusedError('no such job'));
    else if (end.pauseMs === undefined) fail(new Error('the connection is broken'));
    else fail(new BusyError('come back later', end.pauseMs));
  }
}
