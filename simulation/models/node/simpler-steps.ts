/**
 * Steps that say less than another, to stand in its place when a failing history is made readable.
 *
 * Each has one thing of the other left out or set to what is plain, so that putting simpler for simple ends.
 */
import type { NodeStep, ReloadStep, RequestStep } from '../../history/node-history.js';
import type { PaymentScript } from '../../history/payment-script.js';
import type { ProviderScript } from '../../history/provider-script.js';
import type { ChatCall } from '../../history/texts/chat-call.js';
import type { TextScript } from '../../history/texts/text-script.js';

export function simplerSteps(step: NodeStep): readonly NodeStep[] {
  switch (step.do) {
    case 'request':
      return simplerRequests(step);
    case 'disk':
      return plainer(step, { skip: 0, commits: 1 });
    case 'files':
      return plainer(step, { skip: 0, operations: 1 });
    case 'outage': {
      const { provider, ...all } = step;
      return [...plainer(step, { skip: 0, calls: 1 }), ...(provider === undefined ? [] : [all])];
    }
    case 'crash':
      return [
        ...(step.on === 'now' ? [] : [{ ...step, on: 'now' as const, nth: 1 }]),
        ...plainer(step, { nth: 1, reboot: false, times: 1, downMs: 0 }),
      ];
    case 'restart': {
      const { goesLive, hasNewOperatorKey, fromFormat, ...plain } = step;
      const isPlain = !(goesLive || hasNewOperatorKey || fromFormat);
      return [...plainer(step, { downMs: 0 }), ...(isPlain ? [] : [plain])];
    }
    case 'reload':
      return simplerReloads(step);
    default:
      return [];
  }
}

function simplerReloads(step: ReloadStep): readonly ReloadStep[] {
  const { prices, textPrices, addressRpm, managementRpm, without, leftModels, bounds, ...unchanged } = step;
  const found = { prices, textPrices, addressRpm, managementRpm, without, leftModels, bounds };
  return (Object.keys(found) as (keyof typeof found)[])
    .filter((name) => found[name] !== undefined)
    .map((left) => {
      const kept = Object.entries(found).filter(([name, value]) => name !== left && value !== undefined);
      return { ...unchanged, ...Object.fromEntries(kept) };
    });
}

function simplerRequests(step: RequestStep): readonly RequestStep[] {
  const { givesUpAfterMs, obeys, ...patient } = step;
  const found: RequestStep[] = [...plainer(step, { bodyAfterMs: 0 })];
  if (givesUpAfterMs !== undefined) found.push({ ...patient, ...(obeys && { obeys }) });
  if (obeys !== undefined)
    found.push({ ...patient, ...(givesUpAfterMs !== undefined && { givesUpAfterMs }) });
  const { isEscaped, ...plain } = step;
  if (isEscaped) found.push(plain);
  const { call } = step;
  if ((call.op === 'sign_in' || call.op === 'forgot') && call.typed !== undefined) {
    const { typed, ...usual } = call;
    found.push({ ...step, call: usual });
  }
  if (call.op === 'order' && call.script !== undefined) {
    const scripts = simplerPayments(call.script);
    return [...found, ...scripts.map((script) => ({ ...step, call: { ...call, script } }))];
  }
  if (call.op === 'chat') return [...found, ...simplerChats(call).map((one) => ({ ...step, call: one }))];
  if (call.op !== 'submit') return found;
  const { idempotencyKey, ...once } = call;
  const { fields, ...fieldless } = call;
  if (fields !== undefined) found.push({ ...step, call: fieldless });
  const { head, ...headless } = call;
  if (head !== undefined) found.push({ ...step, call: headless });
  if (idempotencyKey !== undefined) found.push({ ...step, call: once });
  if (call.script === undefined) return found;
  const scripts = simplerScripts(call.script);
  return [...found, ...scripts.map((script) => ({ ...step, call: { ...call, script } }))];
}

function simplerChats(call: ChatCall): readonly ChatCall[] {
  const {
    idempotencyKey,
    readPauseMs,
    cap,
    capField,
    more,
    fields,
    wantsUsage,
    usageWords,
    script,
    ...plain
  } = call;
  const asked = { wantsUsage, usageWords };
  const given = { idempotencyKey, readPauseMs, cap, capField, more, fields, ...asked, script };
  const without = (left: keyof typeof given): ChatCall => {
    const kept = Object.entries(given).filter(([name, value]) => name !== left && value !== undefined);
    return { ...plain, ...Object.fromEntries(kept) };
  };
  const names = (Object.keys(given) as (keyof typeof given)[]).filter((name) => given[name] !== undefined);
  const scripts = script === undefined ? [] : simplerTexts(script);
  return [...names.map(without), ...scripts.map((one) => ({ ...call, script: one }))];
}

function simplerTexts(script: TextScript): readonly TextScript[] {
  const { flaw, bytes, fill, isToolCall, isDoneMissing, afterEnd, empties, ...plain } = script;
  const isPlain = Object.keys(plain).length === Object.keys(script).length;
  return [
    ...(isPlain ? [] : [plain]),
    ...script.begins.map((_, at) => ({ ...script, begins: script.begins.toSpliced(at, 1) })),
    ...(script.usage === 'last' ? [] : [{ ...script, usage: 'last' as const }]),
    ...(script.tailMs === 0 ? [] : [{ ...script, tailMs: 0 }]),
    ...(script.tokens > 1 ? [{ ...script, tokens: 1 }] : []),
  ];
}

const MOVES = ['submits', 'finds', 'polls', 'reads'] as const;

function simplerScripts(script: ProviderScript): readonly ProviderScript[] {
  const { askAgainAfterMs, ...unasked } = script;
  const { cancel, ...cancelled } = script;
  const { saidMs, ...unsaid } = script;
  return [
    ...MOVES.filter((moves) => (script[moves]?.length ?? 0) > 1).map((moves) => ({ ...script, [moves]: [] })),
    ...(askAgainAfterMs === undefined ? [] : [unasked]),
    ...(cancel === undefined ? [] : [cancelled]),
    ...(saidMs === undefined ? [] : [unsaid]),
    ...MOVES.flatMap((moves) =>
      (script[moves] ?? []).map((_, at) => ({ ...script, [moves]: script[moves]?.toSpliced(at, 1) })),
    ),
  ];
}

function simplerPayments(script: PaymentScript): readonly PaymentScript[] {
  const { atLast, ...honest } = script;
  const { isNeverMade, ...able } = script;
  return [
    ...(['creates', 'looks', 'ends', 'notices'] as const).flatMap((list) =>
      script[list].map((_, at) => ({ ...script, [list]: script[list].toSpliced(at, 1) })),
    ),
    ...(atLast === undefined ? [] : [honest]),
    ...(isNeverMade === undefined ? [] : [able]),
  ];
}

/** The step with one of the plain values in the place of its own, for each that it does not have yet. */
function plainer<S extends NodeStep>(step: S, plain: Partial<S>): readonly S[] {
  return (Object.keys(plain) as (keyof S)[])
    .filter((name) => step[name] !== plain[name])
    .map((name) => ({ ...step, [name]: plain[name] }));
}
