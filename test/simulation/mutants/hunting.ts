/** Hunts for a defect in a tree, in a process of its own with a time limit. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Catch, Hunt, Hunted } from './hunt.js';
import { type Mutant, RUNS_MAX } from './mutant.js';
import type { MutantTrees } from './mutant-trees.js';

const PROGRAM = 'test/simulation/mutants/hunt.js';
/** Histories make many objects that live for a moment, as scripts/fuzz.sh says. */
const YOUNG_GENERATION = '--max-semi-space-size=64';
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const HUNT_MS_MAX = 900_000;

/**
 * Hunts for a mutant in the histories that it has to be found in, or in others.
 *
 * @param mutant undefined for the product as it is
 */
export async function huntFor(
  trees: MutantTrees,
  mutant: Mutant | undefined,
  others: Partial<Hunt> = {},
): Promise<Hunted> {
  const { folder, remove } = trees.tree(mutant);
  const hunt: Hunt = {
    model: mutant?.model ?? 'node',
    faults: mutant?.faults ?? 'heavy',
    seed: 1,
    runs: mutant?.runsMax ?? RUNS_MAX,
    ...(mutant === undefined ? {} : { caughtBy: mutant.caughtBy }),
    ...others,
  };
  try {
    return await hunted(folder, hunt);
  } finally {
    remove();
  }
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
function hunted(folder: string, hunt: Hunt): Promise<Hunted> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [YOUNG_GENERATION, join(folder, PROGRAM), JSON.stringify(hunt)],
      { timeout: HUNT_MS_MAX, maxBuffer: OUTPUT_BYTES_MAX, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => {
        if (error === null) resolve(JSON.parse(stdout) as Hunted);
        else reject(new Error(`a hunt came to nothing: ${stderr.slice(0, 2_000) || error.message}`));
      },
    );
  });
}
