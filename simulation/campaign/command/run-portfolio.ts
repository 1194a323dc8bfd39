/** Runs the campaigns of all models, on all cores, each in a process of its own, and tells of each. */
import { BAD, DONE } from '../../../src/cli/framework/exit-status.js';
import { ProgressLine } from '../../../src/cli/framework/progress.js';
import type { FuzzEnvironment } from './fuzz-environment.js';
import type { PortfolioOptions } from './fuzz-options.js';
import { type Part, portfolio } from './portfolio.js';
import type { RunningPart } from './running-part.js';

const MS_PER_MINUTE = 60_000;
const PLAIN_LINE_EVERY_MS = 10_000;
const TICK_MS = 200;

/** @returns the status to exit with: that of the campaign that ended worst */
export async function runPortfolio(options: PortfolioOptions, environment: FuzzEnvironment): Promise<number> {
  const { out } = environment;
  const seed = options.seed ?? environment.chanceSeed();
  const lanes = portfolio(seed, options.minutes, environment.cores);
  const progress = new ProgressLine(environment, PLAIN_LINE_EVERY_MS);
  const running = new Map<RunningPart, Part>();
  const begunAtMs = environment.nowMs();
  let worst: number = DONE;
  let stoppedWith: number | undefined;
  let isOver = false;
  const broken: Part[] = [];

  const stopAll = () => {
    isOver = true;
    for (const part of running.keys()) part.stop();
  };
  const runLane = async (lane: readonly Part[]) => {
    for (const part of lane) {
      if (isOver) return;
      const one = environment.startPart(argumentsOf(part, options));
      running.set(one, part);
      const { status, text } = await one.ended;
      running.delete(one);
      progress.end();
      out.write(text);
      if (status === BAD) broken.push(part);
      // Those that were stopped have said how far they came, and found nothing.
      if (isOver && status !== BAD) continue;
      worst = worst === BAD ? BAD : Math.max(worst, status);
      if (status !== DONE && !options.keepGoing) stopAll();
    }
  };
  const forget = environment.onStop((status) => {
    stoppedWith = status;
    stopAll();
  });
  const untick = environment.every(TICK_MS, () => {
    const elapsedMs = environment.nowMs() - begunAtMs;
    const names = [...running.values()].map(({ model }) => model).sort();
    if (!options.json)
      progress.update(
        () => [`fuzzing ${names.join(' and ')}`],
        elapsedMs / (options.minutes * MS_PER_MINUTE),
      );
  });
  try {
    if (!options.json)
      out.write(`fuzzing all models from seed ${seed}, in ${lanes.length} processes at a time\n`);
    await Promise.all(lanes.map(runLane));
  } finally {
    untick();
    forget();
    progress.end();
  }
  if (!options.json) out.write(verdict(broken, stoppedWith ?? worst));
  return stoppedWith ?? worst;
}

/** The last line, for reports and figures of several campaigns stand above it. */
function verdict(broken: readonly Part[], status: number): string {
  const where = broken.map(({ model, seed }) => `${model} from seed ${seed}`).join(' and ');
  if (broken.length > 0) return `\na rule was broken in ${where}: see FAILURE above\n`;
  return status === DONE ? '\nevery rule held in all models\n' : '';
}

function argumentsOf({ model, seed, minutes }: Part, options: PortfolioOptions): readonly string[] {
  const { faults, json, keepGoing, traceDir } = options;
  return [
    ...['--model', model, '--seed', String(seed), '--minutes', String(Math.max(minutes, 0.001))],
    ...['--trace-dir', traceDir],
    ...(faults === undefined || model === 'http' ? [] : ['--faults', faults]),
    ...(json ? ['--json'] : []),
    ...(keepGoing ? ['--keep-going'] : []),
  ];
}
