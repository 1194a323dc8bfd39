import { describe, expect, it } from 'vitest';
import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import { KEY_CREDIT_MAX_MICRO_DA } from '../../../src/money/micro-da.js';
import {
  ACCOUNTS,
  ActorsUnderTest,
  accepted,
  completed,
  createKey,
  credit,
  hashOf,
  quoteFor,
} from '../actors-under-test.js';
import { checkBooks } from '../books.js';

const KEY = 'key_1';
const OTHER = 'key_2';
const QUOTE = quoteFor(1_000, 100);

async function withKey(credits: number, settings = {}): Promise<ActorsUnderTest> {
  const under = await ActorsUnderTest.open(settings);
  await under.toldKey(KEY, createKey(KEY, ACCOUNTS[0], credits));
  return under;
}

const same = (fingerprint: string) => ({ keyHash: 'idem', fingerprint });

describe('an API key', () => {
  it('accepts of two thousand submits at once exactly those that its credit pays for', async () => {
    const under = await withKey(10 * QUOTE.reserve, { openJobsMax: 1_000 });
    const asked = Array.from({ length: 2_000 }, (_, i) => under.askSubmit(KEY, `video_${i}`, QUOTE));
    await under.world.settle();
    const outcomes = asked.map(([outcome]) => (outcome?.ok === true ? outcome.reply.outcome : undefined));
    expect(outcomes).toEqual([
      ...new Array(10).fill('accepted'),
      ...new Array(1_990).fill('insufficient_credits'),
    ]);
    checkBooks(under.store);
  });

  it('refuses for want of credit only once the money that is gone is on disk', async () => {
    const under = await withKey(QUOTE.reserve);
    under.faults.push('hang_then_commit');
    const first = under.askSubmit(KEY, 'video_1', QUOTE);
    const second = under.askSubmit(KEY, 'video_2', QUOTE);
    await under.world.settle();
    expect([first, second]).toEqual([[], []]);
    under.store.releaseHung();
    await under.world.settle();
    expect(second).toEqual([
      { ok: true, reply: { outcome: 'insufficient_credits', required: QUOTE.reserve, balance: 0 } },
    ]);
  });

  it('tells nobody of a refusal for want of credit whose cause did not come to be', async () => {
    const under = await withKey(QUOTE.reserve);
    under.faults.push('reject');
    under.askSubmit(KEY, 'video_1', QUOTE);
    const second = under.askSubmit(KEY, 'video_2', QUOTE);
    await under.world.advance(5_000);
    expect(second).toEqual([{ ok: false, refusal: 'storage_unavailable' }]);
    expect((await under.toldSubmit(KEY, 'video_3', QUOTE))?.outcome).toBe('accepted');
    checkBooks(under.store);
  });

  it('accepts nothing at a balance of zero, not even what costs nothing', async () => {
    const under = await withKey(0);
    expect((await under.toldSubmit(KEY, 'video_1', quoteFor(1_000, 0)))?.outcome).toBe(
      'insufficient_credits',
    );
    await under.toldKey(KEY, credit(1, 'r'));
    expect((await under.toldSubmit(KEY, 'video_2', quoteFor(1_000, 0)))?.outcome).toBe('accepted');
    await under.toldJob('video_2', accepted(completed(1_000)));
    checkBooks(under.store);
  });

  it('takes up to its bound of unfinished jobs, and more as they end', async () => {
    const under = await withKey(1_000_000);
    for (let i = 0; i < 4; i++) await under.toldSubmit(KEY, `video_${i}`, QUOTE);
    expect((await under.toldSubmit(KEY, 'video_4', QUOTE))?.outcome).toBe('too_many_jobs');
    await under.toldJob('video_0', accepted(completed(1)));
    expect((await under.toldSubmit(KEY, 'video_4', QUOTE))?.outcome).toBe('accepted');
    checkBooks(under.store);
  });

  it('that is revoked accepts no more, loses its credential, and settles what runs', async () => {
    const under = await withKey(1_000_000);
    await under.toldSubmit(KEY, 'video_1', QUOTE);
    await under.toldKey(KEY, { type: 'revoke', by: BY_THE_NODE });
    expect(under.store.get('credentials', hashOf(KEY))).toBeUndefined();
    expect((await under.toldSubmit(KEY, 'video_2', QUOTE))?.outcome).toBe('no_such_key');
    expect((await under.toldKey(KEY, { type: 'update', by: BY_THE_NODE, rateLimitRpm: 5 }))?.outcome).toBe(
      'no_such_key',
    );
    await under.toldJob('video_1', accepted(completed(1_000)));
    expect(under.actors.system.view(under.actors.apiKey, KEY)).toMatchObject({
      isRevoked: true,
      open: { video_job: 0, generation: 0 },
    });
    checkBooks(under.store);
  });

  it('that does not exist has no answer but that, and leaves no trace', async () => {
    const under = await ActorsUnderTest.open();
    for (const message of [credit(1, 'r'), { type: 'revoke', by: BY_THE_NODE } as const]) {
      expect((await under.toldKey('key_none', message))?.outcome).toBe('no_such_key');
    }
    expect((await under.toldSubmit('key_none', 'video_1', QUOTE))?.outcome).toBe('no_such_key');
    expect([under.actors.system.residentCount, under.store.get('references', 'ref-r')]).toEqual([
      ACCOUNTS.length * 2,
      undefined,
    ]);
  });

  it('of an account that does not exist cannot come to have money', async () => {
    const under = await ActorsUnderTest.open();
    expect(under.askKey(KEY, createKey(KEY, 'acct_none', 5))).toEqual([{ ok: false, refusal: 'defect' }]);
    expect(under.store.get('keys', KEY)).toBeUndefined();
    checkBooks(under.store);
  });
});

