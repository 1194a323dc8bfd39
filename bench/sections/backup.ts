/**
 * Section `backup`: what a node takes while it is backed up, against what it takes in the same round without.
 *
 * Backups are made one after the other, by the command as an operator runs it, pinned to no core. They stand
 * still (SIGSTOP) while the load is alone, so that the two are taken right after each other on the same node,
 * and over the rounds meet all parts of a backup. The last one is restored and verified, and a node started
 * on it.
 */
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  applyPacedLoad,
  type PacedLoad,
  type PacedResult,
  pacedOddity,
  pacedRow,
  writeLines,
} from '../load/paced-load.js';
import { assertWrk } from '../load/wrk.js';
import { unpinnedNote } from '../machine/pinning.js';
import { sharedNote } from '../machine/shared-machine.js';
import {
  type BenchOptions,
  type Row,
  type Section,
  type SectionReport,
  spread,
  type Verdict,
} from '../section.js';
import { seedFolder } from '../seeding/seed.js';
import { authorizationLines, numbersFrom } from '../seeding/seeded-keys.js';
import type { ServerProcess } from '../servers/server-process.js';
import { HIGHEST_RPM, startTollgate } from '../servers/tollgate-server.js';
import { Backups, runCommand } from './backup/backups.js';

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
    for (let round = 1; round <= rounds; round++) {
      for (const kind of KINDS) {
        progress(`round ${round} of ${rounds}: ${kind}`);
        const load = { ...loads[kind], seconds: secondsPerRound };
        found[kind].push(await measure(server, load, backups, round % 2 === 0));
      }
    }
    await backups.end();
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
 * One after the other, in an order that changes with the round; backups stand still while the load is alone.
 */
async function measure(
  server: ServerProcess,
  load: PacedLoad,
  backups: Backups,
  isBackedUpFirst: boolean,
): Promise<Round> {
  const alone = async () => {
    await backups.hold();
    const result = await applyPacedLoad(server, load);
    backups.goOn();
    return result;
  };
  if (isBackedUpFirst) {
    const first = await applyPacedLoad(server, load);
    return { backedUp: first, alone: await alone() };
  }
  const first = await alone();
  return { alone: first, backedUp: await applyPacedLoad(server, load) };
}

/** The output of the restore, which verifies; then a node is started on the folder. */
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
  return {
    rows: KINDS.flatMap((kind) => [
      rowOf(
        kind,
        found[kind].map(({ alone }) => alone),
      ),
      rowOf(
        `${kind}, backed up`,
        found[kind].map(({ backedUp }) => backedUp),
      ),
    ]),
    verdicts: KINDS.flatMap((kind) => [
      verdictOf(found[kind], `${kind}/s while backed up, against without`, (one) => one.requestsPerSecond, {
        atLeast: RATIO_MIN,
      }),
      verdictOf(
        found[kind],
        `CPU per request, ${kind} while backed up, against without`,
        (one) => one.cpuUsPerRequest,
      ),
      verdictOf(found[kind], `p99 of ${kind} while backed up, against without`, (one) => one.p99Us),
    ]),
    notes: [
      ...notes,
      `${backups.made} backups were made meanwhile, each verified.`,
      ...KINDS.flatMap((kind) =>
        pacedOddity(
          kind,
          found[kind].flatMap(({ alone, backedUp }) => [alone, backedUp]),
        ),
      ),
      ...sharedNote(KINDS.flatMap((kind) => found[kind].map(({ alone }) => alone.elsewhere))),
      ...unpinnedNote(),
    ],
  };
}

/** With the shares of a core that the node, the load and everything else had. */
function rowOf(name: string, results: readonly PacedResult[]): Row {
  const { figures } = pacedRow(name, results);
  const cores = availableParallelism();
  return {
    name,
    figures: {
      ...figures,
      'node, cores': spread(results.map((one) => (one.cpuUsPerRequest * one.requestsPerSecond) / 1e6)),
      'load, cores': spread(results.map((one) => (one.loadSeconds * one.requestsPerSecond) / one.requests)),
      'others, cores': spread(results.map((one) => one.elsewhere * cores)),
    },
  };
}

function verdictOf(
  rounds: readonly Round[],
  what: string,
  figure: (one: PacedResult) => number,
  target?: NonNullable<Verdict['target']>,
): Verdict {
  const ratios = spread(rounds.map(({ alone, backedUp }) => figure(backedUp) / figure(alone)));
  return { what, value: ratios.median, spread: ratios, ...(target === undefined ? {} : { target }) };
}
