/**
 * Puts load on several servers in turn, round after round, and compares them.
 *
 * Each round visits all of them, every other round from the last to the first, so that what else the machine
 * does, and what wears off or builds up, meets all. Ratios are taken within a round; what is told is their
 * median.
 */

import { percent, sharedNote } from '../machine/shared-machine.js';
import { type Row, spread, type Verdict } from '../section.js';
import type { ServerProcess } from '../servers/server-process.js';
import { applyLoad, type Load, type LoadResult } from './load.js';

export interface Contestant {
  readonly name: string;
  readonly server: ServerProcess;
  readonly load: Load;
  /** Called before each visit; what it resolves with is called behind it. */
  readonly begin?: () => Promise<() => Promise<void>>;
}

export interface ContestOptions {
  readonly rounds: number;
  readonly progress: (text: string) => void;
  /** Called before each round, the first included. */
  readonly beforeRound?: () => Promise<void>;
}

/** Results by name, one a round. */
export type Contest = ReadonlyMap<string, readonly LoadResult[]>;

export type Measure = 'requestsPerSecond' | 'cpuUsPerRequest' | 'p99Us';

const WARM_UP_SECONDS = 1;

/** One round more than told, a short first one that warms up and does not count. */
export async function hold(contestants: readonly Contestant[], options: ContestOptions): Promise<Contest> {
  const { rounds, progress, beforeRound } = options;
  const results = new Map<string, LoadResult[]>(contestants.map(({ name }) => [name, []]));
  progress(`warming up ${contestants.length} servers`);
  await beforeRound?.();
  for (const contestant of contestants) await visit(contestant, WARM_UP_SECONDS);
  for (let round = 1; round <= rounds; round++) {
    progress(`round ${round} of ${rounds}`);
    await beforeRound?.();
    for (const contestant of round % 2 === 1 ? contestants : [...contestants].reverse()) {
      results.get(contestant.name)?.push(await visit(contestant, contestant.load.seconds));
    }
  }
  return results;
}

async function visit({ server, load, begin }: Contestant, seconds: number): Promise<LoadResult> {
  const end = await begin?.();
  const result = await applyLoad(server, { ...load, seconds });
  await end?.();
  return result;
}

export function rowsOf(contest: Contest): readonly Row[] {
  return [...contest].map(([name, results]) => ({
    name,
    figures: {
      'requests/s': spread(results.map((one) => one.requestsPerSecond)),
      'CPU µs/request': spread(results.map((one) => one.cpuUsPerRequest)),
      'server busy': spread(results.map((one) => one.busy)),
      'p50 µs': spread(results.map((one) => one.p50Us)),
      'p99 µs': spread(results.map((one) => one.p99Us)),
    },
  }));
}

/** How one compares with another, if both were measured. */
export function compare(
  contest: Contest,
  [one, other]: readonly [string, string],
  measure: Measure,
  verdict: Pick<Verdict, 'what' | 'target'>,
): readonly Verdict[] {
  const ones = contest.get(one);
  const others = contest.get(other);
  if (ones === undefined || others === undefined) return [];
  const ratios = spread(ones.map((result, round) => result[measure] / (others[round]?.[measure] ?? 0)));
  return [{ ...verdict, value: ratios.median, spread: ratios }];
}

/** Below this, something else than the server set the pace. */
const BUSY = 0.95;

/**
 * Notes on what a reader would not expect: answers of the wrong kind, failures, idle servers, a shared
 * machine.
 */
export function oddities(contest: Contest, expectsRefusals: (name: string) => boolean): readonly string[] {
  const answers = [...contest].flatMap(([name, results]) => {
    const sum = (pick: (result: LoadResult) => number) => results.reduce((all, one) => all + pick(one), 0);
    const requests = sum((one) => one.requests);
    const refused = sum((one) => one.refused);
    const [wrong, word] = expectsRefusals(name) ? [requests - refused, 'admitted'] : [refused, 'refused'];
    const failed = sum((one) => one.failed);
    return [
      wrong > 0 ? `${name}: ${percent(wrong / requests)} of the requests were ${word}.` : [],
      failed > 0 ? `${name}: ${failed} connections or requests failed.` : [],
    ].flat();
  });
  const idle = [...contest].filter(([, results]) => spread(results.map((one) => one.busy)).median < BUSY);
  return [
    ...sharedNote([...contest.values()].flat().map((one) => one.elsewhere)),
    ...answers,
    idle.length > 0
      ? `Not busy all the time, so that requests per second are a lower bound and CPU per request tells more: ${idle.map(([name]) => name).join('; ')}.`
      : [],
  ].flat();
}
