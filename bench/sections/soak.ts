/**
 * Section `soak`: whether memory and latency stay flat under hours of mixed load at half of what the node can
 * take.
 *
 * Minute by minute: reads, polls, submits, refusals, unknown keys, connections that come, go and break off.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { assertWrk } from '../load/wrk.js';
import type { BenchOptions, Section, SectionReport } from '../section.js';
import { seedFolder } from '../seeding/seed.js';
import { residentBytes, startProbedTollgate } from '../servers/probed-tollgate.js';
import { SOAK_GROUPS, SoakLoad } from './soak/soak-load.js';
import { type Minute, reportOf } from './soak/soak-report.js';

const SEED = 53;
const MINUTES_QUICK = 8;
const SECONDS_A_MINUTE_QUICK = 4;
const WARM_UP_SECONDS = 1;
const CAPACITY_SECONDS = 5;
const CAPACITY_SECONDS_QUICK = 1;
const LOAD_SHARE = 0.5;

export const soak: Section = {
  name: 'soak',
  summary: 'memory and latency, minute by minute, under mixed load at half of what the node can take',
  isRunByNameOnly: true,
  run,
};

async function run(options: BenchOptions): Promise<SectionReport> {
  assertWrk();
  const { folder, isQuick, progress } = options;
  progress('seeding');
  const data = join(folder, 'data');
  const seeded = await seedFolder(data, { seed: SEED, groups: SOAK_GROUPS });
  const files = join(folder, 'load');
  await mkdir(files);
  const load = await SoakLoad.prepare(SEED, seeded, files);
  const server = await startProbedTollgate(data, ['--trusted-proxies', '127.0.0.0/8']);
  try {
    await load.capacity(server, WARM_UP_SECONDS);
    const capacity = await load.capacity(server, isQuick ? CAPACITY_SECONDS_QUICK : CAPACITY_SECONDS);
    const rate = LOAD_SHARE * capacity;
    const minutes: Minute[] = [];
    const count = isQuick ? MINUTES_QUICK : options.minutes;
    const minuteSeconds = isQuick ? SECONDS_A_MINUTE_QUICK : 60;
    for (let minute = 1; minute <= count; minute++) {
      await server.probe('reset');
      const { loads, elsewhere } = await load.apply(server, rate, minuteSeconds);
      const probed = await server.probe('glance');
      const { fullCollections, loopDelayMaxMs, gcPauseMaxMs } = probed;
      const { anonymous, ofFiles } = residentBytes(server.pid);
      const heapMb = probed.heapAfterCollectionBytes / 1e6;
      const memory = { anonymousMb: anonymous / 1e6, ofFilesMb: ofFiles / 1e6, heapMb };
      minutes.push({ loads, elsewhere, ...memory, fullCollections, loopDelayMaxMs, gcPauseMaxMs });
      progress(
        `minute ${minute} of ${count}: RssAnon ${memory.anonymousMb.toFixed(1)} MB, heap ${heapMb.toFixed(1)} MB, p99 of reads ${loads.get('reads')?.p99Us} µs`,
      );
    }
    return reportOf(minutes, { minuteSeconds, capacity });
  } finally {
    await server.stop();
  }
}
