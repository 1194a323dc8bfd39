/** From the steps of a history to messages. */

import type { AccountMessage } from '../../../src/actors/accounts/account.js';
import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import type { Quote } from '../../../src/actors/jobs/quote.js';
import type { CreateJob } from '../../../src/actors/jobs/video-job-messages.js';
import type { ApiKeyMessage } from '../../../src/actors/keys/api-key-messages.js';
import { microDa, priceOfLength, ZERO_MICRO_DA } from '../../../src/money/micro-da.js';
import type { LostAnswer, Route } from '../../../src/providers/provider.js';
import { unixSeconds, type WallMs } from '../../../src/time/clock.js';
import { type ActorsStep, accountName, keyName, type SubmitStep } from './actors-history.js';
import { PROVIDERS } from './scripted-calls.js';

type KeyStep = Extract<
  ActorsStep,
  { readonly do: 'credit' | 'debit' | 'transfer' | 'set_rpm' | 'revoke' | 'rotate' }
>;

export function accountCreationOf(number: 0 | 1): AccountMessage {
  return {
    type: 'create',
    by: BY_THE_NODE,
    name: accountName(number),
    isVerified: true,
    createdAt: 0,
    managementKey: { id: `mkey_${number}`, role: 'operator', credentialHash: `hash-of-mkey-${number}` },
  };
}

export function creationOf(
  step: {
    readonly key: number;
    readonly account: 0 | 1;
    readonly creditsMicroDa: number;
    readonly idempotencyKey?: number;
  },
  wall: WallMs,
): ApiKeyMessage {
  const id = keyName(step.key);
  return {
    type: 'create',
    by: { kind: 'management_key', id: `mkey_${step.account}` },
    key: {
      id,
      account: accountName(step.account),
      name: null,
      rateLimitRpm: 60,
      credits: step.creditsMicroDa,
      credentialHash: `hash-of-${id}`,
      createdAt: unixSeconds(wall),
    },
    idempotency: idempotencyOf(step.idempotencyKey, String(step.creditsMicroDa)),
  };
}

export function messageOf(step: KeyStep): ApiKeyMessage {
  switch (step.do) {
    case 'credit':
      return { type: 'credit', ...referencedOf(step), ...(step.isMarked && { marked: true }) };
    case 'debit':
      return { type: 'debit', ...referencedOf(step) };
    case 'transfer':
      return { type: 'transfer', to: keyName(step.to), ...referencedOf(step) };
    case 'set_rpm':
      return { type: 'update', by: BY_THE_NODE, rateLimitRpm: step.rpm };
    case 'rotate':
      return {
        type: 'rotate',
        by: BY_THE_NODE,
        credentialHash: secretOf(keyName(step.key), step.id),
        graceMs: step.graceMs,
      };
    case 'revoke':
      return { type: 'revoke', by: BY_THE_NODE };
  }
}

/** The hash of the secret that a rotation makes. */
function secretOf(key: string, step: number): string {
  return `hash-of-${key}-${step}`;
}

function referencedOf(step: { readonly amountMicroDa: number; readonly reference: number }) {
  return {
    by: BY_THE_NODE,
    amount: microDa(step.amountMicroDa),
    reference: `invoice ${step.reference}`,
    referenceHash: `reference-${step.reference}`,
  };
}

export function submitOf(step: SubmitStep): CreateJob {
  return {
    type: 'create',
    key: keyName(step.key),
    quote: quoteOf(step),
    prompt: 'a cat',
    extra: {},
    idempotency: idempotencyOf(step.idempotencyKey, String(step.fingerprint)),
  };
}

function quoteOf(step: SubmitStep): Quote {
  const pricePerSecond = microDa(step.pricePerSecondMicroDa);
  const [route, ...fallbacks] = [step.lost, ...(step.others ?? [])].map(routeWith);
  if (route === undefined) throw new Error('a submit has a route');
  return {
    ok: true,
    model: 'video',
    route,
    fallbacks,
    lengthMs: step.lengthMs,
    pricePerSecond,
    reserve: priceOfLength(pricePerSecond, step.lengthMs) ?? ZERO_MICRO_DA,
    deadlineAfterMs: step.deadlineAfterMs,
  };
}

function routeWith(kind: LostAnswer['kind']): Route {
  return { provider: PROVIDERS[kind], model: `${PROVIDERS[kind]}/video`, lostAnswer: { kind } };
}

function idempotencyOf(key: number | undefined, fingerprint: string) {
  return key === undefined ? undefined : { keyHash: `idempotency-${key}`, fingerprint };
}
