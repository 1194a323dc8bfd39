/**
 * Runs histories one after the other, each from a seed of its own, and tells what came of them.
 *
 *  1. Run n has the seed `seed` + n and nothing else of the campaign: it is the same run by itself.
 *  2. For a number of runs all that is told follows from the seed, save what is in `timing`.
 *  3. Every run that broke a rule is told. The first few of each rule are shrunk; after a run that did not
 *     end there is no further one.
 */
import { createHash, type Hash } from 'node:crypto';
import type { CoverageTally } from '../coverage/tally.js';
import type { FaultLevel, Model, Outcome, TraceLine, Watch } from '../model.js';
import { collectMoments } from '../moments/sometimes.js';
import { Random } from '../world/random.js';
import { type Patience, runBounded, thrown } from './bounded-run.js';
import { type Failure, type FoundRun, investigate, leavesRuins, withoutShrinking } from './failure.js';

const SHRINK_RUNS_MAX = 2_000;
/** Only if time ends the campaign anyway: elsewhere the outcome must not depend on how fast a machine is. */
const SHRINK_MS_MAX = 60_000;
const SHRUNK_OF_EACH_RULE_MAX = 3;

export interface CampaignPlan {
  readonly seed: number;
  /** Undefined if each run takes the level that follows from its seed. */
  readonly faults: FaultLevel | undefined;
  readonly until: { readonly runs: number } | { readonly ms: number };
  readonly keepGoing: boolean;
  /** Whether to tell a digest of all traces. */
  readonly digest: boolean;
  /** Whether each run is told with its trace, also if it broke no rule. */
  readonly traces: boolean;
}

/** The process that a campaign itself runs in. */
export interface CampaignEnvironment {
  /** Real time that passed, in ms; for progress and for ends by time. */
  elapsedMs(): number;
  /** Lets the event loop have its turn. */
  pause(): Promise<void>;
  /** Whether somebody wants it to end; asked between runs. */
  isStopped(): boolean;
  readonly patience: Patience;
}

export interface CampaignListener {
  progressed(state: CampaignState): void;
  failed(failure: Failure): void | Promise<void>;
  /** A run that is to be told with its trace has ended, or was given up. */
  traced(found: FoundRun): void;
}

export interface CampaignState {
  readonly runs: number;
  readonly runsByFaults: Readonly<Record<FaultLevel, number>>;
  readonly failures: number;
  /** How many runs broke each rule. */
  readonly broken: Readonly<Record<string, number>>;
  readonly simulatedMs: number;
  /** How often things happened, as the model names them. */
  readonly counts: Readonly<Record<string, number>>;
  /** How many steps are left of the history that is being shrunk. */
  readonly shrinkingSteps: number | undefined;
  /** SHA-256 over the lines of all traces, in hex; undefined if none was asked for. */
  readonly digest: string | undefined;
}

export type CampaignEnd = 'runs' | 'time' | 'failure' | 'stopped';

/**
 * The level of a run for which none is asked: of eight runs one has none, six light and one heavy. With light
 * faults a history finds twice as much: they leave a node alive that has more to do.
 */
export function faultsOf(seed: number): FaultLevel {
  return new Random(seed).fork('faults').weighted([
    [1, 'none'],
    [6, 'light'],
    [1, 'heavy'],
  ] as const);
}

export class Campaign {
  readonly #model: Model;
  readonly #plan: CampaignPlan;
  readonly #environment: CampaignEnvironment;
  readonly #tally: Pick<CoverageTally, 'add' | 'addMoment'>;
  readonly #listener: CampaignListener;
  readonly #runsByFaults: Record<FaultLevel, number> = { none: 0, light: 0, heavy: 0 };
  readonly #broken = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  #runs = 0;
  #failures = 0;
  #simulatedMs = 0;
  #shrinkingSteps: number | undefined;
  readonly #digest: Hash | undefined;

  constructor(
    model: Model,
    plan: CampaignPlan,
    environment: CampaignEnvironment,
    tally: Pick<CoverageTally, 'add' | 'addMoment'>,
    listener: CampaignListener,
  ) {
    this.#model = model;
    this.#plan = plan;
    this.#environment = environment;
    this.#tally = tally;
    this.#listener = listener;
    if (plan.digest) this.#digest = createHash('sha256');
  }

