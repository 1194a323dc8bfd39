/**
 * Writes `docs/state-charts.md` from the machines.
 *
 * A test compares the file with what this makes; `npx vitest run test/machines/state-charts-page.test.ts -u`
 * rewrites it.
 */

import type { Chart, ChartTransition } from '../simulation/coverage/chart-of.js';
import { IN_A_NODE } from '../simulation/coverage/machines.js';
import { markdownTable, stateDiagram } from '../simulation/coverage/markdown.js';
import { numberedReasons } from '../simulation/coverage/reasons.js';
import type { CannotOccur } from '../simulation/coverage/subject.js';
import type { GenerationEvent } from '../src/machines/generation-events.js';
import type { OrderEventType } from '../src/machines/order-events.js';
import type { VideoJobEventType } from '../src/machines/video-job-events.js';

const HEAD = `# State charts

<!-- Made from src/machines; rewrite with: npx vitest run test/machines/state-charts-page.test.ts -u -->

Each machine of the gateway, as it is defined. A machine is pure: it says what it wants of the world as
*effects*, and the actor that hosts it carries them out when the new state is on disk. An event that has no row
in a state's table changes nothing there.

How often a run of the fuzzer took each transition, and which it never took, is shown by its coverage report.
`;

const CANNOT_COME = `
### Events that cannot come

In a whole node, as far as can be argued. A run that shows one is reported as a finding.

`;

const JOB_EVENTS: { readonly [Type in VideoJobEventType]: string } = {
  SUBMIT_ACCEPTED: 'the provider took the job',
  SUBMIT_REJECTED: 'the provider will never take the job',
  SUBMIT_NOT_TAKEN: 'the provider did not take the job now',
  SUBMIT_WITHOUT_OUTCOME: 'the submit brought no answer, or none that makes sense',
  SUBMIT_WAITS: 'the submit waits for its turn',
  SUBMIT_BEGINS: 'the turn of a submit that waited has come',
  NOT_FOUND: 'the provider was asked for the job and does not have it',
  STARTED: 'the provider has begun',
  COMPLETED: 'the provider has finished, and the length of the result is known',
  MADE: 'the provider has finished, and the result has to be read',
  RESULT_READ: 'the result was read',
  RESULT_UNREADABLE: 'the result can never be read',
  FAILED: 'the provider has failed',
  DEADLINE: "the job's deadline has come",
  FINAL_POLL_UNSETTLED: 'the final poll is over and brought no end of the job',
  ENDED_BY_OPERATOR: 'an operator wants the job to end now',
  RESUMED: 'the node restarted',
};

const GENERATION_EVENTS: { readonly [Type in GenerationEvent['type']]: string } = {
  NOT_TAKEN: 'the provider certainly did not take it, and may later',
  REFUSED: 'it failed before its first token',
  ENDED: 'the text is whole',
  BROKEN_OFF: 'it failed after its first token',
  ABANDONED: 'its client has gone, and nobody waits for the rest any more',
  RESUMED: 'the node restarted',
};

const ORDER_EVENTS: { readonly [Type in OrderEventType]: string } = {
  CHECKOUT_CREATED: 'the payment service has made the checkout',
  CHECKOUT_REFUSED: 'the payment service will never make the checkout',
  CHECKOUT_NOT_CREATED: 'the call for the checkout failed, or went without an answer',
  PAID: 'the checkout was paid',
  FAILED: 'the payment has failed',
  CANCELED: 'the payment was canceled',
  EXPIRED: 'the checkout has expired',
  MISMATCHED: 'the checkout does not go with the order',
  NOTICED: 'the payment service or the person says that there is news',
  CALL_DUE: 'the next call to the payment service is due',
  DEADLINE: "the order's deadline has come",
  VOIDED: 'credit may not come without money any more',
  RESUMED: 'the node restarted',
};

const EVENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  videoJob: JOB_EVENTS,
  generation: GENERATION_EVENTS,
  order: ORDER_EVENTS,
};

