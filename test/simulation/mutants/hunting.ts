/** Hunts for defects in processes with a time limit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Catch, Hunt, Hunted } from './hunt.js';
import { type Mutant, RUNS_MAX } from './mutant.js';
import type { MutantBundle } from './mutant-bundle.js';

/** Histories make many objects that live for a moment, as scripts/fuzz.sh says. */
const YOUNG_GENERATION = '--max-semi-space-size=64';
const HUNT_MS_MAX = 900_000;
const HUNT_OF_MANY_MS_MAX = 60_000;

/**
 * Hunts for a mutant in the histories that it has to be found in, or in others, in a process of its own.
 *
 * @param mutant undefined for the product as it is
 * @throws if the process fails, or takes too long: then nothing is known of the defect
 */
export async function huntFor(
  bundle: MutantBundle,
  mutant: Mutant | undefined,
  others: Partial<Hunt> = {},
): Promise<Hunted> {
  const env = bundle.environmentOf(mutant);
  for await (const hunted of hunt(bundle, [{ ...huntOf(mutant), ...others }], HUNT_MS_MAX, env))
    return hunted;
  throw new Error('a hunt ended without a word');
}

/**
 * Tries one history for each mutant, in one process: most of a hunt that succeeds at once is the start of its
 * process, and code that is not compiled yet. A defect that stays hidden here may yet be found in a process
 * of its own: the program may have kept what the defect is in since it started. The product as it is comes
 * first and last: what breaks a rule there has been left behind by a defect, or is one of the product's own.
 */
export async function* huntTogether(
  bundle: MutantBundle,
  tries: readonly { readonly mutant: Mutant; readonly seed: number }[],
): AsyncGenerator<Hunted> {
  const models = [...new Set(tries.map(({ mutant }) => huntOf(mutant).model))];
  const product = models.map((model): Hunt => ({ ...huntOf(undefined), model, runs: 2 }));
  const left = new Map(tries.map(({ mutant, seed }) => [mutant.name, { ...huntOf(mutant), seed, runs: 1 }]));
  while (left.size > 0) {
    try {
      const hunts = [...product, ...left.values(), ...product];
      for await (const hunted of hunt(bundle, hunts, HUNT_OF_MANY_MS_MAX, process.env)) {
        if (hunted.mutant !== undefined) left.delete(hunted.mutant);
        yield hunted;
      }
    } catch (error) {
      if (left.size === 0) throw error;
      // The first that is left ended the process, or never ends.
      for (const name of [...left.keys()].slice(0, 1)) left.delete(name);
    }
  }
}

function huntOf(mutant: Mutant | undefined): Hunt {
  return {
    mutant: mutant?.name,
    model: mutant?.model ?? 'node',
    faults: mutant?.faults ?? 'heavy',
    seed: 1,
    runs: mutant?.runsMax ?? RUNS_MAX,
    ...(mutant === undefined ? {} : { caughtBy: mutant.caughtBy }),
  };
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

/** @throws if the process fails, or is silent for too long */
async function* hunt(
  bundle: MutantBundle,
  hunts: readonly Hunt[],
  silenceMsMax: number,
  env: NodeJS.ProcessEnv,
): AsyncGenerator<Hunted> {
  const child = spawn(process.execPath, [YOUNG_GENERATION, bundle.hunt, JSON.stringify(hunts)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaint = text(child.stderr);
  const ended = once(child, 'close');
  const silence = setTimeout(() => child.kill('SIGKILL'), silenceMsMax);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      silence.refresh();
      yield JSON.parse(line) as Hunted;
    }
  } finally {
    clearTimeout(silence);
    child.kill('SIGKILL');
  }
  const [status, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  if (status !== 0) throw new Error(`a hunt came to nothing: ${(await complaint).slice(0, 2_000) || signal}`);
}
