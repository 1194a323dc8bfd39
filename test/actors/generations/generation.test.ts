import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  CreateGenerationReply,
  GenerationMessage,
  GenerationReply,
} from '../../../src/actors/generations/generation-messages.js';
import type { AcceptableTextQuote } from '../../../src/actors/generations/text-quote.js';
import type { IdempotentRequest } from '../../../src/actors/keys/idempotency.js';
import { balanceOf } from '../../../src/actors/money/ledger.js';
import type { Outcome } from '../../../src/actors/runtime/behavior.js';
import { audit } from '../../../src/audit/records/audit.js';
import type { TextEnd } from '../../../src/machines/generation-context.js';
import { microDa } from '../../../src/money/micro-da.js';
import type { TextFailure } from '../../../src/providers/text-provider.js';
import type { StoreReader } from '../../../src/store/store.js';
import { repetitions } from '../../test-set.js';
import { ACCOUNTS, ActorsUnderTest, createKey } from '../actors-under-test.js';

const KEY = 'key_1';
const CREDIT = 10_000;
const DAY_MS = 86_400_000;
/** 40 and 120 micro-DA a token. */
const QUOTE: AcceptableTextQuote = {
  ok: true,
  model: 'small',
  route: { provider: 'a', model: 'llama' },
  fallbacks: [{ provider: 'b', model: 'llama' }],
  prices: { input: microDa(40_000_000), output: microDa(120_000_000) },
  reserve: microDa(2_000),
};
const FAILURE: TextFailure = { code: 'provider_error', message: 'no' };
const IDEMPOTENCY: IdempotentRequest = { keyHash: '1d'.repeat(32), fingerprint: 'f' };

function endOf(promptTokens: number, completionTokens: number, isEstimated = false): TextEnd {
  return { finishReason: 'stop', promptTokens, completionTokens, isEstimated, latencyMs: 9, firstTokenMs: 3 };
}

const ended = (promptTokens: number, completionTokens: number): GenerationMessage => ({
  type: 'report',
  event: { type: 'ENDED', end: endOf(promptTokens, completionTokens) },
});

class GenerationsUnderTest {
  readonly under: ActorsUnderTest;

  constructor(under: ActorsUnderTest) {
    this.under = under;
  }

  static async open(credit = CREDIT): Promise<GenerationsUnderTest> {
    const under = await ActorsUnderTest.open({ retentionDays: 1, idempotencyHours: 1 });
    await under.toldKey(KEY, createKey(KEY, ACCOUNTS[0], credit));
    return new GenerationsUnderTest(under);
  }

  async told(id: string, message: GenerationMessage): Promise<Outcome<GenerationReply> | undefined> {
    const { actors, world } = this.under;
    let told: Outcome<GenerationReply> | undefined;
    actors.system.ask(actors.generation, id, message, (outcome) => {
      told = outcome;
    });
    await world.settle();
    return told;
  }

  async create(id: string, quote = QUOTE, idempotency?: IdempotentRequest): Promise<CreateGenerationReply> {
    const told = await this.told(id, { type: 'create', key: KEY, quote, isStreamed: true, idempotency });
    if (told?.ok !== true) throw new Error('a generation was refused');
    return told.reply as CreateGenerationReply;
  }

  status(id: string): string | undefined {
    return this.under.actors.system.view(this.under.actors.generation, id)?.status;
  }

  cost(id: string): number | null | undefined {
    return this.under.actors.system.view(this.under.actors.generation, id)?.cost;
  }

  get balance(): number {
    const key = this.under.actors.system.view(this.under.actors.apiKey, KEY);
    return key === undefined ? -1 : balanceOf(key.balances);
  }

  get reserved(): number {
    return this.under.actors.system.view(this.under.actors.apiKey, KEY)?.balances.reserved ?? -1;
  }
}

function wrongOf(records: StoreReader): string[] {
  const found: string[] = [];
  // These actors have no anchor of time and no format on disk.
  audit(records, { report: ({ table, what }) => table !== 'meta' && found.push(what) });
  return found;
}

