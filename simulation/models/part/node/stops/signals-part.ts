/** The meaning of each signal to stop: the first, its repeats within a second, and a later one. */
import { StopSequence, type StopSignal } from '../../../../../src/node/machine/stop-signals.js';
import type { Part } from '../../part.js';

interface SignalAct {
  readonly do: 'signal' | 'new_process';
  readonly signal: StopSignal;
}

const SAME_SIGNAL_MS = 1_000;

export function signalsPart(): Part<null, SignalAct> {
  return {
    name: 'signals',
    limits: () => null,
    act: (random) => ({
      do: random.chance(0.7) ? 'signal' : 'new_process',
      signal: random.pick(['SIGTERM', 'SIGINT']),
    }),
    pauseMs: (random) => random.pick([0, 1, 500, 999, 1_000, 1_000, 1_001, 2_000]),
    begin(trial) {
      let sequence = new StopSequence();
      const times: number[] = [];
      return {
        take(act) {
          const { now, world } = trial;
          if (act.do === 'new_process') {
            sequence = new StopSequence();
            times.length = 0;
            return;
          }
          times.push(now);
          const [first = now] = times;
          const status = act.signal === 'SIGTERM' ? 143 : 130;
          const later =
            now - first <= SAME_SIGNAL_MS ? { step: 'ignore' } : { step: 'end', exitStatus: status };
          trial.same(
            'step',
            sequence.next(act.signal, world.steadyMs()),
            times.length === 1 ? { step: 'drain' } : later,
          );
        },
        compare() {},
      };
    },
  };
}
