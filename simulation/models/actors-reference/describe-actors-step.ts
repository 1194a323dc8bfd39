/** The steps of a history of keys and jobs, in words. */
import { describeFault, isFaultStep } from '../../history/process-faults.js';
import type { ActorsStep, ProviderScript, ScriptedAnswer } from './actors-history.js';

export function describeActorsStep(step: ActorsStep): string {
  if (isFaultStep(step)) return describeFault(step);
  switch (step.do) {
    case 'create_key':
      return `account ${step.account} makes key ${step.key} with ${step.creditsMicroDa}${idempotently(step)}`;
    case 'credit':
      return `key ${step.key} gets ${step.amountMicroDa}, reference ${step.reference}`;
    case 'debit':
      return `key ${step.key} loses ${step.amountMicroDa}, reference ${step.reference}`;
    case 'transfer':
      return `key ${step.key} gives key ${step.to} ${step.amountMicroDa}, reference ${step.reference}`;
    case 'submit':
      return `key ${step.key} submits job ${step.id}: ${step.lengthMs} ms at ${step.pricePerSecondMicroDa}/s${idempotently(step)}, lost answers ${[step.lost, ...(step.others ?? [])].join(' then ')}${step.script === undefined ? '' : `; ${describeScript(step.script)}`}`;
    case 'report':
      return `job ${step.job} hears ${step.says}`;
    case 'set_rpm':
      return `key ${step.key} gets a limit of ${step.rpm}`;
    case 'revoke':
      return `key ${step.key} is revoked`;
    case 'rotate':
      return `key ${step.key} gets another secret, the one before works for ${step.graceMs} ms`;
    case 'read':
      return 'somebody reads everything';
  }
}

function idempotently({ idempotencyKey }: { readonly idempotencyKey?: number }): string {
  return idempotencyKey === undefined ? '' : `, idempotency key ${idempotencyKey}`;
}

function describeScript({ submits, polls }: ProviderScript): string {
  const list = (answers: readonly ScriptedAnswer[]) =>
    answers.map(({ says, afterMs }) => `${says} in ${afterMs} ms`).join(', ');
  return `submits: ${list(submits)}; polls: ${list(polls)}`;
}
