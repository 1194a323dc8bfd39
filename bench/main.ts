/**
 * `npm run bench`: runs sections one after the other, each in a process of its own, and prints what they report.
 *
 * Status 0: every section ran, whether or not its targets were reached; 1: one failed; 2: the command is wrong.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type BenchCommand, parseCommand, USAGE, WrongCommand } from './command-line.js';
import { describeMachine } from './machine/machine.js';
import type { BenchReport, SectionResult } from './report/report.js';
import { PLAIN, printReport } from './report/tables.js';
import { runSection } from './run-section.js';
import { SECTIONS } from './sections/sections.js';

async function main(args: readonly string[]): Promise<number> {
  const command = commandOf(args);
  if (command === undefined) return 2;
  if (command.isList) {
    const width = Math.max(...SECTIONS.map(({ name }) => name.length));
    for (const { name, summary } of SECTIONS) process.stdout.write(`${name.padEnd(width)}  ${summary}\n`);
    return 0;
  }
  const report = await run(command);
  const json = `${JSON.stringify(report, undefined, 2)}\n`;
  if (command.out !== undefined) await writeFile(command.out, json);
  process.stdout.write(command.isJson ? json : printReport(report, PLAIN));
  return report.sections.some(({ failure }) => failure !== undefined) ? 1 : 0;
}

function commandOf(args: readonly string[]): BenchCommand | undefined {
  try {
    return parseCommand(args, SECTIONS);
  } catch (error) {
    if (!(error instanceof WrongCommand)) throw error;
    process.stderr.write(`bench: ${error.message}\n\n${USAGE}`);
    return undefined;
  }
}

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

process.exitCode = await main(process.argv.slice(2));
