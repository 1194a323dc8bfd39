/**
 * Section `read`: what Tollgate reads and refuses over HTTP, against servers that send the same bytes.
 *
 * Tollgate gives four answers: `GET /v1/credits`, `GET /v1/videos/{id}` of a settled and of an unsettled job, and the
 * 429 of keys over their limit. Bare uWebSockets.js repeats each of them, byte for byte; the servers with a limiter
 * repeat the first. Load: 64 connections, keys in turn, each job read by the key that submitted it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  BARE_BLOCK,
  BARE_CALLS,
  type Baseline,
  FASTIFY,
  HAPROXY,
  LIMITING,
  NGINX,
} from './baselines/index.js';
import { type Contest, type Contestant, compare, hold, oddities, rowsOf } from './contest.js';
import { assertWrk, type Load } from './load.js';
import { unpinnedNote } from './pinning.js';
import { difference, getRaw, type RawAnswer } from './raw-answer.js';
import type { BenchOptions, Section, SectionReport, Verdict } from './section.js';
import type { ServerProcess } from './server-process.js';
import { createKeys, HIGHEST_RPM, startTollgate, statusOf, submitJob } from './tollgate-server.js';

/** A key admits at most 1,000,000 requests a minute; this many of them admit more than a core can send. */
const KEYS = 64;
const CONNECTIONS = 64;
/** The default, for keys that are to be over it. */
const LOW_RPM = 60;
const CREDITS_DA = 1_000_000;
/** `sim/video-slow` completes after ten minutes. */
const UNSETTLED_FOR_MS = 8 * 60_000;
/** Of a limiter that is seen to bite, before it is measured. */
const TRIED_LIMIT = 5;

const ANSWERS = ['credits', 'settled video', 'unsettled video', '429'] as const;
type AnswerName = (typeof ANSWERS)[number];

export const read: Section = {
  name: 'read',
  summary: 'reads and refusals over HTTP, against bare uWebSockets.js, Node frameworks, HAProxy and nginx',
  run,
};