describe('credit', () => {
  it('with the same reference, key and amount adds once; with another key or amount it is refused', async () => {
    const under = await withKey(0);
    await under.toldKey(OTHER, createKey(OTHER, ACCOUNTS[1], 0));
    expect(await under.toldKey(KEY, credit(5, 'r'))).toMatchObject({ outcome: 'credited', entry: 1 });
    expect(await under.toldKey(KEY, credit(5, 'r'))).toMatchObject({ outcome: 'credit_replayed', entry: 1 });
    expect((await under.toldKey(KEY, credit(6, 'r')))?.outcome).toBe('reference_reused');
    expect((await under.toldKey(OTHER, credit(5, 'r')))?.outcome).toBe('reference_reused');
    checkBooks(under.store);
  });

  it('under one reference for two keys at once goes to the first, and the second waits for that to be sure', async () => {
    for (const fault of ['none', 'reject'] as const) {
      const under = await withKey(0);
      await under.toldKey(OTHER, createKey(OTHER, ACCOUNTS[1], 0));
      under.faults.push(fault);
      under.askKey(KEY, credit(5, 'r'));
      const second = under.askKey(OTHER, credit(5, 'r'));
      expect(second).toEqual([]);
      await under.world.advance(5_000);
      expect(second).toEqual([
        fault === 'none'
          ? { ok: true, reply: { outcome: 'reference_reused' } }
          : { ok: false, refusal: 'storage_unavailable' },
      ]);
      checkBooks(under.store);
    }
  });

  it('is bounded over the life of a key, whatever it has spent', async () => {
    const under = await withKey(KEY_CREDIT_MAX_MICRO_DA);
    await under.toldSubmit(KEY, 'video_1', quoteFor(60_000, 1_000_000));
    await under.toldJob('video_1', accepted(completed(60_000)));
    expect((await under.toldKey(KEY, credit(1, 'r')))?.outcome).toBe('over_lifetime_credit');
    checkBooks(under.store);
  });
});