const NAMED: Readonly<Record<string, string>> = {
  mayTakeNextRoute: 'another route is left, and the job is not bound to this one',
  mayTryAgain: 'there were fewer than eight submits, and the provider takes a repeated one for the same',
  isBound: 'the job is bound to its route',
  isIdempotent: 'the provider takes idempotency keys, and its time for that is not over',
  mayRepeat:
    'the provider takes idempotency keys, its time for that is not over, and there were fewer than eight submits',
  isFindable: 'the provider can be asked for the job by its id',
  callSubmit: 'wants a submit',
  awaitSubmit: 'wants a submit that waits for its turn',
  find: 'wants the provider to be asked for the job',
  watch: 'wants the job to be polled',
  finalPoll: 'wants the provider to be asked a last time',
  cancel: 'wants the provider to give the job up',
  read: 'wants the result to be read',
  settle: "wants a settlement with its key's balance",
  keepHandle: "keeps the provider's handle",
  countAttempt: 'counts the submit',
  takeNextRoute: 'takes the next route',
  hasFallback: 'another route is left',
  ask: 'wants the text to be asked for',
  keepEnd: 'keeps the end of the text, and its tokens',
  bind: 'binds the job to its route',
  keepMade: 'keeps the location of the result',
  keepOutput: 'keeps the output',
  keepReadOutput: 'keeps the output',
  keepFailure: 'keeps the reason',
  mayLookAgain: 'there were fewer than seven daily looks',
  hasCheckout: 'the order has a checkout',
  isNews: 'the mismatch before was of another kind',
  createCheckout: 'wants a checkout to be made',
  createLater: 'wants the next call for it after a while',
  look: 'wants a look at the checkout',
  lookSoon: 'wants the next one within a minute',
  lookTomorrow: 'wants the next one in a day',
  setAside: 'wants the mismatch to be told of',
  giveBackRoom: "wants the room that it holds in its key's life given back",
  credit: 'wants the credit for its key',
  countLook: 'counts the look',
  keepCheckout: 'keeps the checkout',
  keepRefusal: 'keeps the reason',
  keepMismatch: 'keeps the mismatch',
  forgetMismatch: 'forgets a mismatch',
  raise: 'meets the event again there',
};

export function stateChartsPage(): string {
  return HEAD + IN_A_NODE.charts.map((chart) => section(chart, IN_A_NODE.cannotOccur)).join('');
}

function section(chart: Chart, cannotOccur: readonly CannotOccur[]): string {
  return `
## \`${chart.machine}\`

${stateDiagram(chart)}
${events(chart)}
### Transitions

If several rows of a state have the same event, the first whose condition holds is taken.

${transitions(chart)}${reasons(chart, cannotOccur)}`;
}

function events(chart: Chart): string {
  return markdownTable(
    ['Event', 'Meaning'],
    chart.events.map((event) => [`\`${event}\``, inWords(event, EVENTS[chart.machine] ?? {})]),
  );
}

function transitions(chart: Chart): string {
  const entered = new Map(chart.states.map(({ path, entry }) => [path, entry]));
  const isEntered = ({ from, to, reenters }: ChartTransition) => from !== to || reenters;
  return markdownTable(
    ['In', 'on', 'if', 'goes to', 'and'],
    chart.transitions.map((one) => [
      `\`${one.from}\``,
      `\`${one.event}\``,
      one.guard === undefined ? otherwise(one, chart) : inWords(one.guard, NAMED),
      one.from === one.to && !one.reenters ? 'stays' : `\`${one.to}\``,
      [...one.actions, ...(isEntered(one) ? (entered.get(one.to) ?? []) : [])]
        .map((name) => inWords(name, NAMED))
        .join(', '),
    ]),
  );
}

/** Marks the transition that is taken if the conditions of those before it fail. */
function otherwise({ from, event }: ChartTransition, { transitions }: Chart): string {
  return transitions.filter((one) => one.from === from && one.event === event).length > 1 ? 'otherwise' : '';
}

function reasons({ machine }: Chart, cannotOccur: readonly CannotOccur[]): string {
  const names = (all: readonly string[]) => all.map((name) => `\`${name}\``).join(', ');
  const lines = numberedReasons(cannotOccur, machine).map(
    ({ events, states, reason }) => `- ${names(events)} in ${names(states)}: ${reason}\n`,
  );
  return lines.length === 0 ? '' : CANNOT_COME + lines.join('');
}

/** Throws for what nobody has put in words yet. */
function inWords(name: string, words: Readonly<Record<string, string>>): string {
  const text = words[name];
  if (text === undefined) throw new Error(`scripts/state-charts-page.ts has no words for ${name}`);
  return text;
}
