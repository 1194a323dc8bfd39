/** Runs a section in a process and a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchCommand } from './command-line.js';
import type { SectionOutcome, SectionResult } from './report/report.js';
import type { BenchOptions, Section } from './section.js';

const PROCESS = fileURLToPath(new URL('./section-process.js', import.meta.url));

/** @param below the folder in which the section's own is made */
export async function runSection(
  section: Section,
  command: BenchCommand,
  below: string,
  started: (child: ChildProcess) => void,
): Promise<SectionResult> {
  const { name, summary } = section;
  const folder = await mkdtemp(join(below, `tollgate-bench-${name}-`));
  const { rounds, secondsPerRound, minutes, isQuick, only } = command;
  const options = { rounds, secondsPerRound, minutes, isQuick, only, folder };
  const began = performance.now();
  const outcome = await outcomeOf(section, options, started);
  await rm(folder, { recursive: true, force: true });
  return { name, summary, tookSeconds: Math.round((performance.now() - began) / 1000), ...outcome };
}

function outcomeOf(
  { name, nodeOptions = [] }: Section,
  options: Omit<BenchOptions, 'progress'>,
  started: (child: ChildProcess) => void,
): Promise<SectionOutcome> {
  return new Promise((resolve, reject) => {
    // Standard output is for the report alone.
    const child = spawn(process.execPath, [...nodeOptions, PROCESS, name, JSON.stringify(options)], {
      stdio: ['ignore', 2, 'inherit', 'ipc'],
    });
    started(child);
    let outcome: SectionOutcome | undefined;
    child.on('message', (message) => {
      outcome = message as SectionOutcome;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve(outcome ?? { failure: `its process ended with ${signal ?? code}; standard error says more` });
    });
  });
}