  async run(): Promise<CampaignEnd> {
    const { until, keepGoing } = this.#plan;
    for (;;) {
      const found = await this.#runOne();
      const failure = found && (await this.#look(found));
      if (failure) await this.#listener.failed(failure);
      this.#listener.progressed(this.state());
      await this.#environment.pause();
      if (this.#environment.isStopped()) return 'stopped';
      if (failure && (!keepGoing || leavesRuins(failure))) return 'failure';
      if ('runs' in until && this.#runs >= until.runs) return 'runs';
      if ('ms' in until && this.#environment.elapsedMs() >= until.ms) return 'time';
    }
  }

  state(): CampaignState {
    return {
      runs: this.#runs,
      runsByFaults: { ...this.#runsByFaults },
      failures: this.#failures,
      broken: sorted(this.#broken),
      simulatedMs: this.#simulatedMs,
      counts: sorted(this.#counts),
      shrinkingSteps: this.#shrinkingSteps,
      digest: this.#digest?.copy().digest('hex'),
    };
  }

  async #runOne(): Promise<FoundRun | undefined> {
    const seed = this.#plan.seed + this.#runs;
    const faults = this.#plan.faults ?? faultsOf(seed);
    this.#runs += 1;
    this.#runsByFaults[faults] += 1;
    const found = await this.#generateAndRun(seed, faults);
    this.#count(found.run.outcome);
    if (this.#plan.traces && found.isGenerated) this.#listener.traced(found);
    return found.run.outcome.violations.length === 0 ? undefined : found;
  }

  async #generateAndRun(seed: number, faults: FaultLevel): Promise<FoundRun> {
    let history: FoundRun['history'];
    try {
      history = this.#model.generate(seed, faults);
    } catch (error) {
      const none = { v: 1, model: this.#model.name, seed, faults, setup: null, steps: [] } as const;
      return { history: none, isGenerated: false, run: { ...thrown(error), hasEnded: true } };
    }
    const isKept = this.#plan.traces || this.#model.isRepeatable === false;
    const trace: TraceLine[] | undefined = isKept ? [] : undefined;
    const digest = this.#digest;
    const isTraced = trace !== undefined || digest !== undefined;
    const traced = (line: TraceLine) => {
      trace?.push(line);
      digest?.update(`${JSON.stringify(line)}\n`);
    };
    const watch: Watch = {
      machineStep: (step) => this.#tally.add(step, faults),
      ...(isTraced && { traced }),
    };
    const momentsThatCame = collectMoments();
    const run = await runBounded(this.#model, history, watch, this.#environment.patience);
    for (const moment of momentsThatCame()) this.#tally.addMoment(moment, faults);
    return { history, isGenerated: true, run, ...(trace && { trace }) };
  }

  #count({ violations, simulatedMs, counts }: Outcome): void {
    this.#simulatedMs += simulatedMs;
    for (const [name, count] of Object.entries(counts)) add(this.#counts, name, count);
    if (violations.length === 0) return;
    this.#failures += 1;
    for (const rule of new Set(violations.map(({ invariant }) => invariant))) add(this.#broken, rule, 1);
  }

  async #look(found: FoundRun): Promise<Failure> {
    const rule = found.run.outcome.violations[0]?.invariant ?? '';
    if ((this.#broken.get(rule) ?? 0) > SHRUNK_OF_EACH_RULE_MAX) return withoutShrinking(found);
    const { until } = this.#plan;
    const begunMs = this.#environment.elapsedMs();
    const isTimeUp = () =>
      this.#environment.isStopped() ||
      ('ms' in until && this.#environment.elapsedMs() - begunMs >= SHRINK_MS_MAX);
    this.#shrinkingSteps = found.history.steps.length;
    try {
      return await investigate(this.#model, found, {
        limits: { runsMax: SHRINK_RUNS_MAX, isTimeUp },
        patience: this.#environment.patience,
        pause: async () => {
          this.#listener.progressed(this.state());
          await this.#environment.pause();
        },
        shorter: (steps) => {
          this.#shrinkingSteps = steps;
        },
      });
    } finally {
      this.#shrinkingSteps = undefined;
    }
  }
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

function sorted(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
