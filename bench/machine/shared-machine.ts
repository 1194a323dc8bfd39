/** How much of the machine went to something else than what was measured. */
import { availableParallelism } from 'node:os';
import { spread } from '../section.js';
import { machineCpuSeconds } from './cpu-time.js';

/** Above this, the figures are those of a machine that was shared. */
const ELSEWHERE_MAX = 0.05;

/**
 * Begins to watch.
 *
 * @returns tells the share of the machine, from then on, that neither the server nor the load had: other
 * programs, interrupts, other guests
 */
export function watchMachine(): (serverSeconds: number, loadSeconds: number) => number {
  const began = { machine: machineCpuSeconds(), at: performance.now() };
  return (serverSeconds, loadSeconds) => {
    const tookSeconds = (performance.now() - began.at) / 1000;
    const elsewhereSeconds = machineCpuSeconds() - began.machine - serverSeconds - loadSeconds;
    return Math.max(0, elsewhereSeconds / (tookSeconds * availableParallelism()));
  };
}

/** A note if it was too much. */
export function sharedNote(shares: readonly number[]): readonly string[] {
  const { median, least, greatest } = spread(shares);
  return median > ELSEWHERE_MAX
    ? [
        `The machine was shared: neither server nor load had ${percent(median)} of it (${percent(least)} to ${percent(greatest)}). A target that was reached or missed in such a run decides nothing.`,
      ]
    : [];
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
