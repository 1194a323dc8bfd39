/**
 * `npm run mutants`: hunts for every planted defect and prints what found it, and how long that took. Arguments
 * are names of mutants; none stands for all. With `--bites` alone it shows that every kind of fault bites: for each
 * a mutant that histories with that one kind of fault find, and histories without any do not.
 *
 * Ends with status 1 where a defect survives its histories, none of the rules that it breaks catches it, or a kind
 * of fault does not bite.
 */
import { availableParallelism } from 'node:os';
import { BITES } from './fault-bites.js';
import { FAULT_KINDS } from './fault-kinds.js';
import type { Hunted } from './hunt.js';
import { huntFor, inTurn, rulesBroken } from './hunting.js';
import type { Mutant } from './mutant.js';
import { MutantTrees } from './mutant-trees.js';
import { MUTANTS } from './mutants.js';

const AT_ONCE = Math.min(2, availableParallelism());
const BITES_RUNS = 120;
const WIDTHS = [40, 9, 5, 7, 48];

const wanted = process.argv.slice(2);
const isAboutBites = wanted.length === 1 && wanted[0] === '--bites';
const biting = new Set(Object.values(BITES));
const mutants = MUTANTS.filter(({ name }) =>
  isAboutBites ? biting.has(name) : wanted.length === 0 || wanted.includes(name),
);
if (!isAboutBites && wanted.some((name) => mutants.every((mutant) => mutant.name !== name))) {
  process.stderr.write(`not a mutant: ${wanted.join(' ')}\n`);
  process.exit(2);
}
const began = performance.now();
const trees = new MutantTrees(process.cwd(), mutants);
const complaints: string[] = [];
try {
  if (isAboutBites) await showBites();
  else await showHunts();
} finally {
  trees.remove();
}
for (const one of complaints) process.stdout.write(`${one}\n`);
process.exitCode = complaints.length === 0 ? 0 : 1;

async function showHunts(): Promise<void> {
  say(['mutant', 'model', 'seed', 'time', 'caught by', 'what it breaks']);
  await inTurn(mutants, AT_ONCE, async (mutant) => show(mutant, await huntFor(trees, mutant)));
  process.stdout.write(
    `\n${mutants.length - complaints.length} of ${mutants.length} mutants found in ${elapsed()}\n`,
  );
}

/** Every hunt begins with seed 1, so the seed is also the number of histories it took. */
function show({ name, model = 'node', breaks, caughtBy }: Mutant, { caught, tookMs }: Hunted): void {
  const rules = caught === undefined ? [] : rulesBroken(caught);
  const by = caught === undefined ? 'SURVIVES' : rules.join(', ');
  say([name, model, caught === undefined ? '-' : `${caught.seed}`, inSeconds(tookMs), by, breaks]);
  if (caught === undefined) complaints.push(`${name} survives`);
  else if (!caughtBy.some((rule) => rules.includes(rule)))
    complaints.push(`${name} is caught by ${by}, and by none of ${caughtBy.join(', ')}`);
}

async function showBites(): Promise<void> {
  say(['without any fault', 'model', 'seed', 'time', 'caught by']);
  await inTurn(mutants, AT_ONCE, async (mutant) => {
    const { caught, tookMs } = await huntFor(trees, mutant, { model: 'node', runs: BITES_RUNS, only: [] });
    say([mutant.name, 'node', '-', inSeconds(tookMs), caught === undefined ? 'survives' : 'FOUND']);
    if (caught !== undefined) complaints.push(`${mutant.name} is found without any fault`);
  });
  say(['with this fault alone', 'model', 'seed', 'time', 'caught by', 'mutant']);
  await inTurn(FAULT_KINDS, AT_ONCE, async (kind) => {
    const mutant = mutants.find(({ name }) => name === BITES[kind]);
    const others = { model: 'node', runs: BITES_RUNS, only: [kind] } as const;
    const { caught, tookMs } = await huntFor(trees, mutant, others);
    const by = caught === undefined ? 'SURVIVES' : rulesBroken(caught).join(', ');
    say([kind, 'node', `${caught?.seed ?? '-'}`, inSeconds(tookMs), by, BITES[kind]]);
    if (caught === undefined) complaints.push(`${kind} does not find ${BITES[kind]}`);
  });
  process.stdout.write(`\n${FAULT_KINDS.length} kinds of fault, in ${elapsed()}\n`);
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
