/** A made-up machine, its chart, and what is held of it; and two moments. */
import type { Chart } from '../../../simulation/coverage/chart-of.js';
import type { Subject } from '../../../simulation/coverage/subject.js';
import type { MachineStep } from '../../../simulation/model.js';

const way = { guard: undefined, actions: [], reenters: false, declaredIn: '' };
const state = { isFinal: false, tags: [], entry: [] };

export const lampChart: Chart = {
  machine: 'lamp',
  initial: 'off',
  states: [
    { ...state, path: 'on' },
    { ...state, path: 'off' },
    { ...state, path: 'broken', isFinal: true },
  ],
  events: ['PRESS', 'DROP'],
  transitions: [
    { ...way, from: 'on', event: 'PRESS', to: 'off' },
    { ...way, from: 'on', event: 'DROP', to: 'on', guard: 'isTough' },
    { ...way, from: 'on', event: 'DROP', to: 'broken', guard: 'isWeak' },
    { ...way, from: 'on', event: 'DROP', to: 'broken', guard: 'isOld' },
    { ...way, from: 'off', event: 'PRESS', to: 'on' },
  ],
};

export const lamp: Subject = {
  charts: [lampChart],
  cannotOccur: [{ machine: 'lamp', state: 'broken', event: 'DROP', reason: 'It lies already.' }],
  moments: ['start-failed', 'page-had-next'],
};

export function step(from: string, event: string, to: string, isHandled = true): MachineStep {
  return { machine: 'lamp', from, event, to, isHandled };
}
