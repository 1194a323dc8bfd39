/** Clients that leave, repeat, and page through lists. */
import type { SubmitCall } from '../../history/client-call.js';
import { sometimes } from '../../moments/sometimes.js';
import { bodyOf, codeOf, type Exchange, isObject, type Requests } from '../facts/requests.js';
import type { Onlooker } from './onlooker.js';

export const requestMoments: Onlooker = (requests) => {
  /** The submits with an Idempotency-Key, by key and Idempotency-Key. */
  const submits = new Map<string, Exchange[]>();
  let processes = 0;
  const processOf = new Map<Exchange, number>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let leftAt = Number.NEGATIVE_INFINITY;

  const isSubmit = (exchange: Exchange): SubmitCall | undefined => {
    const { call } = exchange.sent;
    return call.op === 'submit' && call.idempotencyKey !== undefined ? call : undefined;
  };

  return {
    observe(seen, exchange) {
      if (seen.what === 'starting') processes += 1;
      if (exchange === undefined) return;
      if (seen.what === 'sent') {
        const call = isSubmit(exchange);
        if (call === undefined) return;
        const label = `${exchange.sent.keyId} ${call.idempotencyKey}`;
        const before = submits.get(label) ?? [];
        if (before.some(({ outcome }) => outcome === 'open')) sometimes('repeat-while-first-under-way');
        submits.set(label, [...before, exchange]);
      } else if (seen.what === 'gave_up') {
        leftAt = seen.at;
        if (answeredAt === leftAt) sometimes('client-left-as-answer-came');
      } else if (seen.what === 'answered') {
        answeredAt = seen.at;
        if (answeredAt === leftAt) sometimes('client-left-as-answer-came');
        const { answer } = exchange;
        if (answer !== undefined && codeOf(answer) === 'too_many_jobs') sometimes('submit-met-full-account');
        if (answer?.status === 408) sometimes('body-came-too-late');
        if (answer?.status === 422) sometimes('label-came-with-another-request');
        if (answer === undefined || answer.status >= 300) return;
        if (exchange.sent.call.op === 'list_jobs' && hasUnheardJob(bodyOf(answer)?.data, requests))
          sometimes('unheard-submit-counted');
        if (exchange.sent.call.op.startsWith('list_') && bodyOf(answer)?.has_more === true)
          sometimes('page-had-next');
        if (isShort(exchange)) sometimes('page-was-short');
        const call = isSubmit(exchange);
        if (call === undefined) return;
        processOf.set(exchange, processes);
        if (answer.headers['idempotent-replayed'] === undefined) return;
        const before = submits.get(`${exchange.sent.keyId} ${call.idempotencyKey}`) ?? [];
        const accepted = before.filter((one) => one !== exchange && processOf.has(one));
        if (accepted.length === 0) sometimes('unheard-submit-counted');
        else if (accepted.every((one) => processOf.get(one) !== processes)) sometimes('repeat-after-restart');
      }
    },
  };
};

function isShort({ sent: { call }, answer }: Exchange): boolean {
  const { data, has_more } = (answer && bodyOf(answer)) ?? {};
  return call.op === 'page' && has_more === true && Array.isArray(data) && data.length < (call.limit ?? 20);
}

/** Jobs that no answer told of, while no submit waits for its answer. */
function hasUnheardJob(data: unknown, requests: Requests): boolean {
  if (!Array.isArray(data)) return false;
  for (const { sent } of requests.open) if (sent.call.op === 'submit') return false;
  return data.some(
    (one) => isObject(one) && typeof one.id === 'string' && requests.job(one.id) === undefined,
  );
}
