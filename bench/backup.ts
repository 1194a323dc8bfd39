/**
 * Section `backup`: what a node takes while it is backed up, against what it takes in the same round without.
 *
 * Backups are made one after the other for as long as the load lasts, by the command as an operator runs it, beside the
 * two cores of node and load. The last one is restored and verified, and a node started on it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  applyPacedLoad,
  type PacedLoad,
  type PacedResult,
  pacedOddity,
  pacedRow,
  writeLines,
} from './paced-load.js';
import { unpinnedNote } from './pinning.js';
import { type BenchOptions, type Section, type SectionReport, spread } from './section.js';
import { seedFolder } from './seed.js';
import { authorizationLines, numbersFrom } from './seeded-keys.js';
import type { ServerProcess } from './server-process.js';
import { HIGHEST_RPM, startTollgate } from './tollgate-server.js';
import { assertWrk } from './wrk.js';

const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url));
const SEED = 61;
const KEYS = 100_000;
const KEYS_QUICK = 20_000;
/** Keys that the load uses. */
const CLIENTS = 5_000;
const CREDITS_MICRO_DA = 1e14;
const WARM_UP_SECONDS = 2;
const OPEN_JOBS_MAX = '1000000';
const SUBMIT = JSON.stringify({ model: 'sim/video-slow', prompt: 'a lighthouse in the rain', seconds: 8 });
const RATIO_MIN = 0.8;

type Kind = 'reads' | 'submits';
const KINDS: readonly Kind[] = ['reads', 'submits'];

interface Round {
  readonly alone: PacedResult;
  readonly backedUp: PacedResult;
}

export const backup: Section = {
  name: 'backup',
  summary: 'reads and submits while backups are made one after the other, against the same load without',
  run,
};

async function run(options: BenchOptions): Promise<SectionReport> {
  assertWrk();
  const { folder, isQuick, progress, rounds, secondsPerRound } = options;
  progress('seeding');
  const data = join(folder, 'data');
  const keys = isQuick ? KEYS_QUICK : KEYS;
  const groups = [{ keys, rateLimitRpm: HIGHEST_RPM, creditsMicroDa: CREDITS_MICRO_DA }];
  await seedFolder(data, { seed: SEED, groups });
  const loads = await prepareLoads(folder);
  const backups = new Backups(data, join(folder, 'backup'));
  const found: Record<Kind, Round[]> = { reads: [], submits: [] };
  const server = await startTollgate({ data, args: ['--open-jobs-max', OPEN_JOBS_MAX] });
  try {
    for (const kind of KINDS) await applyPacedLoad(server, { ...loads[kind], seconds: WARM_UP_SECONDS });
    backups.begin();
    await backups.end();
    for (let round = 1; round <= rounds; round++) {
      for (const kind of KINDS) {
        progress(`round ${round} of ${rounds}: ${kind}`);
        const load = { ...loads[kind], seconds: secondsPerRound };
        found[kind].push(await measure(server, load, backups, { round, rounds }));
      }
    }
  } finally {
    await server.stop();
  }
  progress('restoring the last backup');
  const restored = await restoreLast(backups.last, join(folder, 'restored'));
  return reportOn(found, backups, [...restored, `${keys} keys.`]);
}

async function prepareLoads(folder: string): Promise<Record<Kind, Omit<PacedLoad, 'seconds'>>> {
  const headers = await writeLines(
    join(folder, 'clients'),
    authorizationLines(SEED, numbersFrom(0, CLIENTS)),
  );
  return {
    reads: { headers, paths: await writeLines(join(folder, 'credits'), ['/v1/credits']) },
    submits: {
      headers,
      paths: await writeLines(join(folder, 'videos'), ['/v1/videos']),
      method: 'POST',
      body: SUBMIT,
    },
  };
}

/**
 * One after the other, in an order that changes with the round. A backup may take longer than the load lasts; so in each
 * round the load begins at another part of it, and over the rounds meets all of them.
 */
