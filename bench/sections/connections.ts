/**
 * Section `connections`: the throughput of `GET /v1/credits` over 10,000 open connections against 64.
 *
 * All connections ask, each for the next answer as soon as it has one. The loss of bare uWebSockets.js, which
 * sends the same bytes, on the way from 64 to 10,000 stands beside: it is the loss of kernel and load
 * generator. The time in which the connections are opened does not count.
 */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BARE_CALLS } from '../baselines/index.js';
import { type Contestant, compare, hold, oddities, rowsOf } from '../load/contest.js';
import type { Load } from '../load/load.js';
import { getRaw } from '../load/raw-answer.js';
import { assertWrk } from '../load/wrk.js';
import { unpinnedNote } from '../machine/pinning.js';
import type { BenchOptions, Section, SectionReport } from '../section.js';
import type { ServerProcess } from '../servers/server-process.js';
import { createKeys, HIGHEST_RPM, startTollgate } from '../servers/tollgate-server.js';

const KEYS = 64;
const FEW = 64;
const MANY = 10_000;
/** Files that a server or the load has open besides its connections, generously. */
const OTHER_FILES = 200;
const SETTLE_SECONDS = 3;

export const connections: Section = {
  name: 'connections',
  summary: `throughput of GET /v1/credits over ${MANY} open connections against ${FEW}`,
  run,
};

async function run({ rounds, secondsPerRound, folder, progress }: BenchOptions): Promise<SectionReport> {
  assertWrk();
  assertFiles(MANY + OTHER_FILES);
  const servers: ServerProcess[] = [];
  try {
    const tollgate = await startTollgate({ data: join(folder, 'data') });
    servers.push(tollgate);
    const keys = await createKeys(tollgate, KEYS, { rateLimitRpm: HIGHEST_RPM, credits: 10 });
    const files = { keys: join(folder, 'keys'), paths: join(folder, 'paths') };
    await writeFile(files.keys, `${keys.join('\n')}\n`);
    await writeFile(files.paths, '/v1/credits\n');
    const answer = await getRaw(tollgate.port, '/v1/credits', `Bearer ${keys[0]}`);
    await mkdir(join(folder, 'bare'));
    const bare = await BARE_CALLS.start(answer, HIGHEST_RPM, join(folder, 'bare'));
    servers.push(bare);

    const load = (count: number): Load => ({
      connections: count,
      seconds: secondsPerRound,
      settleSeconds: SETTLE_SECONDS,
      ...files,
    });
    const contestants: Contestant[] = [tollgate, bare].flatMap((server) =>
      [FEW, MANY].map((count) => ({ name: nameOf(server, count), server, load: load(count) })),
    );
    const contest = await hold(contestants, { rounds, progress });
    const ratio = (server: ServerProcess) => [nameOf(server, MANY), nameOf(server, FEW)] as const;
    const what = `requests/s over ${MANY} connections against ${FEW}`;
    return {
      rows: rowsOf(contest),
      verdicts: [
        ...compare(contest, ratio(tollgate), 'requestsPerSecond', {
          what: `${what}, Tollgate`,
          target: { atLeast: 0.8 },
        }),
        ...compare(contest, ratio(bare), 'requestsPerSecond', { what: `${what}, ${bare.name}` }),
        ...compare(contest, ratio(tollgate), 'cpuUsPerRequest', {
          what: `CPU per request over ${MANY} connections against ${FEW}, Tollgate`,
        }),
        ...compare(contest, ratio(bare), 'cpuUsPerRequest', {
          what: `CPU per request over ${MANY} connections against ${FEW}, ${bare.name}`,
        }),
      ],
      notes: [...oddities(contest, () => false), ...unpinnedNote()],
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function nameOf({ name }: ServerProcess, count: number): string {
  return `${name}: ${count} connections`;
}

/** Node raises its soft limit to the hard one when it starts, and what it starts inherits that. */
function assertFiles(needed: number): void {
  const limit = /^Max open files +\S+ +(\S+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
  if (limit !== 'unlimited' && Number(limit) < needed) {
    throw new Error(`it needs ${needed} open files, and the hard limit is ${limit} (ulimit -Hn)`);
  }
}
