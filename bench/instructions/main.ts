/**
 * `npm run instructions`: counts the instructions of the workloads and compares them with the stored counts.
 */
import { availableParallelism } from 'node:os';
import type { Command, CommandIo } from '../../src/cli/framework/command.js';
import { BAD, DONE } from '../../src/cli/framework/exit-status.js';
import { processIo } from '../../src/cli/framework/process-io.js';
import { runOwnProgram } from '../../src/cli/framework/program.js';
import { ConfigError } from '../../src/node/config/start-refused.js';
import { hasValgrind } from './cachegrind.js';
import { type ComparedCost, compare, leftOver, TOLERANCE } from './compare.js';
import { countAll } from './count.js';
import { PLATFORM, readExpected, storeExpected } from './expected-costs.js';
import { WORKLOADS } from './workloads.js';

const instructions: Command = {
  arguments: [],
  options: [
    { name: 'store', description: 'Store the counts as the expected ones.' },
    {
      name: 'only',
      placeholder: 'WORD',
      description: 'Count only the workloads that have the word in their names.',
    },
  ],
  about: [
    'Counts the instructions of each workload with valgrind and compares them with the stored counts. docs/instruction-counts.md tells more.',
    'Exit status: 0 all is as expected; 1 something is not, or is not stored; 2 nothing can be counted.',
  ],
  examples: [
    ['--only read', 'Count what a read costs.'],
    ['--store', 'Keep new counts that are meant to be so.'],
  ],
  async run(given, io) {
    const path = io.environment.TOLLGATE_EXPECTED_INSTRUCTIONS;
    if (path === undefined) throw new Error('to be started by scripts/instructions.sh');
    if (!hasValgrind())
      throw new ConfigError('valgrind, which counts, is not installed (on Debian: apt-get install valgrind)');
    const only = given.value('only') ?? '';
    const workloads = WORKLOADS.filter(({ name }) => name.includes(only));
    const began = performance.now();
    const costs = await countAll(workloads, availableParallelism());
    const counted = Object.fromEntries(
      workloads.map(({ name }, at) => [name, costs[at] as (typeof costs)[number]]),
    );
    const expected = readExpected(path) ?? {};
    const compared = compare(counted, expected);
    io.out.write(table(compared));
    io.out.write(`\n${PLATFORM}, ${Math.round((performance.now() - began) / 1000)} s\n`);
    if (!given.has('store')) return tell(compared, only === '' ? leftOver(counted, expected) : [], io);
    storeExpected(path, only === '' ? counted : { ...expected, ...counted });
    io.out.write('Stored.\n');
    return DONE;
  },
};

process.exitCode = await runOwnProgram(
  {
    name: 'instructions',
    start: 'npm run instructions --',
    summary: 'Count the instructions of the workloads',
    command: instructions,
  },
  process.argv.slice(2),
  processIo(),
);

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

/** @param gone workloads that are stored and exist no more */
function tell(compared: readonly ComparedCost[], gone: readonly string[], { out }: CommandIo): number {
  const has = (finding: ComparedCost['finding']) => compared.some((one) => one.finding === finding);
  const percent = 100 * TOLERANCE;
  const store = 'npm run instructions -- --store';
  if (has('more')) out.write(`Something costs over ${percent} % more than is stored.\n`);
  if (has('less'))
    out.write(`Something costs over ${percent} % less than is stored: keep it so with ${store}\n`);
  if (has('not stored')) out.write(`Nothing is stored of some workloads for ${PLATFORM}: ${store}\n`);
  if (gone.length > 0) out.write(`Stored, but counted no more: ${gone.join(', ')}: ${store}\n`);
  return compared.every(({ finding }) => finding === 'as expected') && gone.length === 0 ? DONE : BAD;
}