async function measure(
  server: ServerProcess,
  load: PacedLoad,
  backups: Backups,
  { round, rounds }: { readonly round: number; readonly rounds: number },
): Promise<Round> {
  const isBackedUpFirst = round % 2 === 0;
  const backedUp = async () => {
    const seconds = spread(backups.seconds).median;
    backups.begin();
    try {
      await delay(((round - 1) / rounds) * seconds * 1_000);
      return await applyPacedLoad(server, load);
    } finally {
      await backups.end();
    }
  };
  if (isBackedUpFirst) {
    const first = await backedUp();
    return { backedUp: first, alone: await applyPacedLoad(server, load) };
  }
  const alone = await applyPacedLoad(server, load);
  return { alone, backedUp: await backedUp() };
}

/** Makes one backup after the other between `begin` and `end`, and keeps the last one that was made whole. */
class Backups {
  readonly #data: string;
  readonly #target: string;
  #made = 0;
  #isWanted = false;
  #underWay: Promise<void> = Promise.resolve();
  #last: string | undefined;
  readonly seconds: number[] = [];

  constructor(data: string, target: string) {
    this.#data = data;
    this.#target = target;
  }

  get last(): string {
    if (this.#last === undefined) throw new Error('no backup was made');
    return this.#last;
  }

  begin(): void {
    this.#isWanted = true;
    this.#underWay = this.#make();
    this.#underWay.catch(() => {});
  }

  /** Resolves when the backup under way is made. */
  async end(): Promise<void> {
    this.#isWanted = false;
    await this.#underWay;
  }

  async #make(): Promise<void> {
    do {
      const target = `${this.#target}-${this.#made++}`;
      const begun = performance.now();
      await runCommand(['backup', target, '--data', this.#data]);
      this.seconds.push((performance.now() - begun) / 1_000);
      if (this.#last !== undefined) await rm(this.#last, { recursive: true });
      this.#last = target;
    } while (this.#isWanted);
  }
}

/** Rejects, with what it wrote, where it does not end with status 0. */
async function runCommand(args: readonly string[]): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`tollgate ${args[0]} ended with ${signal ?? code}: ${output.trim()}`);
  return output;
}

/** What the restore says, which verifies; then a node is started on the folder. */
async function restoreLast(source: string, data: string): Promise<readonly string[]> {
  const said = await runCommand(['restore', source, '--data', data]);
  const { size } = await stat(join(source, 'tollgate.mdb'));
  const server = await startTollgate({ data });
  await server.stop();
  return [
    `The last backup, ${(size / 1e6).toFixed(0)} MB, was restored, and a node started on it: ${said.split('\n')[0]}`,
  ];
}

function reportOn(found: Record<Kind, Round[]>, backups: Backups, notes: readonly string[]): SectionReport {
  const seconds = spread(backups.seconds);
  return {
    rows: KINDS.flatMap((kind) => [
      pacedRow(
        kind,
        found[kind].map(({ alone }) => alone),
      ),
      pacedRow(
        `${kind}, backed up`,
        found[kind].map(({ backedUp }) => backedUp),
      ),
    ]),
    verdicts: KINDS.map((kind) => {
      const ratios = spread(
        found[kind].map(({ alone, backedUp }) => backedUp.requestsPerSecond / alone.requestsPerSecond),
      );
      return {
        what: `${kind}/s while backed up, against without`,
        value: ratios.median,
        spread: ratios,
        target: { atLeast: RATIO_MIN },
      };
    }),
    notes: [
      ...notes,
      `${backups.seconds.length} backups were made meanwhile, each verified, in ${seconds.median.toFixed(1)} s (${seconds.least.toFixed(1)} to ${seconds.greatest.toFixed(1)}).`,
      ...KINDS.flatMap((kind) =>
        pacedOddity(
          kind,
          found[kind].flatMap(({ alone, backedUp }) => [alone, backedUp]),
        ),
      ),
      ...[unpinnedNote() ?? []].flat(),
    ],
  };
}
