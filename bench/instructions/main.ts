/**
 * `npm run instructions`: counts the instructions of the workloads and holds them against the stored figures.
 *
 * Options: --store writes what was counted; --only WORD counts the workloads with the word in their name alone.
 * Exit status: 0 where all is as expected, 1 where something is not or nothing is stored, 2 where it cannot be told.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { hasValgrind } from './cachegrind.js';
import { type ComparedCost, compare, leftOver, TOLERANCE } from './compare.js';
import { countAll } from './count.js';
import { PLATFORM, readExpected, storeExpected } from './expected-costs.js';
import { WORKLOADS } from './workloads.js';

const { values: options } = parseArgs({
  options: { store: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const path = process.env.TOLLGATE_EXPECTED_INSTRUCTIONS;
if (path === undefined) throw new Error('to be started by scripts/instructions.sh');

if (!hasValgrind()) {
  process.stderr.write(
    'Instructions are counted by valgrind, which is not installed (on Debian: apt-get install valgrind).\n',
  );
  process.exit(2);
}
const workloads = WORKLOADS.filter(({ name }) => name.includes(options.only));
const began = performance.now();
const costs = await countAll(workloads, availableParallelism());
const counted = Object.fromEntries(
  workloads.map(({ name }, at) => [name, costs[at] as (typeof costs)[number]]),
);
const expected = readExpected(path) ?? {};
const compared = compare(counted, expected);
process.stdout.write(table(compared));
process.stdout.write(`\n${PLATFORM}, ${Math.round((performance.now() - began) / 1000)} s\n`);
if (options.store) {
  storeExpected(path, options.only === '' ? counted : { ...expected, ...counted });
  process.stdout.write('Stored.\n');
} else {
  process.exitCode = tell(compared);
}

function table(compared: readonly ComparedCost[]): string {
  const rows = [
    ['an operation of', 'instructions expected', 'counted', '', 'bytes expected', 'counted', ''],
    ...compared.map(({ name, expected, counted, finding }) => [
      name,
      print(expected?.instructions),
      print(counted.instructions),
      change(expected?.instructions, counted.instructions),
      print(expected?.bytes),
      print(counted.bytes),
      finding,
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, column))
      .join('  ')
      .trimEnd();
  return `${rows.map(line).join('\n')}\n`;
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 || column === 6 ? cell.padEnd(width) : cell.padStart(width);
}

function print(count: number | undefined): string {
  return count === undefined ? '-' : count.toLocaleString('en-US');
}

function change(expected: number | undefined, counted: number): string {
  if (expected === undefined) return '';
  const percent = (100 * (counted - expected)) / expected;
  return `${percent < 0 ? '' : '+'}${percent.toFixed(1)} %`;
}

function tell(compared: readonly ComparedCost[]): number {
  const has = (finding: ComparedCost['finding']) => compared.some((one) => one.finding === finding);
  const percent = 100 * TOLERANCE;
  const store = 'npm run instructions -- --store';
  if (has('more')) process.stdout.write(`Something costs over ${percent} % more than is stored.\n`);
  if (has('less'))
    process.stdout.write(`Something costs over ${percent} % less than is stored: keep it so with ${store}\n`);
  if (has('not stored'))
    process.stdout.write(`Nothing is stored of some workloads for ${PLATFORM}: ${store}\n`);
  const gone = options.only === '' ? leftOver(counted, expected) : [];
  if (gone.length > 0) process.stdout.write(`Stored, but counted no more: ${gone.join(', ')}: ${store}\n`);
  return compared.every(({ finding }) => finding === 'as expected') && gone.length === 0 ? 0 : 1;
}