describe('a generation', () => {
  it('reserves before it is answered, and charges its tokens, rounded up, when it has ended', async () => {
    const generations = await GenerationsUnderTest.open();
    expect(await generations.create('req_1')).toMatchObject({ outcome: 'accepted', balance: 8_000 });
    expect([generations.status('req_1'), generations.reserved]).toEqual(['open', 2_000]);
    await generations.told('req_1', ended(10, 7));
    expect([generations.status('req_1'), generations.cost('req_1')]).toEqual(['completed', 1_240]);
    expect([generations.balance, generations.reserved]).toEqual([8_760, 0]);
    expect(wrongOf(generations.under.store)).toEqual([]);
  });

  it('charges at most what it reserved, however much the provider reports', async () => {
    const generations = await GenerationsUnderTest.open();
    await generations.create('req_1');
    await generations.told('req_1', ended(1_000_000_000, 1_000_000_000));
    expect([generations.cost('req_1'), generations.balance]).toEqual([2_000, 8_000]);
    expect(wrongOf(generations.under.store)).toEqual([]);
  });

  it('shows its tokens in the activity of its key', async () => {
    const generations = await GenerationsUnderTest.open();
    for (const id of ['req_1', 'req_2']) {
      await generations.create(id);
      await generations.told(id, ended(10, 7));
    }
    const [row] = [...generations.under.store.range('activity', {})];
    expect(JSON.parse(row?.value ?? '')).toMatchObject({
      completed: 2,
      prompt_tokens: 20,
      completion_tokens: 14,
      cost: 2_480,
    });
  });

  it('goes to its next route, and costs nothing if none takes it', async () => {
    const generations = await GenerationsUnderTest.open();
    await generations.create('req_1');
    const notTaken: GenerationMessage = { type: 'report', event: { type: 'NOT_TAKEN', failure: FAILURE } };
    const first = await generations.told('req_1', notTaken);
    expect(first).toMatchObject({
      reply: { generation: { status: 'open', machine: { context: { route: { provider: 'b' } } } } },
    });
    await generations.told('req_1', notTaken);
    expect([generations.status('req_1'), generations.cost('req_1')]).toEqual(['failed', 0]);
    expect([generations.balance, generations.reserved]).toEqual([CREDIT, 0]);
    expect(wrongOf(generations.under.store)).toEqual([]);
  });

  it('is interrupted by a restart, charges nothing and gives its reserve back', async () => {
    const generations = await GenerationsUnderTest.open();
    await generations.create('req_1', QUOTE, IDEMPOTENCY);
    generations.under.crash();
    await generations.told('req_1', { type: 'resume' });
    expect([generations.status('req_1'), generations.cost('req_1')]).toEqual(['interrupted', 0]);
    expect([generations.balance, generations.reserved]).toEqual([CREDIT, 0]);
    expect(wrongOf(generations.under.store)).toEqual([]);
    expect(await generations.create('req_2', QUOTE, IDEMPOTENCY)).toMatchObject({ outcome: 'accepted' });
  });

  it('is refused beyond the bound of its key, which jobs do not count towards, and beyond its credit', async () => {
    const generations = await GenerationsUnderTest.open(9_000);
    for (const id of ['req_1', 'req_2', 'req_3', 'req_4']) await generations.create(id);
    expect(await generations.create('req_5')).toEqual({ outcome: 'too_many_generations' });
    await generations.told('req_1', ended(50, 0));
    expect(await generations.create('req_5')).toMatchObject({
      outcome: 'insufficient_credits',
      required: 2_000,
      balance: 1_000,
    });
    expect(wrongOf(generations.under.store)).toEqual([]);
  });
});

