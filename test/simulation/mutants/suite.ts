/**
 * `npm run mutants`: hunts for planted defects and prints what found each of them, and how long that took.
 */
import { availableParallelism } from 'node:os';
import type { Command } from '../../../src/cli/framework/command.js';
import { BAD, DONE } from '../../../src/cli/framework/exit-status.js';
import { processIo } from '../../../src/cli/framework/process-io.js';
import { runOwnProgram } from '../../../src/cli/framework/program.js';
import { messageOf } from '../../../src/errors/error-text.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';
import { suggestion } from '../../../src/node/config/suggestions.js';
import { BITES } from './faults/fault-bites.js';
import { FAULT_KINDS } from './faults/fault-kinds.js';
import { readFoundAt, writeFoundAt } from './found-at.js';
import type { Catch, Hunted } from './hunt.js';
import { huntFor, huntTogether, inTurn, rulesBroken } from './hunting.js';
import type { Mutant } from './mutant.js';
import { MutantBundle } from './mutant-bundle.js';
import { MUTANTS } from './mutants.js';

const AT_ONCE = Math.min(2, availableParallelism());
const BITES_RUNS = 120;
const WIDTHS = [40, 9, 5, 7, 48];
const NAMES = MUTANTS.map(({ name }) => name);

const suite: Command = {
  arguments: [{ name: 'MUTANT', description: 'Name of a planted defect. Default: all.', isRepeatable: true }],
  options: [
    {
      name: 'bites',
      description:
        'Show for each kind of fault a defect that histories with that fault alone find, and histories without any do not.',
    },
  ],
  about: [
    'Plants each defect in the product and lets the fuzzer loose on it: the history that found it last (found-at.json), then all from seed 1. Exit status 1 if a defect survives, if none of the rules that it breaks catches it, or if a kind of fault finds nothing.',
  ],
  examples: [['revoked-key-admitted', 'One of them.']],
  async run(given) {
    const unknown = given.words.find((name) => !NAMES.includes(name));
    if (unknown !== undefined)
      throw new ConfigError(`${unknown} is not a mutant${suggestion(unknown, NAMES)}`);
    const isAboutBites = given.has('bites');
    const all = isAboutBites ? Object.values(BITES) : NAMES;
    const wanted = given.words.length > 0 ? given.words.filter((name) => all.includes(name)) : all;
    const mutants = MUTANTS.filter(({ name }) => wanted.includes(name));
    const bundle = new MutantBundle(process.cwd(), mutants);
    try {
      if (isAboutBites) await showBites(bundle, mutants);
      else await showHunts(bundle, mutants);
    } finally {
      bundle.remove();
    }
    for (const one of complaints) say([one]);
    return complaints.length === 0 ? DONE : BAD;
  },
};

const began = performance.now();
const complaints: string[] = [];
process.exitCode = await runOwnProgram(
  { name: 'mutants', start: 'npm run mutants --', summary: 'Hunt for planted defects', command: suite },
  process.argv.slice(2),
  processIo(),
);

async function showHunts(bundle: MutantBundle, mutants: readonly Mutant[]): Promise<void> {
  say(['mutant', 'model', 'seed', 'time', 'caught by', 'what it breaks']);
  const foundAt = readFoundAt();
  const left = await showHuntsTogether(bundle, mutants, foundAt);
  await inTurn(left, AT_ONCE, async (mutant) => {
    try {
      const hunted = await huntFor(bundle, mutant, { first: foundAt.get(mutant.name) });
      if (hunted.caught !== undefined) foundAt.set(mutant.name, hunted.caught.seed);
      show(mutant, hunted);
    } catch (error) {
      complaints.push(`${mutant.name}: ${messageOf(error)}`);
    }
  });
  writeFoundAt(foundAt, NAMES);
  process.stdout.write(
    `\n${mutants.length - complaints.length} of ${mutants.length} mutants found in ${elapsed()}\n`,
  );
}

/** @returns those that were not found by the histories that found them last */
async function showHuntsTogether(
  bundle: MutantBundle,
  mutants: readonly Mutant[],
  foundAt: ReadonlyMap<string, number>,
): Promise<readonly Mutant[]> {
  const left = new Map(mutants.map((mutant) => [mutant.name, mutant]));
  const tries = mutants.flatMap((mutant) => {
    const seed = foundAt.get(mutant.name);
    return seed === undefined ? [] : [{ mutant, seed }];
  });
  const shares = Array.from({ length: AT_ONCE }, (_, share) =>
    tries.filter((_, at) => at % AT_ONCE === share),
  );
  await inTurn(shares, AT_ONCE, async (share) => {
    for await (const hunted of huntTogether(bundle, share)) {
      const { mutant: name, caught } = hunted;
      if (caught === undefined) continue;
      const mutant = left.get(name ?? '');
      if (mutant === undefined) {
        complaints.push(`with nothing planted, ${rulesBroken(caught).join(', ')} is broken`);
      } else if (isCaught(mutant, caught)) {
        left.delete(mutant.name);
        show(mutant, hunted);
      }
    }
  });
  return [...left.values()];
}

function isCaught({ caughtBy }: Mutant, caught: Catch): boolean {
  const rules = rulesBroken(caught);
  return caughtBy.some((rule) => rules.includes(rule));
}

function show(mutant: Mutant, { caught, tookMs }: Hunted): void {
  const { name, model = 'node', breaks, caughtBy } = mutant;
  const rules = caught === undefined ? [] : rulesBroken(caught);
  const by = caught === undefined ? 'SURVIVES' : rules.join(', ');
  say([name, model, caught === undefined ? '-' : `${caught.seed}`, inSeconds(tookMs), by, breaks]);
  if (caught === undefined) complaints.push(`${name} survives`);
  else if (!isCaught(mutant, caught))
    complaints.push(`${name} is caught by ${by}, and by none of ${caughtBy.join(', ')}`);
}

async function showBites(bundle: MutantBundle, mutants: readonly Mutant[]): Promise<void> {
  say(['without any fault', 'model', 'seed', 'time', 'caught by']);
  await inTurn(mutants, AT_ONCE, async (mutant) => {
    const { caught, tookMs } = await huntFor(bundle, mutant, { model: 'node', runs: BITES_RUNS, only: [] });
    say([mutant.name, 'node', '-', inSeconds(tookMs), caught === undefined ? 'survives' : 'FOUND']);
    if (caught !== undefined) complaints.push(`${mutant.name} is found without any fault`);
  });
  say(['with this fault alone', 'model', 'seed', 'time', 'caught by', 'mutant']);
  const kinds = FAULT_KINDS.filter((kind) => mutants.some(({ name }) => name === BITES[kind]));
  await inTurn(kinds, AT_ONCE, async (kind) => {
    const mutant = mutants.find(({ name }) => name === BITES[kind]);
    const others = { model: 'node', runs: BITES_RUNS, only: [kind] } as const;
    const { caught, tookMs } = await huntFor(bundle, mutant, others);
    const by = caught === undefined ? 'SURVIVES' : rulesBroken(caught).join(', ');
    say([kind, 'node', `${caught?.seed ?? '-'}`, inSeconds(tookMs), by, BITES[kind]]);
    if (caught === undefined) complaints.push(`${kind} does not find ${BITES[kind]}`);
  });
  process.stdout.write(`\n${kinds.length} kinds of fault, in ${elapsed()}\n`);
}

function elapsed(): string {
  return inSeconds(performance.now() - began);
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function say(cells: readonly string[]): void {
  const line = cells.map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0)).join(' ');
  process.stdout.write(`${line.trimEnd()}\n`);
}
