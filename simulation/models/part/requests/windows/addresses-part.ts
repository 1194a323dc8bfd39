/**
 * The windows of addresses: few have one of their own, all others share one until there is room. Limits and
 * room change by reload.
 *
 * Of an address that counts nothing the window may have been forgotten or not, as the next few are looked at:
 * its twin takes either.
 */
import { AddressWindows } from '../../../../../src/actors/windows/address-windows.js';
import { RollingWindows, type WindowId } from '../../../../../src/actors/windows/rolling-windows.js';
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import type { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { NaiveWindows } from './naive-counts.js';

interface Room {
  /** Addresses that may have a window of their own. */
  readonly max: number;
  readonly rpm: number;
  readonly lookedAt: number;
}

type AddressesAct =
  | { readonly do: 'ask'; readonly address: number; readonly times: number; readonly again?: boolean }
  | { readonly do: 'configure'; readonly max: number; readonly rpm: number };

const PREFIX = 'address/';
const SHARED = `${PREFIX}newcomers`;

export function addressesPart(): Part<Room, AddressesAct> {
  return {
    name: 'addresses',
    limits: (random) => ({ ...drawnRoom(random), lookedAt: random.pick([1, 2, 32]) }),
    act: (random) =>
      random.chance(0.92)
        ? {
            do: 'ask',
            address: random.below(random.pick([2, 6])),
            times: random.pick([1, 1, 2, 6]),
            ...(random.chance(0.3) ? { again: true } : {}),
          }
        : { do: 'configure', ...drawnRoom(random) },
    pauseMs: (random) => random.pick([0, 0, 1, 700, 10_000, 30_000, 59_999, 60_000]),
    begin: (trial, room) => new AddressesCourse(trial, room),
  };
}

function drawnRoom(random: Random): Pick<Room, 'max' | 'rpm'> {
  return { max: random.pick([1, 1, 2, 3]), rpm: random.pick([1, 2, 3, 5]) };
}

class AddressesCourse implements Course<AddressesAct> {
  readonly #trial: Trial;
  readonly #windows = new RollingWindows(1);
  readonly #addresses: AddressWindows;
  readonly #naive = new NaiveWindows();
  /** Addresses that have a window of their own, or have had one. */
  readonly #own = new Set<string>();
  #max: number;
  #rpm: number;

  constructor(trial: Trial, { max, rpm, lookedAt }: Room) {
    this.#trial = trial;
    this.#max = max;
    this.#rpm = rpm;
    const limits = { ...USUAL_LIMITS, addressesLookedAt: lookedAt };
    this.#addresses = new AddressWindows(trial.world, this.#windows, () => this.#max, rpm, PREFIX, limits);
  }

  async take(act: AddressesAct): Promise<void> {
    if (act.do === 'configure') {
      this.#addresses.setLimit(act.rpm);
      this.#max = act.max;
      this.#rpm = act.rpm;
      return;
    }
    let waitMs = 0;
    for (let n = 0; n < act.times; n++) waitMs = this.#ask(`10.0.0.${act.address}`);
    if (act.again !== true || waitMs === 0) return;
    await this.#trial.world.advance(waitMs);
    this.#ask(`10.0.0.${act.address}`);
  }

  compare(): void {
    const counting = [...this.#own].filter((address) => this.#counts(address));
    this.#trial.between('count', this.#addresses.count, counting.length, this.#own.size);
  }

  #ask(address: string): number {
    const { now } = this.#trial;
    const before = this.#addresses.count;
    const window = this.#addresses.windowOf(address);
    const subject = this.#windows.subjectOf(window);
    this.#judge(address, subject, before);
    if (subject !== SHARED) this.#isOwn(address, window);
    const naive = this.#naive.of(subject);
    const waitMs = naive.waitMs(now, this.#rpm);
    this.#trial.same('wait', this.#windows.waitMs(window, now), waitMs);
    const isAdmitted = this.#windows.admit(window, now);
    this.#trial.same('verdict', isAdmitted, waitMs === 0);
    if (waitMs === 0) naive.ask(now, this.#rpm);
    return naive.waitMs(now, this.#rpm);
  }

  #judge(address: string, subject: string, before: number): void {
    if (subject === SHARED) {
      const others = [...this.#own].filter((other) => this.#counts(other));
      if (this.#counts(address)) this.#trial.broke('own', `${address} has lost its window, which counts`);
      if (before < this.#max)
        this.#trial.broke('own', `${address} shares a window, and ${before} of ${this.#max} have one`);
      if (others.length === 0 && this.#max > 0 && before === 0)
        this.#trial.broke('own', `${address} shares a window, and none counts`);
      return;
    }
    this.#trial.same('subject', subject, PREFIX + address);
    if (this.#addresses.count > Math.max(this.#max, before))
      this.#trial.broke('count', `${this.#addresses.count} have a window, and ${this.#max} may`);
  }

  /** A window that is new counts all that newcomers count. */
  #isOwn(address: string, window: WindowId): void {
    const { now } = this.#trial;
    const naive = this.#naive.of(PREFIX + address);
    const own = naive.counted(now);
    const counted = this.#windows.counted(window, now);
    const shared = this.#naive.of(SHARED).times(now);
    const isKnown = this.#own.has(address);
    this.#own.add(address);
    const mayBeEmpty = isKnown && counted === 0;
    const added = own > 0 || mayBeEmpty ? 0 : shared.length;
    this.#trial.same('counted', counted, own + added);
    if (added > 0) for (const at of shared) naive.ask(at, Number.POSITIVE_INFINITY);
  }

  #counts(address: string): boolean {
    return this.#naive.of(PREFIX + address).counted(this.#trial.now) > 0;
  }
}
