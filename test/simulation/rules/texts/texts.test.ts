import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../../simulation/rules/invariant.js';
import { ANSWERS } from '../../../../simulation/rules/requests/answers.js';
import { TEXT_CALLS } from '../../../../simulation/rules/texts/text-calls.js';
import { TEXT_ENDS } from '../../../../simulation/rules/texts/text-ends.js';
import { TEXT_REPEATS } from '../../../../simulation/rules/texts/text-repeats.js';
import { TEXT_SETTLEMENT } from '../../../../simulation/rules/texts/text-settlement.js';
import { TEXT_STREAMS } from '../../../../simulation/rules/texts/text-streams.js';
import { answered, at, KEY, refusal, reportsOf, SETUP, sent } from '../told-history.js';
import {
  began,
  CALL,
  type Change,
  called,
  entry,
  ID,
  OTHER,
  onDisk,
  read,
  reports,
  TEXTS,
  USAGE,
  WHOLE,
} from './made-text.js';

/** Its client goes before the end. */
const LEFT: Change = {
  ready: at(0, { what: 'started' }),
  told: at(45, { what: 'stream_over', request: 1, how: 'left' }),
};

const BREACHES: readonly (readonly [Rule, string, Change, RegExp])[] = [
  [
    TEXT_SETTLEMENT,
    'the cost is not that of its tokens',
    onDisk((records) => {
      records.generations[ID].cost = 23;
    }),
    /completed and cost 23 micro-DA, not 24/,
  ],
  [
    TEXT_STREAMS,
    'a chunk is none',
    { second: at(40, read({ is: 'garbage' })) },
    /it has a chunk that is none/,
  ],
  [
    TEXT_SETTLEMENT,
    'less is reserved than it may cost',
    onDisk((records) => {
      records.generations[ID].reserved = 199;
    }),
    /may cost 200 micro-DA; 200 were reserved, its record says 199/,
  ],
  [
    TEXT_SETTLEMENT,
    'an estimate stands in the place of what was reported',
    onDisk((records) => {
      records.generations[ID].machine.context.end.isEstimated = true;
    }),
    /completed with/,
  ],
  [
    TEXT_CALLS,
    'a further route is asked although the one before may have taken it',
    { again: at(25, called(2, 'author')) },
    /is asked of author, and writer may have taken it/,
  ],
  [
    TEXT_CALLS,
    'a route is asked twice',
    { again: at(25, { what: 'text_over', call: 1, how: 'not_now' }, called(2)) },
    /is asked of writer after writer/,
  ],
  [
    TEXT_CALLS,
    'its reserve is not on disk',
    { disk: at(1_000, { disk: {}, when: 'restart' }) },
    /a provider was asked for req_1, which is not on disk/,
  ],
  [TEXT_STREAMS, 'a delta comes twice', { twice: at(45, read({ delta: 'd1.1' })) }, /d1.1 came, and nothing/],
  [
    TEXT_STREAMS,
    'a delta comes that nobody sent',
    { second: at(40, read({ delta: 'd1.1' })) },
    /d1.1 came, and nothing/,
  ],
  [TEXT_STREAMS, 'a delta is of another text', { strange: at(45, read({ delta: 'd7.0' })) }, /d7.0 came/],
  [
    TEXT_STREAMS,
    'something follows the end',
    { more: at(70, read({ delta: 'd1.2' })), told: at(60, read({ finish: 'stop' }, { is: 'done' })) },
    /after its end/,
  ],
  [
    TEXT_STREAMS,
    'a text whose provider did well ends with an error',
    { told: at(60, read({ error: 'provider_error' })) },
    /ended with provider_error, and its provider: whole/,
  ],
  [
    TEXT_STREAMS,
    'it is cut off by a stop in order',
    {
      stop: at(42, { what: 'stopping' }, { what: 'stream_over', request: 1, how: 'cut_off' }),
    },
    /was cut off by a stop/,
  ],
  [
    TEXT_ENDS,
    'an end that was read is not charged',
    onDisk((records) => {
      Object.assign(records, { ledger: { [`${KEY}/000000000001`]: entry('reserve', 200) } });
    }),
    /the end of req_1 was read, and it is not charged on disk/,
  ],
  [
    TEXT_ENDS,
    'an end that was read did not come about',
    onDisk((records) => {
      records.generations[ID].status = 'interrupted';
    }),
    /was read, and on disk it interrupted/,
  ],
  [
    TEXT_ENDS,
    'a text stays open',
    onDisk((records) => {
      Object.assign(records, { open_generations: { [OTHER]: { key: KEY, reserved: 1 } } });
    }),
    /req_2 is open at the end/,
  ],
  [
    TEXT_REPEATS,
    'a second text is made under its key',
    { again: at(100, sent(CALL, { request: 2 }), began(2, OTHER)) },
    /request 2 made a text, and request 1 had made one/,
  ],
  [
    TEXT_REPEATS,
    'its model is not found as it is repeated',
    { again: at(100, sent(CALL, { request: 2 }), answered(2, 404, refusal('model_not_found'))) },
    /request 2 got model_not_found, and request 1 made its text/,
  ],
  [
    TEXT_REPEATS,
    'there is no money for a repeat while it is under way',
    { again: at(35, sent(CALL, { request: 2 }), answered(2, 402, refusal('insufficient_credits'))) },
    /request 2 got insufficient_credits, and request 1 made its text/,
  ],
  [
    TEXT_REPEATS,
    'one under way is told of after its end',
    { again: at(100, sent(CALL, { request: 2 }), answered(2, 409, refusal('idempotency_key_in_use'))) },
    /was told of one under way; the end of that of request 1 was read before/,
  ],
  [
    TEXT_REPEATS,
    'one under way is told of long after its client has gone and its provider has ended it',
    {
      ...LEFT,
      again: at(30_000, sent(CALL, { request: 2 }), answered(2, 409, refusal('idempotency_key_in_use'))),
    },
    /was told of one under way; there is none/,
  ],
  [
    TEXT_REPEATS,
    'a second text is made under the key of one that broke off and cost something',
    {
      ...LEFT,
      again: at(90, sent(CALL, { request: 2 }), called(2, 'writer', { generationId: OTHER })),
      ...onDisk((records) => {
        const text = { ...records.generations[ID], status: 'interrupted', idempotencyKeyHash: 'h' };
        Object.assign(records.generations, { [ID]: text, [OTHER]: text });
      }),
    },
    /req_2 was made 70 ms after req_1 under its Idempotency-Key/,
  ],
  [
    TEXT_REPEATS,
    'a text is told of that failed at no cost',
    {
      again: at(
        90,
        sent(CALL, { request: 2 }),
        answered(2, 422, { error: { code: 'idempotency_key_reused', message: `It was ${ID}.` } }),
      ),
      ...onDisk((records) => {
        Object.assign(records.generations[ID], { status: 'failed', cost: 0 });
      }),
    },
    /request 2 was told of req_1, which failed at no cost/,
  ],
  [
    TEXT_ENDS,
    'a text is open whose provider ended it long before',
    {
      ...LEFT,
      ended: at(50, { what: 'text_over', call: 1, how: 'whole' }),
      disk: at(
        30_000,
        { what: 'crashed', on: 'now', undecided: 'kept' },
        { disk: { open_generations: { [ID]: { key: KEY, reserved: 1 } } }, when: 'restart' },
      ),
    },
    /req_1 was open when the process ended/,
  ],
];

