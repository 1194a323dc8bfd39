/** Runs a section in a process and a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchCommand } from './command-line.js';
import type { SectionResult } from './report.js';
import type { BenchOptions, Section, SectionReport } from './section.js';

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
  const { rounds, secondsPerRound, isQuick, only } = command;
  const options = { rounds, secondsPerRound, isQuick, only, folder };
  const began = performance.now();
  try {
    const report = await reportOf(section, options, started);
    return { name, summary, tookSeconds: secondsSince(began), report };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { name, summary, tookSeconds: secondsSince(began), failure };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 1000);
}

function reportOf(
  { name, nodeOptions = [] }: Section,
  options: Omit<BenchOptions, 'progress'>,
  started: (child: ChildProcess) => void,
): Promise<SectionReport> {
  return new Promise((resolve, reject) => {
    // Standard output is for the report alone.
    const child = spawn(process.execPath, [...nodeOptions, PROCESS, name, JSON.stringify(options)], {
      stdio: ['ignore', 2, 'inherit', 'ipc'],
    });
    started(child);
    let report: SectionReport | undefined;
    child.on('message', (message) => {
      report = message as SectionReport;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (report !== undefined) resolve(report);
      else reject(new Error(`its process ended with ${signal ?? code}; standard error says more`));
    });
  });
}