async function run(options: BenchOptions): Promise<SectionReport> {
  assertWrk();
  const servers: ServerProcess[] = [];
  try {
    const tollgate = await startTollgate({ data: join(options.folder, 'data') });
    servers.push(tollgate);
    const reader = await Reader.prepare(tollgate, options);
    const notes: string[] = [];
    const versions: string[] = [];
    const contestants: Contestant[] = [];
    for (const answer of ANSWERS) {
      const load = reader.load(answer);
      const names = baselinesOf(answer).filter((baseline) =>
        isWanted(options.only, nameOf(baseline, answer)),
      );
      if (names.length === 0 && !isWanted(options.only, ours(answer))) continue;
      const recorded = await reader.record(answer);
      const here: Contestant[] = [];
      for (const baseline of names) {
        const reason = baseline.missing();
        if (reason !== undefined) {
          notes.push(`${baseline.name} was left out: ${reason}.`);
          continue;
        }
        const server = await startBaseline(
          baseline,
          recorded,
          join(options.folder, nameOf(baseline, answer).replace(/\W+/g, '-')),
        );
        servers.push(server);
        here.push({ name: nameOf(baseline, answer), server, load });
        const version = baseline.version();
        if (version !== undefined) versions.push(version);
      }
      // Next to those it is held against most closely.
      here.splice(Math.min(1, here.length), 0, { name: ours(answer), server: tollgate, load });
      contestants.push(...here);
    }
    const contest = await hold(contestants, {
      rounds: options.rounds,
      progress: options.progress,
      beforeRound: () => reader.keepUnsettled(),
    });
    return {
      rows: rowsOf(contest),
      verdicts: verdictsOn(contest),
      notes: [
        ...oddities(contest, (name) => name.endsWith(': 429')),
        ...notes,
        versions.length > 0 ? `Compared with ${versions.join(', ')}.` : [],
        unpinnedNote() ?? [],
      ].flat(),
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function baselinesOf(answer: AnswerName): readonly Baseline[] {
  return answer === 'credits' ? [BARE_CALLS, BARE_BLOCK, ...LIMITING] : [BARE_CALLS, BARE_BLOCK];
}

function ours(answer: AnswerName): string {
  return `Tollgate: ${answer}`;
}

function nameOf(baseline: Baseline, answer: AnswerName): string {
  return `${baseline.name}: ${answer}`;
}

/** All words of one of the wishes are in the name. */
function isWanted(wishes: readonly string[], name: string): boolean {
  const found = (word: string) => name.toLowerCase().includes(word.toLowerCase());
  return wishes.length === 0 || wishes.some((wish) => wish.split(' ').every(found));
}

/** Keys and jobs, and the files from which the load reads them. */
class Reader {
  private readonly server: ServerProcess;
  private readonly seconds: number;
  private readonly folder: string;
  private readonly keys: readonly string[];
  private readonly limitedKeys: readonly string[];
  private unsettledSince = Number.NEGATIVE_INFINITY;
  private readonly firstPaths = new Map<AnswerName, string>([
    ['credits', '/v1/credits'],
    ['429', '/v1/credits'],
  ]);

  private constructor(
    server: ServerProcess,
    { secondsPerRound, folder }: BenchOptions,
    keys: readonly string[],
    limitedKeys: readonly string[],
  ) {
    this.server = server;
    this.seconds = secondsPerRound;
    this.folder = folder;
    this.keys = keys;
    this.limitedKeys = limitedKeys;
  }

  static async prepare(server: ServerProcess, options: BenchOptions): Promise<Reader> {
    const keys = await createKeys(server, KEYS, { rateLimitRpm: HIGHEST_RPM, credits: CREDITS_DA });
    const limited = await createKeys(server, KEYS, { rateLimitRpm: LOW_RPM, credits: CREDITS_DA });
    const reader = new Reader(server, options, keys, limited);
    await writeFile(reader.file('keys'), lines(keys));
    await writeFile(reader.file('limited-keys'), lines(limited));
    await writeFile(reader.file('credits'), lines(['/v1/credits']));
    await writeFile(reader.file('429'), lines(['/v1/credits']));
    await reader.submit('settled video', 'sim/video-instant', 'completed');
    await reader.keepUnsettled();
    return reader;
  }

  load(answer: AnswerName): Load {
    return {
      connections: CONNECTIONS,
      seconds: this.seconds,
      keys: this.file(answer === '429' ? 'limited-keys' : 'keys'),
      paths: this.file(answer),
    };
  }

  /** Submits anew before the jobs that are to be unsettled settle. */
  async keepUnsettled(): Promise<void> {
    const now = performance.now();
    if (now - this.unsettledSince < UNSETTLED_FOR_MS) return;
    this.unsettledSince = now;
    await this.submit('unsettled video', 'sim/video-slow', 'in_progress');
  }

  /** The answer that a baseline is to repeat. */
  async record(answer: AnswerName): Promise<RawAnswer> {
    const key = answer === '429' ? this.limitedKeys[0] : this.keys[0];
    const path = this.firstPaths.get(answer) ?? '';
    const expected = answer === '429' ? 429 : 200;
    for (let asked = 0; asked <= LOW_RPM; asked++) {
      const recorded = await getRaw(this.server.port, path, `Bearer ${key}`);
      if (recorded.status.startsWith(`${expected} `)) return recorded;
    }
    throw new Error(`Tollgate gives no ${expected} to ${path}`);
  }

  private file(name: string): string {
    return join(this.folder, name.replace(' ', '-'));
  }

  /** One job for each key. Resolves when they are where they are to be. */
  private async submit(answer: AnswerName, model: string, status: string): Promise<void> {
    const ids = await Promise.all(this.keys.map((key) => submitJob(this.server, key, model)));
    for (const [n, id] of ids.entries()) {
      while ((await statusOf(this.server, this.keys[n] ?? '', id)) !== status) await delay(50);
    }
    const paths = ids.map((id) => `/v1/videos/${id}`);
    await writeFile(this.file(answer), lines(paths));
    this.firstPaths.set(answer, paths[0] ?? '');
  }
}

function lines(values: readonly string[]): string {
  return `${values.join('\n')}\n`;
}

/** Starts it with a limit that the load does not reach, once it was seen to do what it is there for. */
async function startBaseline(
  baseline: Baseline,
  recorded: RawAnswer,
  folder: string,
): Promise<ServerProcess> {
  if (LIMITING.includes(baseline)) {
    await mkdir(`${folder}-tried`);
    const tried = await baseline.start(recorded, TRIED_LIMIT, `${folder}-tried`);
    try {
      await assertLimits(tried);
    } finally {
      await tried.stop();
    }
  }
  await mkdir(folder);
  const server = await baseline.start(recorded, HIGHEST_RPM, folder);
  const found = await getRaw(server.port, '/v1/credits', 'Bearer sk-1');
  const wrong = difference(recorded, found);
  if (wrong === undefined) return server;
  await server.stop();
  throw new Error(`${baseline.name} answers something else: ${wrong}`);
}

/** Throws unless one key is refused in the end while another is served. */
async function assertLimits({ name, port }: ServerProcess): Promise<void> {
  const statusFor = async (key: string) =>
    (await getRaw(port, '/v1/credits', `Bearer ${key}`)).status.slice(0, 3);
  const statuses: string[] = [];
  for (let asked = 0; asked < 4 * TRIED_LIMIT; asked++) statuses.push(await statusFor('sk-1'));
  const other = await statusFor('sk-2');
  if (statuses[0] !== '200' || statuses.at(-1) !== '429' || other !== '200') {
    throw new Error(`${name} does not limit each key: ${statuses.join(' ')}, and ${other} to another key`);
  }
}

function verdictsOn(contest: Contest): readonly Verdict[] {
  const credits = ours('credits');
  return [
    ...ANSWERS.flatMap((answer) => againstBare(contest, answer)),
    ...compare(contest, [ours('429'), credits], 'requestsPerSecond', {
      what: "requests/s, Tollgate's 429 against its credits",
      target: { atLeast: 1 },
    }),
    ...LIMITING.flatMap((baseline) => [
      ...compare(contest, [credits, nameOf(baseline, 'credits')], 'requestsPerSecond', {
        what: `requests/s, credits, against ${baseline.name}`,
        ...(baseline === FASTIFY ? { target: { atLeast: 2.5 } } : {}),
      }),
      ...compare(contest, [credits, nameOf(baseline, 'credits')], 'cpuUsPerRequest', {
        what: `CPU per request, credits, against ${baseline.name}`,
        ...(baseline === HAPROXY || baseline === NGINX ? { target: { atMost: 1.1 } } : {}),
      }),
    ]),
  ];
}

function againstBare(contest: Contest, answer: AnswerName): readonly Verdict[] {
  // The targets are on what is read; a refusal is held against what is read.
  const isRead = answer !== '429';
  return [
    { baseline: BARE_CALLS, atLeast: 1 },
    { baseline: BARE_BLOCK, atLeast: 0.93 },
  ].flatMap(({ baseline, atLeast }) => {
    const pair = [ours(answer), nameOf(baseline, answer)] as const;
    return [
      ...compare(contest, pair, 'requestsPerSecond', {
        what: `requests/s, ${answer}, against ${baseline.name}`,
        ...(isRead ? { target: { atLeast } } : {}),
      }),
      ...compare(contest, pair, 'cpuUsPerRequest', {
        what: `CPU per request, ${answer}, against ${baseline.name}`,
      }),
    ];
  });
}
