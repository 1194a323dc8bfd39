/** Histories of a node with one kind of fault left in them, or none. */
import type { ClientCall, SubmitCall } from '../../../../simulation/history/client-call.js';
import {
  type CrashStep,
  DISK_FAULTS,
  FILE_FAULTS,
  type NodeHistory,
  type NodeStep,
  OUTAGES,
} from '../../../../simulation/history/node-history.js';
import {
  POLL_MOVES,
  type ProviderScript,
  type ReadMove,
  SUBMIT_MOVES,
} from '../../../../simulation/history/provider-script.js';
import { PAYMENT_FAULT_KINDS, paymentWithOnly } from './payment-fault-kinds.js';
import { chatWithOnly, TEXT_FAULT_KINDS } from './text-fault-kinds.js';

const OCCASIONS = ['commit', 'answer', 'provider_call', 'file_operation'] as const;
const SUBMIT_FAULTS = SUBMIT_MOVES.filter((move) => move !== 'accept');
const POLL_FAULTS = POLL_MOVES.filter((move) => move !== 'truth');
/** A result that is read later, and one that waiting does not mend. */
const READ_MOVES_WAITING = ['error', 'never', 'breaks_off'] as const;
const READ_MOVES_HOPELESS = ['gone', 'forbidden', 'no_clip'] as const;
const ENDS = ['failed', 'never'] as const;

