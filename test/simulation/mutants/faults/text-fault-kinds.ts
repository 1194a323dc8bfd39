/** Scripts of texts with one kind of fault left in them, or none. */
import type { ChatCall } from '../../../../simulation/history/texts/chat-call.js';
import {
  TEXT_AFTER_ENDS,
  TEXT_BEGINS,
  TEXT_FLAWS,
  type TextScript,
} from '../../../../simulation/history/texts/text-script.js';

const BEGINS = TEXT_BEGINS.filter((begin) => begin !== 'write');
/** A usage beside the end of the text is as good as one behind it. */
const USAGES = ['first', 'each', 'twice', 'never', 'zero', 'huge'] as const;

export type TextFaultKind =
  | `text ${Exclude<(typeof TEXT_BEGINS)[number], 'write'>}`
  | `text then ${(typeof TEXT_FLAWS)[number]}`
  | `usage ${(typeof USAGES)[number]}`
  | `text that ${(typeof TEXT_AFTER_ENDS)[number]}s behind its end`
  | '[DONE] missing'
  | 'client reads slowly';

export const TEXT_FAULT_KINDS: readonly TextFaultKind[] = [
  ...BEGINS.map((begin) => `text ${begin}` as const),
  ...TEXT_FLAWS.map((flaw) => `text then ${flaw}` as const),
  ...USAGES.map((usage) => `usage ${usage}` as const),
  ...TEXT_AFTER_ENDS.map((how) => `text that ${how}s behind its end` as const),
  '[DONE] missing',
  'client reads slowly',
];

interface Kept {
  has(kind: TextFaultKind): boolean;
}

export function chatWithOnly({ readPauseMs, script, ...call }: ChatCall, kept: Kept): ChatCall {
  return {
    ...call,
    ...(readPauseMs !== undefined && kept.has('client reads slowly') ? { readPauseMs } : {}),
    ...(script === undefined ? {} : { script: textWithOnly(script, kept) }),
  };
}

function textWithOnly({ flaw, afterEnd, isDoneMissing, ...script }: TextScript, kept: Kept): TextScript {
  const usage = USAGES.find((one) => one === script.usage);
  return {
    ...script,
    begins: script.begins.map(({ do: move, delayMs }) => ({
      do: move === 'write' || kept.has(`text ${move}`) ? move : 'write',
      delayMs,
    })),
    ...(flaw !== undefined && kept.has(`text then ${flaw.do}`) ? { flaw } : {}),
    ...(afterEnd !== undefined && kept.has(`text that ${afterEnd}s behind its end`) ? { afterEnd } : {}),
    ...(isDoneMissing && kept.has('[DONE] missing') ? { isDoneMissing } : {}),
    usage: usage === undefined || kept.has(`usage ${usage}`) ? script.usage : 'last',
  };
}