describe('the Idempotency-Key of a generation', () => {
  it('is in use while it is open, and names it afterwards', async () => {
    const generations = await GenerationsUnderTest.open();
    await generations.create('req_1', QUOTE, IDEMPOTENCY);
    expect(await generations.create('req_2', QUOTE, IDEMPOTENCY)).toEqual({
      outcome: 'idempotency_key_in_use',
    });
    await generations.told('req_1', ended(1, 1));
    expect(await generations.create('req_3', QUOTE, IDEMPOTENCY)).toEqual({
      outcome: 'idempotency_key_reused',
      generationId: 'req_1',
    });
    const other = { ...IDEMPOTENCY, fingerprint: 'g' };
    expect(await generations.create('req_4', QUOTE, other)).toEqual({
      outcome: 'idempotency_key_reused',
      generationId: undefined,
    });
    expect(wrongOf(generations.under.store)).toEqual([]);
  });

  it('is free again if the generation failed at no cost, and not if it cost something', async () => {
    const generations = await GenerationsUnderTest.open();
    await generations.create('req_1', QUOTE, IDEMPOTENCY);
    await generations.told('req_1', { type: 'report', event: { type: 'REFUSED', failure: FAILURE } });
    expect(await generations.create('req_2', QUOTE, IDEMPOTENCY)).toMatchObject({ outcome: 'accepted' });
    const brokenOff = { type: 'BROKEN_OFF', end: endOf(1, 1, true), failure: FAILURE } as const;
    await generations.told('req_2', { type: 'report', event: brokenOff });
    expect(generations.cost('req_2')).toBe(160);
    expect(await generations.create('req_3', QUOTE, IDEMPOTENCY)).toMatchObject({
      outcome: 'idempotency_key_reused',
    });
    expect(wrongOf(generations.under.store)).toEqual([]);
  });

  it('goes with the generation when that was kept its time; an open one stays', async () => {
    const generations = await GenerationsUnderTest.open();
    const { under } = generations;
    await generations.create('req_1', QUOTE, IDEMPOTENCY);
    await generations.create('req_2');
    await generations.told('req_1', ended(1, 1));
    under.retention.start();
    await under.world.advance(DAY_MS + 20_000);
    const left = (table: 'generations' | 'idempotency' | 'expiry') =>
      [...under.store.range(table, {})].map(({ key }) => key);
    expect([left('generations'), left('idempotency'), left('expiry')]).toEqual([['req_2'], [], []]);
    expect(wrongOf(under.store)).toEqual([]);
    under.retention.stop();
  });
});

type Act =
  | { readonly do: 'create' | 'resume' | 'refuse' | 'not_taken' | 'crash'; readonly at: number }
  | { readonly do: 'end' | 'abandon' | 'break'; readonly at: number; readonly tokens: number };

const ACT: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constantFrom('create', 'create', 'resume', 'refuse', 'not_taken', 'crash'),
    at: fc.nat(5),
  }),
  fc.record({ do: fc.constantFrom('end', 'abandon', 'break'), at: fc.nat(5), tokens: fc.nat(60) }),
);

function messageOf(act: Exclude<Act, { readonly do: 'create' | 'crash' }>): GenerationMessage {
  if (!('tokens' in act)) {
    if (act.do === 'resume') return { type: 'resume' };
    const type = act.do === 'refuse' ? 'REFUSED' : 'NOT_TAKEN';
    return { type: 'report', event: { type, failure: FAILURE } };
  }
  const end = endOf(act.tokens, act.tokens);
  if (act.do === 'end') return { type: 'report', event: { type: 'ENDED', end } };
  if (act.do === 'abandon') return { type: 'report', event: { type: 'ABANDONED', end } };
  return { type: 'report', event: { type: 'BROKEN_OFF', end, failure: FAILURE } };
}

describe('the money of generations', () => {
  it('is that of a naive reckoning, through every order of events and any crash', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ACT, { maxLength: 30 }), async (acts) => {
        const generations = await GenerationsUnderTest.open();
        const open = new Map<string, number>();
        let charged = 0;
        let made = 0;
        for (const act of acts) {
          if (act.do === 'crash') generations.under.crash();
          else if (act.do === 'create') {
            made += 1;
            const { outcome } = await generations.create(`req_${made}`);
            const mayOpen = open.size < 4 && CREDIT - charged - 2_000 * open.size >= 2_000;
            expect(outcome === 'accepted').toBe(mayOpen);
            if (outcome === 'accepted') open.set(`req_${made}`, 0);
          } else {
            const id = `req_${act.at + 1}`;
            await generations.told(id, messageOf(act));
            const routes = open.get(id);
            if (routes === undefined) continue;
            if (act.do === 'not_taken' && routes === 0) open.set(id, 1);
            else open.delete(id);
            if ('tokens' in act) charged += Math.min(2_000, act.tokens * 160);
          }
          expect(generations.balance).toBe(CREDIT - charged - 2_000 * open.size);
        }
        expect(wrongOf(generations.under.store)).toEqual([]);
      }),
      { numRuns: repetitions(25, 400) },
    );
  });
});