describe('the rules of texts', () => {
  it.each([TEXT_SETTLEMENT, TEXT_CALLS, TEXT_STREAMS, TEXT_ENDS, TEXT_REPEATS])(
    'have nothing to say of a text that goes well: $name',
    (rule) => {
      expect(reports(rule)).toBe('');
    },
  );

  it('reckon the reserve by the number of messages, and by the route with the most tokens of its template', () => {
    const more = [{ role: 'user', content: 'More' }];
    const texts = {
      ...TEXTS,
      models: TEXTS.models.map((model) => ({ ...model, furtherTemplateTokens: [100] })),
    };
    const run = { ...WHOLE, called: at(20, called(1, 'writer', { more })) };
    const told = reportsOf(TEXT_SETTLEMENT, run, { ...SETUP, texts }).join();
    expect(told).toMatch(/may cost 252 micro-DA; 200 were reserved/);
  });

  it('have nothing to say of a charge that is not known, of a text that ended and whose stream did not', () => {
    const ended = { what: 'text_sent', call: 1, finish: 'stop', usage: USAGE } as const;
    const change = {
      ended: at(
        50,
        ended,
        { what: 'disk_failed', fault: 'reject' },
        { what: 'text_over', call: 1, how: 'left' },
      ),
      told: at(60, read({ error: 'outcome_unknown' }), { what: 'stream_over', request: 1, how: 'ended' }),
    };
    expect(reports(TEXT_STREAMS, change)).toBe('');
    // A client that reads slowly hears of it when the disk has long been well.
    const slow = {
      ...change,
      asked: at(10, sent({ ...CALL, readPauseMs: 60_000 }, { request: 1 })),
      told: at(60_000, read({ error: 'outcome_unknown' }), { what: 'stream_over', request: 1, how: 'ended' }),
    };
    expect(reports(TEXT_STREAMS, slow)).toBe('');
  });

  it.each([ANSWERS, TEXT_ENDS])('know that no small mailbox may take the end of a text: $name', (rule) => {
    const run = {
      asked: at(10, sent({ ...CALL, isStreamed: false }, { request: 1 })),
      called: at(20, called(1, 'writer', { isStreamed: false })),
      ended: at(50, { what: 'text_over', call: 1, how: 'whole' }),
      told: at(50, answered(1, 503, refusal('outcome_unknown'), { 'x-request-id': ID })),
    };
    const says = /outcome_unknown(: nothing fails|; its provider)/;
    expect(reportsOf(rule, run).join('\n')).toMatch(says);
    expect(reportsOf(rule, run, { ...SETUP, limits: { mailboxMax: 1 } }).join('\n')).not.toMatch(says);
  });

  it.each(BREACHES.map(([rule, what, change, says]) => ({ name: rule.name, rule, what, change, says })))(
    'report by $name if $what',
    ({ rule, change, says }) => {
      expect(reports(rule, change)).toMatch(says);
    },
  );
});
