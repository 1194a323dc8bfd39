/** The thread of the watchdog: looks now and then whether the same run is still under way. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { FAULT_LEVELS } from '../model.js';
import { RUN_NEVER_ENDED } from './bounded-run.js';
import { seedCommand } from './report.js';
import type { WatchdogMemory } from './watchdog.js';

const STANDARD_ERROR = 2;

const { beat, run, model, runMsMax } = workerData as WatchdogMemory;

for (;;) {
  const seen = Atomics.load(beat, 0);
  Atomics.wait(beat, 1, 0, runMsMax);
  const isUnderWay = (seen & 1) === 1;
  if (!isUnderWay || Atomics.load(beat, 0) !== seen) continue;
  const again = seedCommand({ model, seed: run[0] ?? 0, faults: FAULT_LEVELS[run[1] ?? 0] ?? 'none' });
  writeSync(
    STANDARD_ERROR,
    `\ntollgate: ${RUN_NEVER_ENDED}: a run held the process for ${runMsMax / 1000} s; again: ${again}\n`,
  );
  process.kill(process.pid, 'SIGKILL');
}
