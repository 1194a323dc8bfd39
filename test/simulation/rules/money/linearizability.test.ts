import { describe, expect, it } from 'vitest';
import { LINEARIZABILITY } from '../../../../simulation/rules/money/linearizability.js';
import { checkBreaches } from '../check-breaches.js';
import * as clean from '../clean-run.js';
import { poll } from '../clean-run.js';
import { TEXTS } from '../texts/made-text.js';
import * as told from '../told-history.js';
import { at, exchange, KEY } from '../told-history.js';

const CHAT = { op: 'chat', key: 0, model: 'text/0', prompt: 'Text 1', isStreamed: false } as const;
const SHOWN = { balance: 6, reserved: 4, total_credits: 10, total_usage: 0 };

/** A text is refused, a look at the credits does not show it, and the ledger has reserve and release. */
function refusedText(code: string): told.Run {
  const entry = { job: 'req_1', amount: 1_000_000, reference: null };
  const records = ({ ledger }: clean.Disk) => {
    const { [`${KEY}/000000000003`]: charge, [`${KEY}/000000000004`]: release } = ledger;
    Object.assign(ledger, {
      [`${KEY}/000000000003`]: { ...entry, type: 'reserve', balance: 5_000_000, reserved: 5_000_000 },
      [`${KEY}/000000000004`]: { ...charge, balance: 5_000_000, reserved: 2_500_000 },
      [`${KEY}/000000000005`]: { ...release, balance: 6_500_000, reserved: 1_000_000 },
      [`${KEY}/000000000006`]: { ...entry, type: 'release', balance: 7_500_000, reserved: 0 },
    });
  };
  return {
    text: at(120, ...exchange(CHAT, 503, told.refusal(code), { 'x-request-id': 'req_1' })),
    read: at(130, ...exchange({ op: 'credits', key: 0 }, 200, SHOWN, told.balance(6_000_000))),
    end: at(1_000, clean.disk('end', records)),
  };
}

/** A text that costs less than it reserves, after all else; with a look at the credits behind it. */
function settledText(isStreamed: boolean, balanceShown: number, credits: object): told.Run {
  const entry = { job: 'req_1', reference: null };
  const records = ({ ledger }: clean.Disk) =>
    Object.assign(ledger, {
      [`${KEY}/000000000005`]: { ...entry, type: 'reserve', amount: 1_000_000 },
      [`${KEY}/000000000006`]: { ...entry, type: 'charge', amount: 400_000 },
      [`${KEY}/000000000007`]: { ...entry, type: 'release', amount: 600_000 },
    });
  const headers = { ...told.balance(balanceShown), 'x-request-id': 'req_1' };
  return {
    text: at(700, ...exchange({ ...CHAT, isStreamed }, 200, {}, headers, { request: 9 })),
    read: at(710, { what: 'read', request: 9, items: isStreamed ? [{ finish: 'stop' }] : [] }),
    after: at(720, ...exchange({ op: 'credits', key: 0 }, 200, credits)),
    end: at(1_000, clean.disk('end', records)),
  };
}

const HELD = { balance: 6.5, reserved: 1, total_credits: 10, total_usage: 2.5 };
const SETTLED = { balance: 7.1, reserved: 0, total_credits: 10, total_usage: 2.9 };

checkBreaches(
  LINEARIZABILITY,
  [
    ['a balance is what it never was', { early: at(120, ...poll(clean.PENDING, 6_000_001)) }, /show_balance/],
    ['a balance comes back', { again: at(620, ...poll(clean.DONE, 6_000_000)) }, /show_balance/],
    [
      'a settlement shows before the provider was called',
      { more: at(105, ...exchange({ op: 'credits', key: 0 }, 200, clean.CREDITS)) },
      /show_credits/,
    ],
    [
      'a text that its provider refused is not shown',
      refusedText('provider_unavailable'),
      /no order of what happened/,
    ],
    [
      'a submit is refused though there is credit',
      {
        more: at(
          350,
          ...exchange(told.SUBMIT, 402, told.refusal('insufficient_credits', { required: 4, balance: 7.5 })),
        ),
      },
      /refuse_for_credits/,
    ],
    [
      'a submit is refused though there is room',
      { more: at(350, ...exchange(told.SUBMIT, 429, told.refusal('too_many_jobs'))) },
      /refuse_for_jobs/,
    ],
    [
      'a key is refused that was not revoked',
      { more: at(350, ...exchange(told.SUBMIT, 401, told.refusal('invalid_api_key'))) },
      /refuse_for_revoked/,
    ],
    [
      'a ledger page is behind',
      {
        ledger: clean.ledgerShown((page) => {
          page.splice(0, 2);
        }),
      },
      /show_held/,
    ],
  ],
  [
    ['a text that the disk refused stands in the end', refusedText('storage_unavailable')],
    [
      'a submit that was cut off has moved money',
      { submit: at(100, told.sent(told.SUBMIT, { request: 7 }), { what: 'cut_off', request: 7 }) },
    ],
  ],
);

describe('the end of a text', () => {
  const reports = (run: told.Run) =>
    told.reportsOf(LINEARIZABILITY, clean.cleanRun(run), { ...told.SETUP, texts: TEXTS }).join();

  it('comes before its whole answer, which shows what is left, and before the end of a stream', () => {
    expect(reports(settledText(false, 7_100_000, SETTLED))).toBe('');
    expect(reports(settledText(true, 6_500_000, SETTLED))).toBe('');
  });

  it.each([
    ['a whole answer shows the balance before it', settledText(false, 6_500_000, SETTLED), /show_balance/],
    ['a text holds its reserve behind its answer', settledText(false, 7_100_000, HELD), /show_credits/],
    ['a stream holds its reserve behind its end', settledText(true, 6_500_000, HELD), /show_credits/],
  ])('is missed if %s', (_, run, says) => {
    expect(reports(run)).toMatch(says);
  });
});
