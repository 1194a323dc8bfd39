/**
 * `npm run bench`: runs sections one after the other, each in a process of its own, and prints what they
 * report.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Command } from '../src/cli/framework/command.js';
import { processIo } from '../src/cli/framework/process-io.js';
import { runOwnProgram } from '../src/cli/framework/program.js';
import { BENCH_SYNTAX, type BenchCommand, benchCommand } from './command-line.js';
import { describeMachine } from './machine/machine.js';
import { type BenchReport, isKept, type SectionResult } from './report/report.js';
import { PLAIN, printReport } from './report/tables.js';
import { runSection } from './run-section.js';
import { SECTIONS } from './sections/sections.js';

const bench: Command = {
  ...BENCH_SYNTAX,
  about: [
    'Each section runs in a process of its own. A figure is a median over rounds; the things compared run in turn within each round. The exit status is 0 if every section ran, whether or not its targets were reached; only a broken promise of the section providers is a failure, too.',
  ],
  examples: [
    ['read --quick', 'Does it work?'],
    ['read --only nginx --out read.json', 'One section against one other server.'],
  ],
  async run(given, { out }) {
    const command = benchCommand(given, SECTIONS);
    if (command.isList) {
      const width = Math.max(...SECTIONS.map(({ name }) => name.length));
      for (const { name, summary } of SECTIONS) out.write(`${name.padEnd(width)}  ${summary}\n`);
      return 0;
    }
    const report = await run(command);
    const json = `${JSON.stringify(report, undefined, 2)}\n`;
    if (command.out !== undefined) await writeFile(command.out, json);
    out.write(command.isJson ? json : printReport(report, PLAIN));
    return report.sections.every(isKept) ? 0 : 1;
  },
};

async function run(command: BenchCommand): Promise<BenchReport> {
  const folder = command.folder ?? tmpdir();
  await mkdir(folder, { recursive: true });
  const machine = await describeMachine(folder);
  let current: ChildProcess | undefined;
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isStopped = true;
      current?.kill('SIGTERM');
    });
  }
  const results: SectionResult[] = [];
  for (const name of command.sections) {
    const section = SECTIONS.find((one) => one.name === name);
    if (section === undefined || isStopped) continue;
    process.stderr.write(`bench: ${name}\n`);
    results.push(
      await runSection(section, command, folder, (child) => {
        current = child;
      }),
    );
  }
  const { rounds, secondsPerRound, isQuick } = command;
  return { machine, rounds, secondsPerRound, isQuick, sections: results };
}

process.exitCode = await runOwnProgram(
  {
    name: 'bench',
    start: 'npm run bench --',
    summary: 'Measure the gateway beside other servers and limiters',
    command: bench,
  },
  process.argv.slice(2),
  processIo(),
);
