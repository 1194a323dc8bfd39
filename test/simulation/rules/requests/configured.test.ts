import type { ClientCall } from '../../../../simulation/history/client-call.js';
import { CONFIGURED } from '../../../../simulation/rules/requests/configured.js';
import { checkBreaches } from '../check-breaches.js';
import { answered, at, exchange, type Moment, type Run, refusal, SUBMIT, sent } from '../told-history.js';

function reloaded(ms: number, outcome: 'applied' | 'refused', options: Record<string, number | string>): Run {
  return { reload: at(ms, { what: 'reloaded', outcome, ...(outcome === 'applied' ? { options } : {}) }) };
}

const ordered = (ms: number, amountDa: number, status: number): Run => ({
  asked: at(
    ms,
    ...exchange(
      { op: 'order', key: 0, amountDa },
      status,
      status === 201 ? { id: 'order_1' } : { error: { code: 'invalid_request' } },
    ),
  ),
});
const keyMade = (ms: number, rpm: number): Run => ({
  asked: at(
    ms,
    ...exchange({ op: 'create_key', newKey: 7, account: 0 }, 201, { id: 'key_7', rate_limit_rpm: rpm }),
  ),
});
const signedUp = (ms: number, status: number): Run => ({
  asked: at(ms, ...exchange({ op: 'sign_up', name: 'a@b.test', password: 'x' }, status, {})),
});
const CHAT = { op: 'chat', key: 0, model: 'text/0', prompt: 'Text 1', isStreamed: false } as const;
const DEBIT = { op: 'debit', key: 0, amountMicroDa: 1, reference: 'r' } as const;
const sized = (
  ms: number,
  bodyBytes: number,
  status: number,
  body: object,
  call: ClientCall = SUBMIT,
): Run => ({
  asked: at(ms, { ...sent(call, { request: 7 }), bodyBytes } as Moment, answered(7, status, body)),
});

checkBreaches(
  CONFIGURED,
  [
    ['an order above the largest amount is taken', ordered(700, 1_000_001, 201), /topUpMax 1000000/],
    [
      'an order is refused that the reload allows',
      { ...reloaded(690, 'applied', { topUpMax: 2_000_000 }), ...ordered(700, 1_000_001, 400) },
      /answered 400, with topUpMin 100, topUpMax 2000000/,
    ],
    [
      'a refused file is in force',
      { ...reloaded(690, 'refused', { defaultRpm: 7 }), ...keyMade(700, 7) },
      /defaultRpm 60/,
    ],
    ['a stranger signs up who may not', signedUp(700, 200), /signUp closed/],
    ['a large body is refused', sized(700, 5_000, 413, refusal('payload_too_large')), /bodyMaxBytes 1048576/],
    [
      'a small chat is refused as too large',
      sized(700, 500, 413, refusal('payload_too_large'), CHAT),
      /\(chat\) answered 413, with bodyMaxBytes 1048576/,
    ],
    [
      'a small debit is refused as too large',
      sized(700, 500, 413, refusal('payload_too_large'), DEBIT),
      /\(debit\) answered 413, with bodyMaxBytes 1048576/,
    ],
    [
      'a chat above the new bound is served',
      { ...reloaded(690, 'applied', { bodyMaxBytes: 4_096 }), ...sized(700, 5_000, 200, {}, CHAT) },
      /\(chat\) answered 200, with bodyMaxBytes 4096/,
    ],
    [
      'a body above the new bound is read',
      { ...reloaded(690, 'applied', { bodyMaxBytes: 4_096 }), ...sized(700, 5_000, 402, {}) },
      /answered 402, with bodyMaxBytes 4096/,
    ],
  ],
  [
    ['an order is within the amounts', ordered(700, 100, 201)],
    [
      'a key has the limit of the new configuration',
      { ...reloaded(690, 'applied', { defaultRpm: 7 }), ...keyMade(700, 7) },
    ],
    ['a stranger is told that nobody signs up', signedUp(700, 404)],
  ],
);
