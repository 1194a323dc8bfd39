/** A text made by hand for the rules of texts: a stream of two deltas that is read to its end. */
import type { TextSetup } from '../../../../simulation/history/texts/text-setup.js';
import type { Rule } from '../../../../simulation/rules/invariant.js';
import { answered, at, KEY, type Moment, reportsOf, SETUP, sent } from '../told-history.js';

export const ID = 'req_1';
export const OTHER = 'req_2';
export const CALL = {
  op: 'chat',
  key: 0,
  model: 'text/0',
  prompt: 'Text 1',
  isStreamed: true,
  wantsUsage: true,
  cap: 10,
  idempotencyKey: 'once',
} as const;
export const TEXTS = {
  models: [
    {
      id: 'text/0',
      providers: ['writer', 'author'] as const,
      input: 1_000_000,
      output: 2_000_000,
      templateTokens: 64,
      contextTokens: 8_192,
      outputTokensMax: 64,
      outputTokensDefault: 32,
    },
  ],
  openGenerationsMax: 2,
  firstTokenMaxMs: 1_000,
  tokenPauseMaxMs: 1_000,
  abandonedStreamMaxMs: 1_000,
};

type Called = Extract<Moment, { readonly what: 'text_called' }>;
export const called = (call: number, provider = 'writer', more: Partial<Called> = {}): Moment => ({
  what: 'text_called',
  call,
  provider,
  model: `text/0@${provider}`,
  generationId: ID,
  prompt: CALL.prompt,
  bodyBytes: 100,
  cap: 10,
  isStreamed: true,
  ...more,
});
export const read = (...items: Extract<Moment, { readonly what: 'read' }>['items']): Moment => {
  return { what: 'read', request: 1, items };
};
export const began = (request: number, id: string) =>
  answered(request, 200, {}, { 'x-request-id': id, 'x-generation-id': id });
export const USAGE = { prompt: 20, completion: 2 };

export function entry(type: string, amount: number) {
  return { type, amount, balance: 0, reserved: 0, job: ID, reference: null };
}

export const DISK = {
  generations: {
    [ID]: {
      key: KEY,
      account: 'acct_default',
      model: 'text/0',
      prices: { input: 1_000_000, output: 2_000_000 },
      reserved: 200,
      isStreamed: true,
      createdAt: 7,
      status: 'completed',
      machine: {
        context: {
          route: { provider: 'writer', model: 'text/0@writer' },
          end: {
            finishReason: 'stop',
            promptTokens: 20,
            completionTokens: 2,
            isEstimated: false,
            latencyMs: 35,
            firstTokenMs: 15,
          },
          failure: null,
        },
      },
      cost: 24,
    },
  },
  ledger: {
    [`${KEY}/000000000001`]: entry('reserve', 200),
    [`${KEY}/000000000002`]: entry('charge', 24),
    [`${KEY}/000000000003`]: entry('release', 176),
  },
};

/** A stream of two deltas that is read to its end, and its records. */
export const WHOLE = {
  asked: at(10, sent(CALL, { request: 1 })),
  called: at(20, called(1)),
  first: at(
    30,
    { what: 'text_sent', call: 1, delta: 'd1.0', bytes: 6 },
    began(1, ID),
    read({ delta: 'd1.0' }),
  ),
  second: at(40, { what: 'text_sent', call: 1, delta: 'd1.1', bytes: 6 }, read({ delta: 'd1.1' })),
  ended: at(
    50,
    { what: 'text_sent', call: 1, finish: 'stop', usage: USAGE },
    { what: 'text_over', call: 1, how: 'whole' },
  ),
  told: at(60, read({ finish: 'stop' }, { usage: USAGE }, { is: 'done' }), {
    what: 'stream_over',
    request: 1,
    how: 'ended',
  }),
  disk: at(1_000, { disk: DISK, when: 'end' }),
};

export type Change = Readonly<Record<string, ReturnType<typeof at>>>;

export function reports(rule: Rule, change: Change = {}, texts: TextSetup = TEXTS): string {
  return reportsOf(rule, { ...WHOLE, ...change }, { ...SETUP, texts }).join('\n');
}

export function onDisk(change: (records: typeof DISK) => void): Change {
  const records = structuredClone(DISK);
  change(records);
  return { disk: at(1_000, { disk: records, when: 'end' }) };
}
