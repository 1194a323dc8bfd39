/**
 * Runs histories until one breaks a rule that it looks for, in a process of its own:
 * a defect may well be one that never ends. Its only argument is a list of hunts, done in turn; what each
 * found goes to standard output as a line. The process ends early after a run that was given up.
 */
import { type Patience, runBounded } from '../../../simulation/campaign/bounded-run.js';
import { MODELS, type ModelName } from '../../../simulation/campaign/command/models.js';
import { collectRejections } from '../../../simulation/campaign/unawaited.js';
import type { NodeHistory } from '../../../simulation/history/node-history.js';
import type { FaultLevel, History, Model, Violation } from '../../../simulation/model.js';
import { httpViolations } from './edges/http-hunt.js';
import { type FaultKind, withOnly } from './faults/fault-kinds.js';
import { plant } from './mutant-bundle.js';

/** Less than a campaign has patience for, and fifty times what histories of the product do. */
const SIGNS_OF_LIFE_MAX = 200_000;

export interface Hunt {
  /** The defect's name; the product as it is if absent. */
  readonly mutant?: string | undefined;
  readonly model: ModelName | 'http';
  readonly faults: FaultLevel;
  readonly seed: number;
  readonly runs: number;
  /** Among these seeds the one that is tried first. */
  readonly first?: number | undefined;
  /** Takes all other kinds of fault out of the histories, which then are of the model `node`. */
  readonly only?: readonly FaultKind[];
  /** The hunt ends with a history that breaks one of them; any rule if absent. */
  readonly caughtBy?: readonly string[];
}

export interface Catch {
  readonly seed: number;
  /** In the order in which they were found. */
  readonly violations: readonly Violation[];
}

export interface Hunted {
  readonly mutant?: string | undefined;
  readonly caught: Catch | undefined;
  /** Without the start of the process. */
  readonly tookMs: number;
}

type Generate = (model: Model, seed: number) => History;

/** If no history breaks a rule of `caughtBy`, the first one that breaks any. */
async function hunt({ faults, only, caughtBy, ...about }: Hunt): Promise<Catch | undefined> {
  const isSought = ({ invariant }: Violation) => caughtBy === undefined || caughtBy.includes(invariant);
  const violationsAt =
    about.model === 'http'
      ? httpViolations
      : await violationsFrom(about.model, await generatorOf(about.model, faults, only, caughtBy), isSought);
  let byOthers: Catch | undefined;
  for (const seed of seedsOf(about)) {
    const violations = await violationsAt(seed);
    if (violations.length === 0) continue;
    const found: Catch = { seed, violations };
    if (violations.some(isSought)) return found;
    byOthers ??= found;
  }
  return byOthers;
}

/** Runs the history of a seed. */
async function violationsFrom(
  name: ModelName,
  generate: Generate,
  isSought: (violation: Violation) => boolean,
): Promise<(seed: number) => Promise<readonly Violation[]>> {
  const model = await MODELS[name]?.();
  if (model === undefined) throw new Error(`there is no model ${name}`);
  return (seed) => violationsOf(model, generate(model, seed), isSought);
}

/** Histories of parts are of the one whose rules are looked for: others would be in vain. */
async function generatorOf(
  name: ModelName,
  faults: FaultLevel,
  only: Hunt['only'],
  caughtBy: Hunt['caughtBy'],
): Promise<Generate> {
  if (name === 'part' && caughtBy !== undefined) {
    const { generatePartHistory } = await import('../../../simulation/models/part/part-history.js');
    const { PARTS } = await import('../../../simulation/models/part/parts.js');
    const names = PARTS.map(([, part]) => part.name);
    const sought = caughtBy.map((rule) => partOf(rule, names));
    const parts = PARTS.filter(([, part]) => sought.includes(part.name));
    return (_, seed) => generatePartHistory(seed, faults, parts) as History;
  }
  return (model, seed) => {
    const made = model.generate(seed, faults);
    return only === undefined ? made : (withOnly(made as NodeHistory, only) as History);
  };
}

/** Rules go by their parts; one name may begin with another. */
function partOf(rule: string, names: readonly string[]): string | undefined {
  return names
    .filter((name) => rule.startsWith(`${name}-`))
    .sort((one, other) => other.length - one.length)[0];
}

function* seedsOf({ seed, runs, first }: Pick<Hunt, 'seed' | 'runs' | 'first'>): Generator<number> {
  const seeds = Array.from({ length: runs }, (_, run) => seed + run);
  if (first !== undefined && seeds.includes(first)) yield first;
  yield* seeds.filter((other) => other !== first);
}

/** Those up to the first that is sought. */
async function violationsOf(
  model: Model,
  history: History,
  isSought: (violation: Violation) => boolean,
): Promise<readonly Violation[]> {
  const patience: Patience = (_, stuck) => {
    const idle = () => stuck('it waits, and there is nothing left that could wake it');
    const rejections = collectRejections();
    process.once('beforeExit', idle);
    return () => {
      process.off('beforeExit', idle);
      return rejections();
    };
  };
  const { outcome, hasEnded } = await runBounded(
    model,
    history,
    { isEnough: isSought },
    patience,
    SIGNS_OF_LIFE_MAX,
  );
  haveEnded &&= hasEnded;
  return outcome.violations;
}

let haveEnded = true;
for (const one of JSON.parse(process.argv[2] ?? '') as Hunt[]) {
  plant(one.mutant);
  const began = performance.now();
  const caught = await hunt(one);
  const hunted: Hunted = { mutant: one.mutant, caught, tookMs: Math.round(performance.now() - began) };
  await new Promise((written) => process.stdout.write(`${JSON.stringify(hunted)}\n`, written));
  if (!haveEnded) break;
}
process.exit();
