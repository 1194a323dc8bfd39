/**
 * The meaning of SIGTERM and SIGINT to a running node.
 *
 * The first one starts the drain. Ctrl-C under `npm start` arrives twice, from the terminal and from npm,
 * so a repeat within a second of the first, of either kind, is the same signal. A later one ends the
 * process at once; that loses nothing that was acknowledged.
 */
import type { Clock, SteadyMs } from '../../time/clock.js';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

/** The status a shell reports for a process that the signal ended: 128 and the signal's number. */
export const EXIT_STATUS: Readonly<Record<StopSignal, number>> = { SIGTERM: 143, SIGINT: 130 };

const SAME_SIGNAL_MS = 1_000;

export type StopStep =
  | { readonly step: 'drain' }
  | { readonly step: 'ignore' }
  | { readonly step: 'end'; readonly exitStatus: number };

/** Decides, signal by signal. Knows no process. */
export class StopSequence {
  #firstAt: SteadyMs | undefined;

  next(signal: StopSignal, at: SteadyMs): StopStep {
    if (this.#firstAt === undefined) {
      this.#firstAt = at;
      return { step: 'drain' };
    }
    if (at - this.#firstAt <= SAME_SIGNAL_MS) return { step: 'ignore' };
    return { step: 'end', exitStatus: EXIT_STATUS[signal] };
  }
}

export interface StopHandlers {
  /** Called once, by the first signal. */
  drain(signal: StopSignal): void;
  /** Called by a signal after that; not expected to return. */
  end(exitStatus: number): void;
}

/** Listens for the signals until the returned function is called. Listening keeps no process alive. */
export function onStopSignals(clock: Pick<Clock, 'steadyMs'>, handlers: StopHandlers): () => void {
  const sequence = new StopSequence();
  const listener = (signal: StopSignal) => {
    const decided = sequence.next(signal, clock.steadyMs());
    if (decided.step === 'drain') handlers.drain(signal);
    if (decided.step === 'end') handlers.end(decided.exitStatus);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, listener);
  };
}
