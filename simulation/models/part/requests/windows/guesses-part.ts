/** How often passwords may be tried: by name and network, by network, by name, and by a known browser. */
import { RollingWindows } from '../../../../../src/actors/windows/rolling-windows.js';
import { GuessLimits } from '../../../../../src/people/guess-limits.js';
import type { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { boundsOfGuesses, NaiveWindows } from './naive-counts.js';

interface GuessAct {
  readonly do: 'guess';
  readonly name: number;
  readonly network: number;
  /** Of a browser that is known. */
  readonly device?: number;
  readonly times: number;
  /** Somebody who is refused tries again after the wait that was told, or a ms before. */
  readonly again?: 'then' | 'early';
}

const NAMES = 4;
const NETWORKS = 14;

export function guessesPart(): Part<null, GuessAct> {
  return {
    name: 'guesses',
    limits: () => null,
    act: guessAct,
    pauseMs: (random) => random.pick([0, 0, 0, 1, 100, 3_000, 20_000, 59_999, 60_000]),
    begin: (trial) => new GuessesCourse(trial),
  };
}

function guessAct(random: Random): GuessAct {
  return {
    do: 'guess',
    // Many networks that guess at one name are rare otherwise.
    name: random.chance(0.6) ? 0 : random.below(NAMES),
    network: random.chance(0.4) ? 0 : random.below(NETWORKS),
    ...(random.chance(0.2) ? { device: random.below(2) } : {}),
    times: random.pick([1, 3, 10, 11]),
    ...(random.chance(0.4) ? { again: random.pick(['then', 'early'] as const) } : {}),
  };
}

class GuessesCourse implements Course<GuessAct> {
  readonly #trial: Trial;
  readonly #limits: GuessLimits;
  readonly #naive = new NaiveWindows();
  #journaled = 0;
  #expected = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
    const journal = {
      admitted: () => {
        this.#journaled += 1;
      },
    };
    const windows = new RollingWindows(1);
    this.#limits = new GuessLimits({ world: trial.world, windows, journal }, 'guess');
  }

  async take(act: GuessAct): Promise<void> {
    let waitMs = 0;
    for (let n = 0; n < act.times; n++) waitMs = this.#guess(act);
    if (act.again === undefined || waitMs === 0) return;
    await this.#trial.world.advance(act.again === 'then' ? waitMs : waitMs - 1);
    this.#guess(act);
  }

  compare(): void {
    this.#trial.same('journal', this.#journaled, this.#expected);
  }

  #guess({ name, network, device }: GuessAct): number {
    const { now } = this.#trial;
    const bounds: readonly (readonly [string, number])[] =
      device === undefined ? boundsOfGuesses(name, network) : [[`${name} by ${device}`, 10]];
    const expected = this.#naive.waitMsOfAll(now, bounds);
    if (expected === 0) this.#expected += bounds.length;
    const told = this.#limits.waitMs({
      nameKey: `name-${name}`,
      network: `10.0.${network}.0`,
      device: device === undefined ? undefined : `device-${device}`,
    });
    this.#trial.same('wait', told, expected);
    return expected;
  }
}
