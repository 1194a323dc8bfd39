/**
 * Section `observe`: what it costs a node to log its requests and to trace them.
 *
 * The same reads of nodes that differ in one option each, in turn. Log lines go into a pipe that is read,
 * spans to a collector in this process that takes all of them.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { compare, hold, oddities, rowsOf } from '../load/contest.js';
import { writeLines } from '../load/paced-load.js';
import { assertWrk } from '../load/wrk.js';
import { unpinnedNote } from '../machine/pinning.js';
import type { BenchOptions, Section, SectionReport } from '../section.js';
import { seedFolder } from '../seeding/seed.js';
import { numbersFrom, seededKey } from '../seeding/seeded-keys.js';
import type { ServerProcess } from '../servers/server-process.js';
import { HIGHEST_RPM, startTollgate } from '../servers/tollgate-server.js';

const SEED = 71;
const KEYS = 1_000;
const CREDITS_MICRO_DA = 1e14;
const CONNECTIONS = 64;
const NEITHER = 'neither';

export const observe: Section = {
  name: 'observe',
  summary: 'reads of which none, one in a hundred and all are logged, and traced',
  run,
};

async function run({ folder, rounds, secondsPerRound, progress }: BenchOptions): Promise<SectionReport> {
  assertWrk();
  const collector = new Collector();
  const endpoint = ['--otlp-endpoint', await collector.listen(), '--otlp-sampling-ratio'];
  const ways: readonly (readonly [name: string, args: readonly string[]])[] = [
    [NEITHER, []],
    ['one in a hundred logged', ['--log-requests', '0.01']],
    ['all logged', ['--log-requests', '1']],
    ['a collector, none traced', [...endpoint, '0']],
    ['one in a hundred traced', [...endpoint, '0.01']],
    ['all traced', [...endpoint, '1']],
  ];
  const keys = await writeLines(join(folder, 'keys'), keyTexts());
  const paths = await writeLines(join(folder, 'paths'), ['/v1/credits']);
  const load = { connections: CONNECTIONS, seconds: secondsPerRound, keys, paths };
  const servers: ServerProcess[] = [];
  try {
    const contestants = [];
    for (const [at, [name, args]] of ways.entries()) {
      const data = join(folder, `data-${at}`);
      const groups = [{ keys: KEYS, rateLimitRpm: HIGHEST_RPM, creditsMicroDa: CREDITS_MICRO_DA }];
      await seedFolder(data, { seed: SEED, groups });
      const server = await startTollgate({ data, args });
      servers.push(server);
      contestants.push({ name, server, load });
    }
    const contest = await hold(contestants, { rounds, progress });
    const others = ways.map(([name]) => name).filter((name) => name !== NEITHER);
    return {
      rows: rowsOf(contest),
      verdicts: others.flatMap((name) =>
        compare(contest, [name, NEITHER], 'cpuUsPerRequest', {
          what: `CPU per request, ${name}, against ${NEITHER}`,
        }),
      ),
      notes: [
        `The collector was sent ${collector.posts} batches of spans, ${Math.round(collector.bytes / 1e6)} MB.`,
        ...oddities(contest, () => false),
        ...unpinnedNote(),
      ],
    };
  } finally {
    for (const server of servers) await server.stop();
    collector.close();
  }
}

/** Takes every batch of spans, and counts. */
class Collector {
  posts = 0;
  bytes = 0;
  readonly #server: Server = createServer((request, response) => {
    this.posts += 1;
    request.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
    });
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });

  /** Its base URL. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

function* keyTexts(): Iterable<string> {
  for (const index of numbersFrom(0, KEYS)) yield seededKey(SEED, index);
}
