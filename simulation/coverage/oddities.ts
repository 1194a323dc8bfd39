/** Moves of machines against what is held of them: that a pair cannot occur, or what the chart says. */
import type { MachineStep } from '../model.js';
import type { CannotOccur, Subject } from './subject.js';

export type Oddity = 'refuted' | 'unknown_move';

/** Undefined if nothing speaks against the move. */
export function oddityOf(step: MachineStep, subject: Subject): Oddity | undefined {
  if (!isInChart(step, subject)) return 'unknown_move';
  return whyNot(step, subject) === undefined ? undefined : 'refuted';
}

/** Why the machine never hears the event in that state; undefined if it may. */
export function whyNot(
  { machine, from, event }: Pick<MachineStep, 'machine' | 'from' | 'event'>,
  { cannotOccur }: Subject,
): CannotOccur['reason'] | undefined {
  const is = (one: CannotOccur) => one.machine === machine && one.state === from && one.event === event;
  return cannotOccur.find(is)?.reason;
}

function isInChart({ machine, from, event, to, isHandled }: MachineStep, { charts }: Subject): boolean {
  const chart = charts.find((one) => one.machine === machine);
  if (chart === undefined || !chart.events.includes(event)) return false;
  const ways = chart.transitions.filter((one) => one.from === from && one.event === event);
  if (isHandled) return ways.some((one) => one.to === to);
  const isKnown = chart.states.some(({ path }) => path === from);
  return isKnown && from === to && ways.every(({ guard }) => guard !== undefined);
}

export function describeOddity({ machine, from, event, to, isHandled }: MachineStep, oddity: Oddity): string {
  const step = isHandled ? `${from} --${event}--> ${to}` : `${event} ignored in ${from}`;
  const what = oddity === 'refuted' ? 'is held to be impossible' : 'is not in the chart';
  return `${machine}: ${step} ${what}`;
}
