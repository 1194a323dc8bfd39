/**
 * Runs one history, whatever comes of it: a run that throws or does not end is a finding, a defect of the
 * simulator itself, and takes neither the campaign nor the process with it.
 */
import type { History, Model, Outcome, Violation, Watch } from '../model.js';

/** The rule that is shown as broken if a run throws. */
const SIMULATOR_FAILED = 'simulator-failed';
/** The rule that is shown as broken if a run does not end. */
export const RUN_NEVER_ENDED = 'run-never-ended';

/** The rule that is shown as broken if a promise was rejected and nobody awaited it. */
const PROCESS_LIVES = 'process-lives';

/**
 * Gives up on a run: calls `stuck` with the reason, unless the function it returned was called before. That
 * function resolves with the rejections of the run that nobody awaited; they do not end the process.
 */
export type Patience = (history: History, stuck: (why: string) => void) => () => Promise<readonly unknown[]>;

/** Far above what the longest history does. */
const SIGNS_OF_LIFE_MAX = 20_000_000;

export interface BoundedRun {
  readonly outcome: Outcome;
  /** False if the run was given up; what it began may go on, and the process can only end. */
  readonly hasEnded: boolean;
  /** The stack of what it threw: for people, since it differs between releases of Node. */
  readonly stack?: string;
}

export async function runBounded(
  model: Model,
  history: History,
  watch: Watch,
  patience: Patience,
  signsOfLifeMax = SIGNS_OF_LIFE_MAX,
): Promise<BoundedRun> {
  let isSurrendered = false;
  let lastAt = 0;
  let surrender = (_why: string): void => {};
  const givenUp = new Promise<BoundedRun>((resolve) => {
    surrender = (why) => {
      isSurrendered = true;
      resolve({
        outcome: broken({ invariant: RUN_NEVER_ENDED, message: why, atMs: lastAt }),
        hasEnded: false,
      });
    };
  });
  let signs = 0;
  const sign = () => {
    signs += 1;
    if (signs <= signsOfLifeMax) return;
    surrender(`more than ${signsOfLifeMax} steps of machines and lines of trace`);
    // The only way out of a loop that never waits.
    throw new Error('the run was given up');
  };
  const { traced, machineStep } = watch;
  const counted: Watch = {
    ...(watch.isEnough && { isEnough: watch.isEnough.bind(watch) }),
    ...(traced && {
      traced: (line) => {
        sign();
        lastAt = line.at;
        traced.call(watch, line);
      },
    }),
    machineStep: (step) => {
      sign();
      machineStep?.call(watch, step);
    },
  };
  const forget = patience(history, (why) => surrender(why));
  const ran = run(model, history, counted).then((ended) => (isSurrendered ? givenUp : ended));
  const ended = await Promise.race([ran, givenUp]);
  const [rejection] = (await forget()).map(told);
  return rejection === undefined ? ended : withRejection(ended, rejection, lastAt);
}

/** Behind the rules that broke: it may have come of what broke them. */
function withRejection(ended: BoundedRun, rejection: Told, atMs: number): BoundedRun {
  const { violations } = ended.outcome;
  // A model may listen for it by itself.
  if (violations.some(({ invariant }) => invariant === PROCESS_LIVES)) return ended;
  const message = `the process would have ended: ${rejection.message}`;
  const violation = { invariant: PROCESS_LIVES, message, atMs };
  return {
    ...ended,
    outcome: { ...ended.outcome, violations: [...violations, violation] },
    stack: ended.stack ?? rejection.stack,
  };
}

async function run(model: Model, history: History, watch: Watch): Promise<BoundedRun> {
  try {
    return { outcome: await model.run(history, watch), hasEnded: true };
  } catch (error) {
    return { ...thrown(error), hasEnded: true };
  }
}

/** The finding if a model throws. */
export function thrown(error: unknown): { readonly outcome: Outcome; readonly stack: string } {
  const { message, stack } = told(error);
  return { outcome: broken({ invariant: SIMULATOR_FAILED, message, atMs: 0 }), stack };
}

interface Told {
  readonly message: string;
  readonly stack: string;
}

function told(error: unknown): Told {
  if (!(error instanceof Error)) return { message: String(error), stack: String(error) };
  const message = `${error.name}: ${error.message}`;
  return { message, stack: error.stack ?? message };
}

function broken(violation: Violation): Outcome {
  return { violations: [violation], simulatedMs: 0, counts: {} };
}
