/** The mixed load of a soak: what clients do beside each other, each kind by a wrk of its own. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { applyPacedLoad, type PacedLoad, type PacedResult, writeLines } from '../../load/paced-load.js';
import { cpuSeconds } from '../../machine/cpu-time.js';
import { watchMachine } from '../../machine/shared-machine.js';
import type { KeyGroup, Seeded } from '../../seeding/seed-plan.js';
import { authorizationLines, numbersFrom } from '../../seeding/seeded-keys.js';
import type { ServerProcess } from '../../servers/server-process.js';
import { HIGHEST_RPM } from '../../servers/tollgate-server.js';

export const SOAK_KINDS = [
  'reads',
  'polls',
  'refusals',
  'unknown keys',
  'new connections',
  'submits',
] as const;
export type SoakKind = (typeof SOAK_KINDS)[number];

/** Of the requests a second; submits and new connections have rates of their own. */
const SHARES: Readonly<Partial<Record<SoakKind, number>>> = {
  reads: 0.62,
  polls: 0.2,
  refusals: 0.15,
  'unknown keys': 0.03,
};
const NEW_CONNECTIONS_PER_SECOND = 100;
const SUBMITS_PER_SECOND = 50;
const BROKEN_PER_SECOND = 20;

const READERS = 5_000;
const OVER_LIMIT = 100;
const SUBMITTERS = 64;
const JOBS = 2_000;
const LOW_RPM = 60;
const CREDITS_MICRO_DA = 1e14;
const UNKNOWN_KEYS = 20_000;
const ADDRESSES = 5_000;
/** Two seconds of work, with news on the way. */
const SUBMIT = JSON.stringify({ model: 'sim/video', prompt: 'a lighthouse in the rain', seconds: 1 });

/** In the order of their keys. */
export const SOAK_GROUPS: readonly KeyGroup[] = [
  { keys: READERS, rateLimitRpm: HIGHEST_RPM },
  { keys: OVER_LIMIT, rateLimitRpm: LOW_RPM },
  { keys: SUBMITTERS, rateLimitRpm: HIGHEST_RPM, creditsMicroDa: CREDITS_MICRO_DA },
  { keys: 1, rateLimitRpm: HIGHEST_RPM, creditsMicroDa: CREDITS_MICRO_DA, settledJobs: JOBS },
];

export interface SoakResult {
  readonly loads: ReadonlyMap<SoakKind, PacedResult>;
  /**
   * Share of the machine that neither the server nor all of these loads together had (`shared-machine.ts`).
   */
  readonly elsewhere: number;
}

export class SoakLoad {
  readonly #loads: ReadonlyMap<SoakKind, Omit<PacedLoad, 'seconds' | 'requestsPerSecond'>>;

  private constructor(loads: ReadonlyMap<SoakKind, Omit<PacedLoad, 'seconds' | 'requestsPerSecond'>>) {
    this.#loads = loads;
  }

  static async prepare(seed: number, seeded: Seeded, folder: string): Promise<SoakLoad> {
    const lines = (name: string, all: Iterable<string>) => writeLines(join(folder, name), all);
    const [overLimit, submitters, poller] = [
      READERS,
      READERS + OVER_LIMIT,
      READERS + OVER_LIMIT + SUBMITTERS,
    ];
    const keys = (name: string, from: number, to: number) =>
      lines(name, authorizationLines(seed, numbersFrom(from, to)));
    const readers = await keys('readers', 0, READERS);
    const credits = await lines('credits', ['/v1/credits']);
    const jobs = (seeded.settledJobs.get(poller) ?? []).map((id) => `/v1/videos/${id}`);
    return new SoakLoad(
      new Map<SoakKind, Omit<PacedLoad, 'seconds' | 'requestsPerSecond'>>([
        ['reads', { headers: readers, paths: credits }],
        ['polls', { headers: await keys('poller', poller, poller + 1), paths: await lines('jobs', jobs) }],
        ['refusals', { headers: await keys('over-limit', overLimit, submitters), paths: credits }],
        ['unknown keys', { headers: await lines('unknown', unknownLines(seed + 1)), paths: credits }],
        ['new connections', { headers: await lines('closing', closingLines(seed)), paths: credits }],
        [
          'submits',
          {
            headers: await keys('submitters', submitters, poller),
            paths: await lines('videos', ['/v1/videos']),
            method: 'POST',
            body: SUBMIT,
          },
        ],
      ]),
    );
  }

  /** Reads a second that the server answers when it gets as many as it takes. */
  async capacity(server: ServerProcess, seconds: number): Promise<number> {
    const { requestsPerSecond } = await applyPacedLoad(server, { ...this.#load('reads'), seconds });
    return requestsPerSecond;
  }

  async apply(server: ServerProcess, requestsPerSecond: number, seconds: number): Promise<SoakResult> {
    const broken = breakOff(server.port);
    const elsewhere = watchMachine();
    const secondsBefore = cpuSeconds(server.pid);
    try {
      const all = SOAK_KINDS.map(async (kind) => {
        const load = { ...this.#load(kind), requestsPerSecond: rateOf(kind, requestsPerSecond), seconds };
        return [kind, await applyPacedLoad(server, load)] as const;
      });
      const loads = new Map(await Promise.all(all));
      const serverSeconds = cpuSeconds(server.pid) - secondsBefore;
      const loadSeconds = [...loads.values()].reduce((sum, one) => sum + one.loadSeconds, 0);
      return { loads, elsewhere: elsewhere(serverSeconds, loadSeconds) };
    } finally {
      clearInterval(broken);
    }
  }

  #load(kind: SoakKind): Omit<PacedLoad, 'seconds' | 'requestsPerSecond'> {
    const load = this.#loads.get(kind);
    if (load === undefined) throw new Error(`no load was prepared for ${kind}`);
    return load;
  }
}

function rateOf(kind: SoakKind, requestsPerSecond: number): number {
  if (kind === 'submits') return SUBMITS_PER_SECOND;
  if (kind === 'new connections') return NEW_CONNECTIONS_PER_SECOND;
  return (SHARES[kind] ?? 0) * requestsPerSecond;
}

function* unknownLines(otherSeed: number): Iterable<string> {
  let n = 0;
  for (const line of authorizationLines(otherSeed, numbersFrom(0, UNKNOWN_KEYS))) {
    const address = n++ % ADDRESSES;
    yield `${line}\\r\\nX-Forwarded-For: 10.0.${address >> 8}.${address & 255}`;
  }
}

function* closingLines(seed: number): Iterable<string> {
  for (const line of authorizationLines(seed, numbersFrom(0, READERS)))
    yield `${line}\\r\\nConnection: close`;
}

/** Clients that go away in the middle of a request. */
function breakOff(port: number): NodeJS.Timeout {
  return setInterval(() => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST /v1/videos HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le', () => socket.destroy());
    });
    socket.on('error', () => {});
  }, 1000 / BROKEN_PER_SECOND);
}
