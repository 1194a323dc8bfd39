/** `fuzz` in a process: real time, terminal, files and signals. */
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { EXIT_STATUS, onStopSignals } from '../../../src/node/machine/stop-signals.js';
import type { SteadyMs } from '../../../src/time/clock.js';
import type { Patience } from '../bounded-run.js';
import { Watchdog } from '../watchdog.js';
import { fuzz } from './fuzz.js';
import { keyPresses } from './key-presses.js';
import { MODELS, type ModelTable } from './models.js';
import { probeFile } from './probe-file.js';

const SEED_END = 2 ** 32;
const RUN_MS_MAX = 5 * 60_000;

/**
 * Runs the command and ends the process with its status: a run that was given up may still hold it open.
 *
 * @param argv the arguments after `fuzz`
 * @param runMsMax how long one history may take
 * @throws StartRefused with one line that says what is wrong
 */
export async function fuzzCommand(
  argv: readonly string[],
  models: ModelTable = MODELS,
  runMsMax = RUN_MS_MAX,
): Promise<never> {
  const status = await fuzz(argv, {
    models,
    out: process.stdout,
    err: process.stderr,
    nowMs,
    chanceSeed: () => randomInt(SEED_END),
    pause: async () => {
      await setImmediate();
    },
    patience: patienceOf(runMsMax),
    readFile: (path) => readFileSync(path, 'utf8'),
    writeFile: (path, text) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    },
    probeFile,
    keyPresses: () => (process.stdin.isTTY && process.stdout.isTTY ? keyPresses(process.stdin) : undefined),
    onStop: (stop) =>
      onStopSignals(
        { steadyMs: () => Math.floor(nowMs()) as SteadyMs },
        { drain: (signal) => stop(EXIT_STATUS[signal]), end: (exitStatus) => process.exit(exitStatus) },
      ),
  });
  process.exit(status);
}

function nowMs(): number {
  return performance.now();
}

/**
 * Gives up on a run that waits for what cannot come, and on one that lets others run and takes too long. One
 * that does not let others run is the watchdog's, which looks on with half an eye: after the others had time.
 */
function patienceOf(runMsMax: number): Patience {
  let watchdog: Watchdog | undefined;
  return (history, stuck) => {
    watchdog ??= new Watchdog(history.model, 2 * runMsMax);
    const idle = () => stuck('it waits, and there is nothing left that could wake it');
    const timer = setTimeout(() => stuck(`it took more than ${runMsMax / 1000} s`), runMsMax).unref();
    process.once('beforeExit', idle);
    watchdog.begin(history);
    return () => {
      watchdog?.end();
      clearTimeout(timer);
      process.off('beforeExit', idle);
    };
  };
}
