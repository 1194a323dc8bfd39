/**
 * Section `memory`: what a key in memory costs, all included, of a node's whole process.
 *
 * Two nodes, one with many keys and one with few. Each of the many is asked once; when a minute later no
 * window counts anything any more, the process of the one, less that of the other, is what the keys take.
 * Then some keys are asked 60 times in a minute, and the process grows by what their windows take. The node
 * with few keys then hears from many addresses.
 *
 * Two figures stand side by side: what is in use of the JavaScript heap and outside of it after a collection
 * of garbage, and the resident memory of the process's own (`RssAnon`), which has the free parts of pages as
 * well. The pages of the mapped database (`RssFile`) are the kernel's cache and told apart.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { applyPacedLoad, type PacedLoad, writeLines } from '../load/paced-load.js';
import { assertWrk } from '../load/wrk.js';
import type { BenchOptions, Row, Section, SectionReport, Verdict } from '../section.js';
import { spread } from '../section.js';
import { seedFolder } from '../seeding/seed.js';
import { authorizationLines, numbersFrom } from '../seeding/seeded-keys.js';
import {
  type Memory,
  metricOf,
  type ProbedTollgate,
  startProbedTollgate,
} from '../servers/probed-tollgate.js';

const SEED = 47;
const FEW_KEYS = 100;
const MANY_KEYS = 1_000_000;
const MANY_KEYS_QUICK = 50_000;
const BUSY_KEYS = 20_000;
const BUSY_KEYS_QUICK = 2_000;
const ADDRESSES = 100_000;
const ADDRESSES_QUICK = 20_000;
const LIMIT_RPM = 60;
const WINDOW_SECONDS = 60;
const BYTES_PER_KEY_MAX = 500;
/** The load ends when all is asked. */
const ASKED_WITHIN_SECONDS = 300;

export const memory: Section = {
  name: 'memory',
  summary: 'bytes of a whole process per key in memory, idle and busy, and per client address',
  nodeOptions: ['--max-semi-space-size=64'],
  run,
};

async function run(options: BenchOptions): Promise<SectionReport> {
  assertWrk();
  const { isQuick, folder } = options;
  const paths = await writeLines(join(folder, 'credits'), ['/v1/credits']);
  const few = await Measured.start({ keys: FEW_KEYS, paths }, options);
  try {
    await few.askBusy(FEW_KEYS);
    const many = await Measured.start({ keys: isQuick ? MANY_KEYS_QUICK : MANY_KEYS, paths }, options);
    try {
      return await compare(few, many, options);
    } finally {
      await many.stop();
    }
  } finally {
    await few.stop();
  }
}

async function compare(few: Measured, many: Measured, options: BenchOptions): Promise<SectionReport> {
  const { isQuick, progress } = options;
  await many.askOnce();
  const { gcPauseMaxMs, loopDelayMaxMs } = await many.server.probe('glance');
  // A quick run does not wait for the windows to be empty.
  if (!isQuick) {
    progress('waiting until no window counts anything');
    await delay((WINDOW_SECONDS + 1) * 1000);
  }
  const base = await few.server.memory();
  const idle = await many.server.memory();
  const fromDiskBefore = await metricOf(many.server, 'tollgate_actors_activated_total');
  const busyKeys = isQuick ? BUSY_KEYS_QUICK : BUSY_KEYS;
  const isAllCounted = await many.askBusy(busyKeys);
  const busy = await many.server.memory();
  const activated = (await metricOf(many.server, 'tollgate_actors_activated_total')) - fromDiskBefore;
  const addresses = isQuick ? ADDRESSES_QUICK : ADDRESSES;
  await few.hearFrom(addresses);
  const addressed = await few.server.memory();

  const perKey = shares(idle, base, many.keys - few.keys);
  const perBusyKey = shares(busy, idle, busyKeys);
  const perAddress = shares(addressed, base, addresses);
  const resident = `${many.keys.toLocaleString('en-US')} keys in memory, each asked once`;
  return {
    rows: [
      megabytes(`${few.keys} keys in memory`, base),
      megabytes(resident, idle),
      bytes('per key, idle', perKey),
      bytes(`per key with ${LIMIT_RPM} admissions in its window, beside that`, perBusyKey),
      bytes('per address with one admission in its window', perAddress),
    ],
    verdicts: [
      verdict('bytes in use per key', perKey.heap),
      // Of few keys, most of it is what any load leaves behind.
      ...(isQuick ? [] : [verdict('resident bytes of the process per key', perKey.anonymous)]),
    ],
    notes: [
      `While each of ${many.keys.toLocaleString('en-US')} keys was asked once, the longest pause for garbage was ${gcPauseMaxMs.toFixed(0)} ms and the event loop was away for ${loopDelayMaxMs.toFixed(0)} ms at most.`,
      `${activated} actors came to life while ${busyKeys.toLocaleString('en-US')} of the keys were asked again.`,
      `RssAnon of ${busyKeys.toLocaleString('en-US')} busy keys and of the addresses has in it what the process took to bear the load that made them.`,
      ...(isAllCounted
        ? []
        : ['To ask the busy keys took over a minute: their windows count less than they were asked.']),
      ...(isQuick ? ['A quick run does not wait a minute: windows are not empty.'] : []),
    ],
  };
}

