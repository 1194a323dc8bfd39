/**
 * Steady time of one run after the other, and the anchor that carries it: over restarts, boots of the
 * machine, steps of the wall clock and commits that fail.
 */
import { AnchorKeeper } from '../../../../src/node/clock/anchor-keeper.js';
import { continueTime, type RunWorld } from '../../../../src/node/clock/continued-time.js';
import { MemoryStore } from '../../../../src/store/memory/memory-store.js';
import type { SteadyMs, WallMs } from '../../../../src/time/clock.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';

type AnchorAct =
  | { readonly do: 'step'; readonly ms: number }
  | { readonly do: 'refuse'; readonly isOn: boolean }
  | { readonly do: 'restart'; readonly downMs: number; readonly isBoot: boolean; readonly stepMs: number };

interface AnchorLimits {
  /** Whether the kernel names its run. */
  readonly isNamed: boolean;
}

/** The clocks are looked at as often as that, and steps from so many ms on are noted, or told of. */
const LOOKS_EVERY_MS = 250;
const NOTED_MS = 100;
const TOLD_MS = 1_000;
const STEPS_MS = [1, 99, 100, 101, 500, 999, 1_000, 1_001, 3_600_000];

export function anchorPart(): Part<AnchorLimits, AnchorAct> {
  return {
    name: 'anchor',
    limits: (random) => ({ isNamed: random.chance(0.85) }),
    act: (random) => {
      const stepMs = random.pick(STEPS_MS) * random.pick([1, -1]);
      const downMs = random.pick([0, 1, 700, 90_000]);
      return random.weighted<AnchorAct>([
        [5, { do: 'step', ms: stepMs }],
        [2, { do: 'refuse', isOn: random.chance(0.5) }],
        [3, { do: 'restart', downMs, isBoot: random.chance(0.6), stepMs: random.chance(0.3) ? stepMs : 0 }],
      ]);
    },
    pauseMs: (random) => random.pick([0, 1, 100, 249, 250, 251, 600, 5_000]),
    begin: (trial, limits) => new AnchorCourse(trial, limits),
  };
}

class AnchorCourse implements Course<AnchorAct> {
  readonly #trial: Trial;
  readonly #isNamed: boolean;
  readonly #store = new MemoryStore();
  #boot = 1;
  /** Time while nothing runs: the clocks of the machine go on by it. */
  #monotonicLeadMs = 0;
  #run: { readonly world: RunWorld; readonly keeper: AnchorKeeper; readonly beganAt: number } | undefined;
  #isRefused = false;
  /** Since then the disk takes all, and the wall clock was not stepped. */
  #calmSince = 0;
  /** Steady time less the time of the trial, as it has to be. */
  #leadMs: number | undefined;
  /** Steps of the run, and when. */
  #steps: { readonly ms: number; readonly at: number }[] = [];
  #told: number[] = [];

  constructor(trial: Trial, { isNamed }: AnchorLimits) {
    this.#trial = trial;
    this.#isNamed = isNamed;
  }

  async take(act: AnchorAct): Promise<void> {
    const { world, now } = this.#trial;
    if (act.do === 'refuse') this.#isRefused = act.isOn;
    else if (act.do === 'step') {
      world.stepWall(act.ms);
      this.#steps.push({ ms: act.ms, at: now });
    } else await this.#restart(act);
    this.#calmSince = now;
  }

  compare(): void {
    if (this.#run === undefined) return;
    const { world, keeper } = this.#run;
    const { now } = this.#trial;
    this.#trial.same('steady', world.steadyMs() - now, this.#leadMs);
    const due = this.#stepsDue();
    this.#trial.same('steps', [keeper.steps, ...this.#told], [due.length, ...due]);
    if (this.#isRefused || now - this.#calmSince < LOOKS_EVERY_MS) return;
    const { steady_ms: steadyMs, wall_ms: wallMs } = this.#anchor();
    const offMs = Math.abs(wallMs - steadyMs - (world.wallMs() - world.steadyMs()));
    if (offMs >= NOTED_MS) this.#trial.broke('noted', `the anchor is ${offMs} ms off, and the disk is sound`);
  }

  end(): void {
    this.#run?.keeper.stop();
  }

  /** Between one look and the next. */
  #stepsDue(): readonly number[] {
    const beganAt = this.#run?.beganAt ?? 0;
    const sums = new Map<number, number>();
    for (const { ms, at } of this.#steps) {
      const look = Math.floor((at - beganAt) / LOOKS_EVERY_MS) + 1;
      if (beganAt + look * LOOKS_EVERY_MS <= this.#trial.now) sums.set(look, (sums.get(look) ?? 0) + ms);
    }
    return [...sums.values()].filter((ms) => Math.abs(ms) >= TOLD_MS);
  }

  async #restart({ downMs, isBoot, stepMs }: Extract<AnchorAct, { do: 'restart' }>): Promise<void> {
    const { world, now } = this.#trial;
    this.#run?.keeper.stop();
    world.stepWall(downMs + stepMs);
    if (isBoot) {
      this.#boot += 1;
      this.#monotonicLeadMs = downMs - now;
    } else this.#monotonicLeadMs += downMs;
    const isFirst = this.#leadMs === undefined;
    const isSameBoot = !isBoot && this.#isNamed;
    if (isFirst) this.#leadMs = world.wallMs() - now;
    else if (isSameBoot) this.#leadMs = Number(this.#leadMs) + downMs;
    else {
      const { steady_ms: steadyMs, wall_ms: wallMs } = this.#anchor();
      this.#leadMs = steadyMs + Math.max(0, world.wallMs() - wallMs) - now;
    }
    const time = await continueTime({
      store: this.#store,
      readClocks: () => ({
        bootId: this.#isNamed ? `boot ${this.#boot}` : undefined,
        monotonicMs: world.steadyMs() + this.#monotonicLeadMs,
        wallMs: world.wallMs(),
      }),
      worldAt: (offsetMs) => this.#worldAt(offsetMs),
    });
    this.#checkWritten();
    this.#steps = [];
    this.#told = [];
    const keeper = new AnchorKeeper({
      world: time.world,
      anchoredLeadMs: time.anchoredLeadMs,
      onStep: (byMs) => this.#told.push(byMs),
      write: async () => {
        if (this.#isRefused) return false;
        await this.#store.commit([time.anchor()]);
        this.#checkWritten();
        return true;
      },
    });
    this.#run = { world: time.world, keeper, beganAt: now };
    keeper.start();
  }

  /** The anchor has the time on both clocks. */
  #checkWritten(): void {
    const { world, now } = this.#trial;
    const { steady_ms: steadyMs, wall_ms: wallMs } = this.#anchor();
    this.#trial.same('written', [steadyMs, wallMs], [now + Number(this.#leadMs), world.wallMs()]);
  }

  #worldAt(offsetMs: number): RunWorld {
    const { world } = this.#trial;
    return {
      steadyMs: () => (world.steadyMs() + this.#monotonicLeadMs + offsetMs) as SteadyMs,
      wallMs: () => world.wallMs() as WallMs,
      after: (delayMs: number, task: () => void) => world.after(delayMs, task),
    } as RunWorld;
  }

  #anchor(): { readonly steady_ms: number; readonly wall_ms: number } {
    return JSON.parse(this.#store.get('meta', 'clock') ?? '');
  }
}
