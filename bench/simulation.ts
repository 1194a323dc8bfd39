/**
 * `npm run bench -- simulation`: how fast the simulated world runs, checker included, on one core.
 *
 * Two figures, each a median over rounds with the least and the greatest: simulated time against real time and
 * against CPU time, of a node with 50 keys, 10 requests and one new job a second and light faults; and processes
 * that crash and start again a minute, in histories with heavy faults. CPU time counts all threads, and so
 * what the garbage collector does beside. Options: --rounds N (default 5), --minutes N simulated a round
 * (default 20), --json.
 */
import { parseArgs } from 'node:util';
import { generateNodeHistory } from '../src/simulation/node-model/generate.js';
import { generateLoad } from '../src/simulation/node-model/generate-load.js';
import { runNodeHistory } from '../src/simulation/node-model/node-model.js';

const HISTORIES_A_ROUND = 100;

interface Round {
  /** Simulated time over real time. */
  readonly speed: number;
  /** Simulated time over CPU time. */
  readonly speedByCpu: number;
  readonly crashesPerMinute: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      minutes: { type: 'string', default: '20' },
      json: { type: 'boolean', default: false },
    },
  });
  const rounds: Round[] = [];
  // What is not compiled yet shall not count.
  await runNodeHistory(loadOf(0, 2), {});
  for (let round = 1; round <= Number(values.rounds); round++) {
    rounds.push({ ...(await runLoad(round, Number(values.minutes))), ...(await runCrashes(round)) });
  }
  const figures = {
    'simulated hours per hour': spread(rounds.map(({ speed }) => speed)),
    'simulated hours per hour of CPU': spread(rounds.map(({ speedByCpu }) => speedByCpu)),
    'crashes and starts a minute': spread(rounds.map(({ crashesPerMinute }) => crashesPerMinute)),
  };
  if (values.json) {
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    return;
  }
  for (const [name, { median, least, greatest }] of Object.entries(figures)) {
    process.stdout.write(`${name.padEnd(34)}${median}  (${least} to ${greatest})\n`);
  }
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

async function runCrashes(round: number): Promise<Pick<Round, 'crashesPerMinute'>> {
  const began = process.hrtime.bigint();
  let crashes = 0;
  for (let n = 0; n < HISTORIES_A_ROUND; n++) {
    const history = generateNodeHistory(round * HISTORIES_A_ROUND + n, 'heavy');
    crashes += (await runNodeHistory(history, {})).counts.crashed ?? 0;
  }
  return { crashesPerMinute: crashes / (Number(process.hrtime.bigint() - began) / 60e9) };
}

function spread(values: readonly number[]): { median: number; least: number; greatest: number } {
  const sorted = values.map(Math.round).sort((a, b) => a - b);
  const [least = 0] = sorted;
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, least, greatest: sorted.at(-1) ?? 0 };
}

await main();
