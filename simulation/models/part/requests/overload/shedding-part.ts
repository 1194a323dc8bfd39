/** The shedding of work: its reasons in their order, how it begins and ends, and the waits that it tells. */
import { LoadShedder, type ShedClass, type ShedReason } from '../../../../../src/overload/load-shedder.js';
import type { SteadyMs } from '../../../../../src/time/clock.js';
import type { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { NaiveShedding } from './naive-shedding.js';

type SheddingAct =
  /** `lateMs`: so much after its time; `mailMs`: for so long a message has waited. */
  | { readonly do: 'ticks'; readonly ticks: number; readonly lateMs: number; readonly busyShare: number }
  /** Until work is shed no more. */
  | { readonly do: 'tick_until_over' }
  | { readonly do: 'admit'; readonly kind: ShedClass; readonly times: number }
  | { readonly do: 'finish'; readonly times: number }
  | { readonly do: 'mail'; readonly mailMs: number }
  | { readonly do: 'shortages'; readonly memory: boolean; readonly diskSpace: boolean }
  | { readonly do: 'wait'; readonly reason: ShedReason };

const TICK_MS = 50;
const TICKS_MAX = 30;
const WALKS = 4;
const SHORTAGE_WAIT_MS = 5_000;

export function sheddingPart(
  make = (targetMs: number, mailWaitMs: () => number) => new LoadShedder({ targetMs, mailWaitMs }),
): Part<number, SheddingAct> {
  return {
    name: 'shedding',
    limits: (random) => random.pick([20, 100, 500]),
    act: sheddingAct,
    pauseMs: (random) => random.pick([0, 0, 1, 10, 30, 70, 700, 1_000]),
    begin: (trial, targetMs) => new SheddingCourse(trial, targetMs, make),
  };
}

function sheddingAct(random: Random, targetMs: number): SheddingAct {
  const delayMs = Math.floor(targetMs * random.pick([0, 0.5, 0.51, 1, 1.01, 2, 4.1, 8]));
  return random.weighted<() => SheddingAct>([
    [
      6,
      () => ({
        do: 'ticks',
        ticks: random.pick([1, 1, 5, 20, 25]),
        lateMs: random.pick([0, 0, delayMs]),
        busyShare: random.pick([0, 0.79, 0.8, 1]),
      }),
    ],
    [
      8,
      () => ({
        do: 'admit',
        kind: random.pick(['billable', 'billable', 'walk']),
        times: random.pick([1, 2]),
      }),
    ],
    [2, () => ({ do: 'tick_until_over' })],
    [2, () => ({ do: 'finish', times: random.pick([1, 5]) })],
    [5, () => ({ do: 'mail', mailMs: delayMs })],
    [0.6, () => ({ do: 'shortages', memory: random.chance(0.3), diskSpace: random.chance(0.3) })],
    [2, () => ({ do: 'wait', reason: random.pick(['queue', 'queue', 'memory', 'disk_space']) })],
  ])();
}

class SheddingCourse implements Course<SheddingAct> {
  readonly #trial: Trial;
  readonly #shedder: LoadShedder;
  readonly #billable: NaiveShedding;
  readonly #walks: NaiveShedding;
  readonly #counts: Record<ShedReason, number> = {
    queue: 0,
    memory: 0,
    disk_space: 0,
    bodies: 0,
    provider: 0,
  };
  readonly #places: number[] = [];
  #shortages = { memory: false, diskSpace: false };
  #mailMs = 0;
  #tickDueAt = Number.POSITIVE_INFINITY;
  #isBusy = false;
  #underWay = 0;

  constructor(
    trial: Trial,
    targetMs: number,
    make: (targetMs: number, mailWaitMs: () => number) => LoadShedder,
  ) {
    this.#trial = trial;
    this.#shedder = make(targetMs, () => this.#mailMs);
    this.#billable = new NaiveShedding(targetMs);
    this.#walks = new NaiveShedding(targetMs * WALKS);
  }

  async take(act: SheddingAct): Promise<void> {
    switch (act.do) {
      case 'ticks':
        for (let n = 0; n < act.ticks; n++) await this.#tick(act.lateMs, act.busyShare);
        return;
      case 'tick_until_over':
        for (let n = 0; n < TICKS_MAX && this.#billable.isShedding; n++) await this.#tick(0, 0);
        return;
      case 'admit':
        for (let n = 0; n < act.times; n++) this.#admit(act.kind);
        return;
      case 'finish':
        for (let n = 0; n < act.times && this.#underWay > 0; n++) {
          this.#shedder.finished();
          this.#underWay -= 1;
        }
        return;
      case 'mail':
        this.#mailMs = act.mailMs;
        return;
      case 'shortages':
        this.#shortages = { memory: act.memory, diskSpace: act.diskSpace };
        this.#shedder.shortages = this.#shortages;
        return;
      case 'wait':
        this.#wait(act.reason);
    }
  }

  compare(): void {
    const { memory, diskSpace } = this.#shortages;
    this.#trial.same('delay', this.#shedder.delayMs(this.#now), this.#delayMs);
    this.#trial.same('counts', this.#shedder.counts, this.#counts);
    const why = [
      ...(this.#billable.isShedding ? ['queue'] : []),
      ...(memory ? ['memory'] : []),
      ...(diskSpace ? ['disk_space'] : []),
    ];
    this.#trial.same('reasons', this.#shedder.shedsFor, why);
  }

  get #now(): SteadyMs {
    return this.#trial.world.steadyMs();
  }

  get #delayMs(): number {
    return Math.max(0, this.#now - this.#tickDueAt, this.#mailMs);
  }

  async #tick(lateMs: number, busyShare: number): Promise<void> {
    await this.#trial.world.advance(TICK_MS + lateMs);
    const [now, delayMs] = [this.#now, this.#delayMs];
    this.#billable.tick(now, delayMs);
    this.#walks.tick(now, delayMs);
    this.#tickDueAt = now + TICK_MS;
    this.#isBusy = busyShare >= 0.8;
    this.#shedder.tick(now, this.#tickDueAt as SteadyMs, busyShare);
    this.compare();
  }

  #admit(kind: ShedClass): void {
    const [now, delayMs] = [this.#now, this.#delayMs];
    const expected = this.#expected(kind, now, delayMs);
    const told = this.#shedder.admit(kind, now);
    if (!expected.includes(told))
      this.#trial.broke('verdict', `a ${kind} is ${told ?? 'taken'}, and may be ${expected.join(' or ')}`);
    if (told !== undefined) this.#counts[told] += 1;
    else if (kind === 'billable') this.#underWay += 1;
    if (told === 'queue') (kind === 'walk' ? this.#walks : this.#billable).shed(now, delayMs);
  }

  #expected(kind: ShedClass, now: number, delayMs: number): readonly (ShedReason | undefined)[] {
    const { memory, diskSpace } = this.#shortages;
    if (memory) return ['memory'];
    if (kind === 'billable' && diskSpace) return ['disk_space'];
    const mayBeEnough = kind === 'billable' && this.#isBusy && this.#underWay > 0;
    const sheds = (kind === 'walk' ? this.#walks : this.#billable).sheds(now, delayMs, mayBeEnough);
    if (sheds === undefined) return ['queue', undefined];
    return [sheds ? 'queue' : undefined];
  }

  /** Each who is turned away gets a place of its own, a second from now at least, and a minute at most. */
  #wait(reason: ShedReason): void {
    const waitMs = this.#shedder.waitMs(reason, this.#now);
    if (reason !== 'queue') {
      this.#trial.same('wait', waitMs, SHORTAGE_WAIT_MS);
      return;
    }
    this.#trial.between('wait', waitMs, 1_000, 60_000);
    const [place, before] = [this.#now + waitMs, this.#places.at(-1) ?? 0];
    if (waitMs < 60_000 && place < before)
      this.#trial.broke('wait', `${place} is before the one that came first`);
    this.#places.push(place);
  }
}
