/**
 * Section `text`: chat completions through Tollgate, through nginx and HAProxy as plain proxies, and through
 * Portkey's gateway, all in front of the same stand-in for a model server.
 *
 * Three loads take turns in each round: streams at a model's pace, streams as fast as they come, and whole
 * answers. Behind the rounds each server holds as many open streams as the descriptors of a process allow.
 * Tollgate takes part twice, with its data on the disk and in memory: the difference is the disk's.
 */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unpinnedNote } from '../../machine/pinning.js';
import type { BenchOptions, Section, SectionReport } from '../../section.js';
import { residentBytes } from '../../servers/probed-tollgate.js';
import { applyTextLoad, holdTexts, type TextResult } from './text-load.js';
import { TOKEN_EVERY_MS, TOKENS } from './text-numbers.js';
import { type HeldResult, type TextRound, textReport } from './text-report.js';
import {
  HAPROXY,
  missing,
  NGINX,
  PORTKEY,
  STRAIGHT,
  startGateway,
  startStandIn,
  type TextServer,
  TOLLGATE,
  WITHOUT_DISK,
} from './text-servers.js';

const CLIENTS = 64;
const PACED_SECONDS_MIN = 9;
const HELD = 10_000;
const HELD_QUICK = 500;
const HELD_SECONDS = 10;
/** The time that all may take to begin. */
const HELD_OPEN_SECONDS_MAX = 90;
/** Between the beginnings of two, in ms. */
const HELD_EVERY_MS = 4;
/** Descriptors that are not for streams, which take two each. */
const DESCRIPTORS_KEPT = 400;
const MEMORY_FOLDER = '/dev/shm';

export const text: Section = {
  name: 'text',
  summary:
    'chat completions, streamed and whole, against nginx, HAProxy and Portkey before the same stand-in',
  run,
};

async function run(options: BenchOptions): Promise<SectionReport> {
  const { folder, rounds, progress, isQuick } = options;
  const names = chosen(options);
  const absent = names.flatMap((name) => missing(name) ?? []);
  const memory = join(MEMORY_FOLDER, `tollgate-bench-text-${process.pid}`);
  const held = Math.min(isQuick ? HELD_QUICK : HELD, Math.floor((descriptors() - DESCRIPTORS_KEPT) / 2));
  const standIn = await startStandIn();
  const servers: TextServer[] = [{ name: STRAIGHT, server: standIn, keys: ['none'], headers: [] }];
  try {
    for (const name of names.filter((one) => missing(one) === undefined)) {
      const at = name === WITHOUT_DISK ? memory : join(folder, name.replaceAll(/\W+/g, '-'));
      servers.push(await startGateway(name, standIn, at, held));
    }
    progress(`warming up ${servers.length} servers`);
    for (const server of servers) await visit(server, { ...options, secondsPerRound: 1, isQuick: true });
    const found: TextRound[] = [];
    for (let round = 1; round <= rounds; round++) {
      progress(`round ${round} of ${rounds}`);
      const one: TextRound = new Map();
      for (const server of round % 2 === 1 ? servers : [...servers].reverse())
        one.set(server.name, await visit(server, options));
      found.push(one);
    }
    const holding: HeldResult[] = [];
    for (const server of servers.slice(1).filter(({ name }) => name !== WITHOUT_DISK)) {
      progress(`${held} open streams: ${server.name}`);
      holding.push(await hold(server, held));
    }
    return textReport(found, holding, [...absent, ...unpinnedNote(), ...fewerNote(held, isQuick)]);
  } finally {
    for (const { server } of [...servers].reverse()) await server.stop();
    await rm(memory, { recursive: true, force: true });
  }
}

function chosen({ only }: BenchOptions): readonly string[] {
  const others = [NGINX, HAPROXY, PORTKEY].filter(
    (name) => only.length === 0 || only.some((word) => name.toLowerCase().includes(word.toLowerCase())),
  );
  return [TOLLGATE, WITHOUT_DISK, ...others];
}

async function visit({ server, keys, headers }: TextServer, { secondsPerRound, isQuick }: BenchOptions) {
  const load = { clients: CLIENTS, keys, headers, isHeld: false, everyMs: 0, seconds: secondsPerRound };
  const paced = {
    everyMs: (TOKENS * TOKEN_EVERY_MS) / CLIENTS,
    seconds: isQuick ? secondsPerRound : Math.max(secondsPerRound, PACED_SECONDS_MIN),
  };
  const streamed = (model: 'paced' | 'burst') => ({ ...load, model, isStreamed: true });
  const results: Record<'paced' | 'burst' | 'whole', TextResult> = {
    paced: await applyTextLoad(server, { ...streamed('paced'), ...paced }),
    burst: await applyTextLoad(server, streamed('burst')),
    whole: await applyTextLoad(server, { ...load, model: 'burst', isStreamed: false }),
  };
  return results;
}

async function hold({ name, server, keys, headers }: TextServer, clients: number): Promise<HeldResult> {
  const before = residentBytes(server.pid).anonymous;
  const load = { clients, keys, headers, everyMs: HELD_EVERY_MS, isStreamed: true, isHeld: true };
  const texts = await holdTexts(server, { ...load, model: 'slow', seconds: HELD_OPEN_SECONDS_MAX });
  const { streams } = texts;
  const tokensPerSecond = texts.tokensPerSecond(HELD_SECONDS);
  const bytes = residentBytes(server.pid).anonymous - before;
  return { name, streams, bytesPerStream: bytes / streams, tokensPerSecond: await tokensPerSecond };
}

/** Of this process, which those that it starts inherit. */
function descriptors(): number {
  const limits = readFileSync('/proc/self/limits', 'latin1');
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 1_024);
}

function fewerNote(held: number, isQuick: boolean): readonly string[] {
  return isQuick || held === HELD
    ? []
    : [
        `${held} streams are held and not ${HELD}: a proxy needs two descriptors for each, and may open ${descriptors()}.`,
      ];
}