describe('an idempotency key', () => {
  it('replays the accepted submit, and refuses another request under it', async () => {
    const under = await withKey(1_000);
    expect((await under.toldSubmit(KEY, 'video_1', QUOTE, same('f')))?.outcome).toBe('accepted');
    for (let i = 0; i < 2; i++) {
      expect(await under.toldSubmit(KEY, 'video_2', QUOTE, same('f'))).toEqual({
        outcome: 'replayed',
        jobId: 'video_1',
      });
      expect((await under.toldSubmit(KEY, 'video_2', QUOTE, same('g')))?.outcome).toBe(
        'idempotency_key_reused',
      );
      under.crash();
    }
    checkBooks(under.store);
  });

  it('is in use, said at once, until the first submit is on disk, and free where it did not get there', async () => {
    const under = await withKey(1_000);
    under.faults.push('hang');
    const first = under.askSubmit(KEY, 'video_1', QUOTE, same('f'));
    await under.world.settle();
    expect(under.askSubmit(KEY, 'video_2', QUOTE, same('f'))).toEqual([
      { ok: true, reply: { outcome: 'idempotency_key_in_use' } },
    ]);
    under.store.releaseHung();
    await under.world.advance(5_000);
    expect(first).toEqual([{ ok: false, refusal: 'storage_unavailable' }]);
    expect((await under.toldSubmit(KEY, 'video_3', QUOTE, same('f')))?.outcome).toBe('accepted');
  });

  it('remembers no submit that was refused, and belongs to one key', async () => {
    const under = await withKey(0);
    await under.toldKey(OTHER, createKey(OTHER, ACCOUNTS[0], 1_000));
    expect((await under.toldSubmit(KEY, 'video_1', QUOTE, same('f')))?.outcome).toBe('insufficient_credits');
    await under.toldKey(KEY, credit(1_000, 'r'));
    expect((await under.toldSubmit(KEY, 'video_2', QUOTE, same('f')))?.outcome).toBe('accepted');
    expect((await under.toldSubmit(OTHER, 'video_3', QUOTE, same('f')))?.outcome).toBe('accepted');
  });

  it('is asked before anything else about the request is judged', async () => {
    const under = await withKey(QUOTE.reserve);
    await under.toldSubmit(KEY, 'video_1', QUOTE, same('f'));
    const notOnOffer = { ok: false, code: 'model_not_found', message: '', param: 'model' } as const;
    expect((await under.toldSubmit(KEY, 'video_2', notOnOffer, same('f')))?.outcome).toBe('replayed');
    expect((await under.toldSubmit(KEY, 'video_2', notOnOffer))?.outcome).toBe('not_on_offer');
  });
});

describe('the creation of an API key', () => {
  it('happens once for one idempotency key, and in one commit with it', async () => {
    const under = await ActorsUnderTest.open();
    const { system, apiKey } = under.actors;
    const make = async (id: string) => {
      const outcomes: unknown[] = [];
      const { key } = createKey(id, ACCOUNTS[0], 7);
      system.ask(
        apiKey,
        id,
        { type: 'create', by: { kind: 'management_key', id: 'mkey_acct_1' }, key, idempotency: same('f') },
        (outcome) => outcomes.push(outcome.ok ? outcome.reply : outcome.refusal),
      );
      await under.world.advance(5_000);
      return outcomes[0];
    };
    under.faults.push('reject_yet_visible');
    expect(await make(KEY)).toBe('storage_unavailable');
    expect(under.store.get('keys', KEY)).toBeUndefined();
    expect(await make(KEY)).toMatchObject({ outcome: 'created' });
    expect(await make(OTHER)).toEqual({ outcome: 'replayed', keyId: KEY });
    checkBooks(under.store);
  });

  it('touches the account of the new key alone, whoever asks for it', async () => {
    const under = await ActorsUnderTest.open();
    const asked = {
      ...createKey(KEY, ACCOUNTS[0], 7),
      by: { kind: 'management_key', id: 'mkey_acct_2' } as const,
      idempotency: same('f'),
    };
    expect((await under.toldKey(KEY, asked))?.outcome).toBe('created');
    expect(under.defects).toEqual([]);
  });
});
