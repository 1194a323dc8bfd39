/** The command `fuzz`, in a process: real time, terminal, files and signals. */
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Command, CommandIo } from '../../../src/cli/framework/command.js';
import { endProcess } from '../../../src/cli/framework/process-io.js';
import { EXIT_STATUS, onStopSignals } from '../../../src/node/machine/stop-signals.js';
import type { SteadyMs } from '../../../src/time/clock.js';
import type { Patience } from '../bounded-run.js';
import { collectRejections } from '../unawaited.js';
import { Watchdog } from '../watchdog.js';
import type { FuzzEnvironment } from './fuzz-environment.js';
import { FUZZ_OPTIONS, fuzzOptions } from './fuzz-options.js';
import { keyPresses } from './key-presses.js';
import { MODELS, type ModelTable } from './models.js';
import { probeFile } from './probe-file.js';
import { runFuzz } from './run-fuzz.js';
import { startPart } from './running-part.js';

const SEED_END = 2 ** 32;
const RUN_MS_MAX = 5 * 60_000;

export const fuzz: Command = fuzzOf(MODELS, RUN_MS_MAX);

/** @param runMsMax how long one history may take */
export function fuzzOf(models: ModelTable, runMsMax: number): Command {
  return {
    arguments: [],
    options: FUZZ_OPTIONS,
    about: [
      'Makes histories of requests, faults, crashes and restarts from seeds, runs each in a simulated world and checks what was seen against the rules of the API. The first failure ends it: the shortest history that fails is printed, and its trace is written to a file. In a checkout, npm run fuzz -- [OPTION]... builds first.',
      'Exit status: 0 every rule held; 1 a rule was broken; 2 an option is wrong, or a file cannot be read or written; 130 Ctrl-C.',
    ],
    examples: [
      ['fuzz', 'Run all models for a minute, from a random seed.'],
      ['fuzz --minutes 60 --faults heavy --keep-going', 'Run for an hour and collect every failure.'],
      ['fuzz --model node --runs 1000', 'Run a thousand histories of a whole gateway.'],
      ['fuzz --replay fuzz-failures/node-heavy-7.jsonl', 'Step through the trace of a failure.'],
    ],
    async run(given, io) {
      const status = await runFuzz(fuzzOptions(given), environmentOf(io, models, runMsMax));
      // A run that was given up may still hold the process open.
      endProcess(status);
      return status;
    },
  };
}

function environmentOf(
  { out, err, nowMs }: CommandIo,
  models: ModelTable,
  runMsMax: number,
): FuzzEnvironment {
  return {
    models,
    out,
    err,
    nowMs,
    chanceSeed: () => randomInt(SEED_END),
    cores: availableParallelism(),
    startPart,
    replayAlone: models === MODELS ? (file) => startPart(['--replay', file, '--json']) : undefined,
    every: (ms, call) => {
      const timer = setInterval(call, ms);
      return () => clearInterval(timer);
    },
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
    keyPresses: () => (process.stdin.isTTY && out.isTTY === true ? keyPresses(process.stdin) : undefined),
    onStop: (stop) =>
      onStopSignals(
        { steadyMs: () => Math.floor(nowMs()) as SteadyMs },
        { drain: (signal) => stop(EXIT_STATUS[signal]), end: (exitStatus) => process.exit(exitStatus) },
      ),
  };
}

/**
 * Gives up on a run that waits for what cannot come, and on one that lets others run and takes too long. A
 * run that lets nothing else run is the watchdog's, which waits twice as long, so that the timer here comes
 * first.
 */
function patienceOf(runMsMax: number): Patience {
  let watchdog: Watchdog | undefined;
  return (history, stuck) => {
    watchdog ??= new Watchdog(history.model, 2 * runMsMax);
    const idle = () => stuck('it waits, and there is nothing left that could wake it');
    const timer = setTimeout(() => stuck(`it took more than ${runMsMax / 1000} s`), runMsMax).unref();
    const rejections = collectRejections();
    process.once('beforeExit', idle);
    watchdog.begin(history);
    return () => {
      watchdog?.end();
      clearTimeout(timer);
      process.off('beforeExit', idle);
      return rejections();
    };
  };
}
