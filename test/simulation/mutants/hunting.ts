/** Hunts for a defect in a process of its own with a time limit. */
import { execFile } from 'node:child_process';
import type { Catch, Hunt, Hunted } from './hunt.js';
import { type Mutant, RUNS_MAX } from './mutant.js';
import type { MutantBundle } from './mutant-bundle.js';

/** Histories make many objects that live for a moment, as scripts/fuzz.sh says. */
const YOUNG_GENERATION = '--max-semi-space-size=64';
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const HUNT_MS_MAX = 900_000;

/**
 * Hunts for a mutant in the histories that it has to be found in, or in others.
 *
 * @param mutant undefined for the product as it is
 */
export function huntFor(
  bundle: MutantBundle,
  mutant: Mutant | undefined,
  others: Partial<Hunt> = {},
): Promise<Hunted> {
  const hunt: Hunt = {
    model: mutant?.model ?? 'node',
    faults: mutant?.faults ?? 'heavy',
    seed: 1,
    runs: mutant?.runsMax ?? RUNS_MAX,
    ...(mutant === undefined ? {} : { caughtBy: mutant.caughtBy }),
    ...others,
  };
  return hunted(bundle.hunt, hunt, bundle.environmentOf(mutant));
}

/** The rules that the history breaks, each once. */
export function rulesBroken({ violations }: Catch): readonly string[] {
  return [...new Set(violations.map(({ invariant }) => invariant))];
}

/** Does the tasks, `atOnce` at a time. */
export async function inTurn<Task>(
  tasks: readonly Task[],
  atOnce: number,
  act: (task: Task) => Promise<void>,
): Promise<void> {
  const left = tasks[Symbol.iterator]();
  const worker = async () => {
    for (const task of left) await act(task);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Rejects if the hunt fails, or takes too long: then nothing is known of the defect. */
function hunted(program: string, hunt: Hunt, env: NodeJS.ProcessEnv): Promise<Hunted> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [YOUNG_GENERATION, program, JSON.stringify(hunt)],
      { env, timeout: HUNT_MS_MAX, maxBuffer: OUTPUT_BYTES_MAX, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => {
        if (error === null) resolve(JSON.parse(stdout) as Hunted);
        else reject(new Error(`a hunt came to nothing: ${stderr.slice(0, 2_000) || error.message}`));
      },
    );
  });
}