/** A node, and what it is asked. */
class Measured {
  readonly keys: number;
  readonly server: ProbedTollgate;
  readonly #home: string;
  readonly #paths: string;
  readonly #options: BenchOptions;

  constructor(keys: number, server: ProbedTollgate, home: string, paths: string, options: BenchOptions) {
    this.keys = keys;
    this.server = server;
    this.#home = home;
    this.#paths = paths;
    this.#options = options;
  }

  static async start(
    { keys, paths }: { readonly keys: number; readonly paths: string },
    options: BenchOptions,
  ): Promise<Measured> {
    const home = join(options.folder, `${keys}-keys`);
    await mkdir(home);
    options.progress(`seeding ${keys} keys`);
    const data = join(home, 'data');
    await seedFolder(data, { seed: SEED, groups: [{ keys, rateLimitRpm: LIMIT_RPM }] });
    const server = await startProbedTollgate(data, [
      '--trusted-proxies',
      '127.0.0.0/8',
      // Every key stays, and the operator's.
      '--resident-keys-max',
      String(keys + 1),
    ]);
    return new Measured(keys, server, home, paths, options);
  }

  async askOnce(): Promise<void> {
    this.#options.progress(`asking ${this.keys} keys`);
    await this.server.probe('reset');
    await this.#ask('once', authorizationLines(SEED, numbersFrom(0, this.keys)), this.keys);
  }

  /**
   * Asks the first `count` keys as often as their limit allows.
   *
   * @returns whether it took less than a minute, so that all of it counts in the end
   */
  async askBusy(count: number): Promise<boolean> {
    this.#options.progress(`asking ${count} keys ${LIMIT_RPM} times`);
    const began = performance.now();
    await this.#ask('busy', repeated(LIMIT_RPM, count), LIMIT_RPM * count, 0.5);
    return performance.now() - began < WINDOW_SECONDS * 1000;
  }

  async hearFrom(count: number): Promise<void> {
    this.#options.progress(`hearing from ${count} addresses`);
    await this.#ask('addresses', forwardedLines(count), count, 1);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  async #ask(what: string, lines: Iterable<string>, requests: number, refusedMax = 0): Promise<void> {
    const headers = await writeLines(join(this.#home, what), lines);
    const seconds = ASKED_WITHIN_SECONDS;
    const load: PacedLoad = { seconds, headers, paths: this.#paths, isOnce: true };
    const { requests: answered, refused, failed } = await applyPacedLoad(this.server, load);
    const missing = requests - answered;
    if (missing !== 0 || failed > 0 || refused > refusedMax * requests) {
      throw new Error(
        `of ${requests} requests (${what}) ${missing} were not answered in ${seconds} s, ${refused} refused, ${failed} failed`,
      );
    }
  }
}

/** The keys in turn, over and over, so that the admissions of a key are not of one millisecond. */
function* repeated(times: number, keys: number): Iterable<string> {
  const lines = [...authorizationLines(SEED, numbersFrom(0, keys))];
  for (let time = 0; time < times; time++) yield* lines;
}

function* forwardedLines(count: number): Iterable<string> {
  for (let n = 0; n < count; n++) yield `X-Forwarded-For: 10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
}

function shares(after: Memory, before: Memory, count: number): Memory {
  return {
    heap: (after.heap - before.heap) / count,
    anonymous: (after.anonymous - before.anonymous) / count,
    ofFiles: (after.ofFiles - before.ofFiles) / count,
  };
}

function megabytes(name: string, { heap, anonymous, ofFiles }: Memory): Row {
  return {
    name,
    figures: {
      'in use MB': spread([heap / 1e6]),
      'RssAnon MB': spread([anonymous / 1e6]),
      'RssFile MB': spread([ofFiles / 1e6]),
    },
  };
}

function bytes(name: string, { heap, anonymous }: Memory): Row {
  return {
    name,
    figures: { 'in use bytes': spread([heap]), 'RssAnon bytes': spread([anonymous]) },
  };
}

function verdict(what: string, value: number): Verdict {
  return {
    what: `${what}, ${LIMIT_RPM} rpm, idle`,
    value,
    target: { atMost: BYTES_PER_KEY_MAX },
  };
}
