/**
 * Section `simulation`: how fast the simulated world runs, checker included, on one core.
 *
 * Simulated time against real time and against CPU time, of a node with 50 keys, 10 requests and one new job
 * a second and light faults; and processes that crash and start again a minute, in histories with heavy
 * faults. CPU time counts all threads, and so what the garbage collector does beside.
 */
import { generateNodeHistory } from '../../simulation/history/generate.js';
import { generateLoad } from '../../simulation/history/generate-load.js';
import { runNodeHistory } from '../../simulation/models/node/node-model.js';
import { type BenchOptions, type Section, type SectionReport, spread } from '../section.js';

const HISTORIES_A_ROUND = 100;
const SIMULATED_MINUTES_A_ROUND = 20;

interface Round {
  /** Simulated time over real time. */
  readonly speed: number;
  /** Simulated time over CPU time. */
  readonly speedByCpu: number;
  readonly crashesPerMinute: number;
}

export const simulation: Section = {
  name: 'simulation',
  summary: 'the simulated world that the fuzzer runs the product in',
  // As `npm run fuzz` has it: runs leave much behind that lives for a moment.
  nodeOptions: ['--max-semi-space-size=64'],
  run,
};

async function run({ rounds, isQuick, progress }: BenchOptions): Promise<SectionReport> {
  const scale = isQuick ? 0.1 : 1;
  const measured: Round[] = [];
  // Code that is not compiled yet shall not count.
  await runNodeHistory(loadOf(0, 2), {});
  for (let round = 1; round <= rounds; round++) {
    progress(`round ${round} of ${rounds}`);
    measured.push({
      ...(await runLoad(round, SIMULATED_MINUTES_A_ROUND * scale)),
      ...(await runCrashes(round, HISTORIES_A_ROUND * scale)),
    });
  }
  return {
    rows: [
      {
        name: 'light faults',
        figures: {
          'simulated hours/hour': spread(measured.map(({ speed }) => speed)),
          'simulated hours/hour of CPU': spread(measured.map(({ speedByCpu }) => speedByCpu)),
        },
      },
      {
        name: 'heavy faults',
        figures: {
          'crashes and starts/minute': spread(measured.map(({ crashesPerMinute }) => crashesPerMinute)),
        },
      },
    ],
    verdicts: [],
    notes: [],
  };
}

function loadOf(seed: number, minutes: number) {
  return generateLoad(seed, { keys: 50, requestsPerSecond: 10, jobsPerSecond: 1, minutes, faults: 'light' });
}

async function runLoad(seed: number, minutes: number): Promise<Pick<Round, 'speed' | 'speedByCpu'>> {
  const history = loadOf(seed, minutes);
  const began = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  const { violations } = await runNodeHistory(history, {});
  const { user, system } = process.cpuUsage(cpu);
  const tookMs = Number(process.hrtime.bigint() - began) / 1e6;
  if (violations.length > 0) throw new Error(`seed ${seed} broke a rule: ${JSON.stringify(violations[0])}`);
  // The peace at the end, in which nothing is asked, does not count.
  const simulatedMs = minutes * 60_000;
  return { speed: simulatedMs / tookMs, speedByCpu: simulatedMs / ((user + system) / 1000) };
}

async function runCrashes(round: number, histories: number): Promise<Pick<Round, 'crashesPerMinute'>> {
  const began = process.hrtime.bigint();
  let crashes = 0;
  for (let n = 0; n < histories; n++) {
    const history = generateNodeHistory(round * HISTORIES_A_ROUND + n, 'heavy');
    crashes += (await runNodeHistory(history, {})).counts.crashed ?? 0;
  }
  return { crashesPerMinute: crashes / (Number(process.hrtime.bigint() - began) / 60e9) };
}