export const FAULT_KINDS = [
  ...DISK_FAULTS.map((fault) => `disk ${fault}` as const),
  ...FILE_FAULTS.map((fault) => `files ${fault}` as const),
  'crash now',
  'crash before event',
  ...OCCASIONS.flatMap((on) => [`crash before ${on}` as const, `crash after ${on}` as const]),
  'crash again and again',
  'crash, undecided lost',
  'crash, undecided kept',
  'reboot',
  'restart',
  ...OUTAGES.map((how) => `outage ${how}` as const),
  'wall step',
  'shortage',
  ...SUBMIT_FAULTS.map((move) => `submit ${move}` as const),
  ...POLL_FAULTS.map((move) => `poll ${move}` as const),
  'result unreadable for a while',
  'result unreadable for good',
  'cancel unheard',
  'slow answer of a provider',
  'call of a service fails',
  ...PAYMENT_FAULT_KINDS,
  ...TEXT_FAULT_KINDS,
  ...ENDS.map((how) => `end ${how}` as const),
  'more output than was asked for',
  'flaky model',
  'client gives up',
  'late body',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** No job is shorter. */
const LENGTH_MIN_MS = 1_000;
const WELL = { how: 'completed', outputMs: LENGTH_MIN_MS } as const;
/** An answer of a provider that takes no longer than this is not slow. */
const PROMPT_MS = 60;
/** Every fault but those of the kinds is taken out of the history; what is asked of the node stays. */
export function withOnly(history: NodeHistory, kinds: readonly FaultKind[]): NodeHistory {
  const kept = new Set(kinds);
  const faults = kept.has('call of a service fails') ? history.faults : 'none';
  return { ...history, faults, steps: history.steps.flatMap((step) => stepWithOnly(step, kept)) };
}

function stepWithOnly(step: NodeStep, kept: ReadonlySet<FaultKind>): readonly NodeStep[] {
  switch (step.do) {
    case 'disk':
      return kept.has(`disk ${step.fault}`) ? [step] : [];
    case 'release_disk':
      return DISK_FAULTS.some((fault) => kept.has(`disk ${fault}`)) ? [step] : [];
    case 'files':
      return kept.has(`files ${step.fault}`) ? [step] : [];
    case 'shortage':
      return kept.has('shortage') ? [step] : [];
    case 'crash':
      return crashWithOnly(step, kept);
    case 'restart':
      return kept.has('restart') ? [step] : [];
    case 'outage':
      return kept.has(`outage ${step.how}`) ? [step] : [];
    case 'reload':
    case 'scrape':
      return [step];
    case 'step_wall':
      return kept.has('wall step') ? [step] : [];
    case 'request': {
      const { givesUpAfterMs, ...waits } = step;
      const { call } = step;
      return [
        {
          ...(kept.has('client gives up') ? step : waits),
          bodyAfterMs: kept.has('late body') ? step.bodyAfterMs : 0,
          call: callWithOnly(call, kept),
        },
      ];
    }
  }
}

function crashWithOnly(step: CrashStep, kept: ReadonlySet<FaultKind>): readonly NodeStep[] {
  const { on, side, undecided } = step;
  const plain: CrashStep = { ...step, times: 1, reboot: false };
  if (kept.has('reboot')) return step.reboot ? [{ ...step, times: 1 }] : [];
  if (kept.has('crash again and again')) return step.times > 1 ? [{ ...step, reboot: false }] : [];
  if (kept.has(`crash, undecided ${undecided}`)) return [plain];
  if (on === 'now') return kept.has('crash now') ? [plain] : [];
  return kept.has(on === 'event' ? 'crash before event' : `crash ${side} ${on}`) ? [plain] : [];
}

function callWithOnly(call: ClientCall, kept: ReadonlySet<FaultKind>): ClientCall {
  if (call.op === 'submit') return submitWithOnly(call, kept);
  if (call.op === 'chat') return chatWithOnly(call, kept);
  if (call.op !== 'order' || call.script === undefined) return call;
  return { ...call, script: paymentWithOnly(call.script, kept, (delayMs) => promptly(delayMs, kept)) };
}

function promptly(delayMs: number, kept: ReadonlySet<FaultKind>): number {
  return kept.has('slow answer of a provider') ? delayMs : Math.min(delayMs, PROMPT_MS);
}

/** Models of the embedded provider that do not behave give way to one that does. */
function submitWithOnly(call: SubmitCall, kept: ReadonlySet<FaultKind>): SubmitCall {
  const isOdd =
    (call.model === 'sim/video-reject' && !kept.has('end failed')) ||
    (call.model === 'sim/video-flaky' && !kept.has('flaky model'));
  return {
    ...call,
    model: isOdd ? 'sim/video-instant' : call.model,
    ...(call.script === undefined ? {} : { script: scriptWithOnly(call.script, kept) }),
  };
}

/** No job is looked for unless a submit failed: what befalls a look has no kind of its own. */
function scriptWithOnly(
  { finds: _, ...script }: ProviderScript,
  kept: ReadonlySet<FaultKind>,
): ProviderScript {
  const { end, reads = [], cancel, ...rest } = script;
  return {
    ...rest,
    submits: script.submits.map((move) => ({
      ...move,
      delayMs: promptly(move.delayMs, kept),
      do: move.do === 'accept' || kept.has(`submit ${move.do}`) ? move.do : 'accept',
    })),
    polls: script.polls.map((move) => ({
      ...move,
      delayMs: promptly(move.delayMs, kept),
      do: move.do === 'truth' || kept.has(`poll ${move.do}`) ? move.do : 'truth',
    })),
    reads: reads.map((move) => ({ ...move, do: readWithOnly(move.do, kept) })),
    ...(cancel !== undefined && kept.has('cancel unheard') ? { cancel } : {}),
    end: endWithOnly(end, kept),
  };
}

function readWithOnly(move: ReadMove['do'], kept: ReadonlySet<FaultKind>): ReadMove['do'] {
  const isMended = READ_MOVES_WAITING.some((one) => one === move);
  const isHopeless = READ_MOVES_HOPELESS.some((one) => one === move);
  if (isMended && !kept.has('result unreadable for a while')) return 'whole';
  return isHopeless && !kept.has('result unreadable for good') ? 'whole' : move;
}

function endWithOnly(end: ProviderScript['end'], kept: ReadonlySet<FaultKind>): ProviderScript['end'] {
  if (end.how !== 'completed') return kept.has(`end ${end.how}`) ? end : WELL;
  if (kept.has('more output than was asked for')) return end;
  return { how: 'completed', outputMs: Math.min(end.outputMs, LENGTH_MIN_MS) };
}
