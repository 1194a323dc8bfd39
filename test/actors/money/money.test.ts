import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import type { VideoJobMessage, VideoJobReply } from '../../../src/actors/jobs/video-job-messages.js';
import type { ApiKeyReply } from '../../../src/actors/keys/api-key-messages.js';
import type { Outcome } from '../../../src/actors/runtime/behavior.js';
import { microDa, priceOfLength } from '../../../src/money/micro-da.js';
import type { CommitFault } from '../../../src/store/memory/memory-store.js';
import { repetitions } from '../../test-set.js';
import {
  ACCOUNTS,
  ActorsUnderTest,
  accepted,
  completed,
  createKey,
  credit,
  DEADLINE_MS,
  debit,
  FAILED,
  lastCall,
  news,
  quoteFor,
  report,
  STARTED,
  TIME_LIMIT_MS,
  transfer,
} from '../actors-under-test.js';
import { checkBooks } from '../books.js';

const KEYS = ['key_1', 'key_2', 'key_3'] as const;
const accountOf = (key: string) => ACCOUNTS[key === 'key_3' ? 1 : 0];
const OPEN_JOBS_MAX = 4;

const REPORTS = {
  accepted: accepted(),
  acceptedAndStarted: accepted(STARTED),
  acceptedAndDone: accepted(completed(1_234)),
  rejected: report({ about: 'submit', outcome: 'rejected', slug: 'content_rejected', message: '' }),
  notNow: report({ about: 'submit', outcome: 'not_now', message: '' }),
  noOutcome: report({ about: 'submit', outcome: 'unknown', message: '' }),
  started: news(STARTED),
  short: news(completed(1)),
  long: news(completed(100_000_000)),
  failed: news(FAILED),
  lastCall: lastCall(undefined),
  lastCallDone: lastCall(completed(2_000)),
  resume: { type: 'resume' },
} as const satisfies Record<string, VideoJobMessage>;

const key = fc.constantFrom(...KEYS);
const reportName = fc.constantFrom(...(Object.keys(REPORTS) as (keyof typeof REPORTS)[]));
const fault = fc.constantFrom<CommitFault>(
  'none',
  'reject',
  'reject_yet_visible',
  'hang_then_commit',
  'commit_then_hang',
);

const message = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('credit' as const),
      key,
      amount: fc.nat(3_000),
      reference: fc.nat(15),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('debit' as const),
      key,
      amount: fc.integer({ min: 1, max: 1_500 }),
      reference: fc.nat(15),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('transfer' as const),
      // Those of one account, which have more than one key.
      key: fc.constantFrom('key_1' as const, 'key_2' as const),
      amount: fc.integer({ min: 1, max: 1_500 }),
      reference: fc.nat(15),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      key,
      lengthMs: fc.integer({ min: 1, max: 5_000 }),
      price: fc.integer({ min: 0, max: 400 }),
      idempotencyKey: fc.option(fc.nat(3), { nil: undefined }),
      isIdempotent: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('report' as const), job: fc.nat(12), report: reportName }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('revoke' as const), key: fc.constant('key_2' as const) }),
  },
);
const event = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      ms: fc.constantFrom(1, 500, DEADLINE_MS / 3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('faults' as const), next: fc.array(fault, { maxLength: 3 }) }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'release' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      undecided: fc.constantFrom('lost' as const, 'kept' as const),
    }),
  },
);

type Message = typeof message extends fc.Arbitrary<infer T> ? T : never;

async function withKeys(): Promise<ActorsUnderTest> {
  const under = await ActorsUnderTest.open();
  for (const id of KEYS) under.askKey(id, createKey(id, accountOf(id), 1_500));
  await under.world.settle();
  return under;
}

/** Credit and jobs of a key as plain sums: what one request after the other comes to. */
class Model {
  readonly balances = new Map<string, number>(KEYS.map((id) => [id, 1_500]));
  readonly #references = new Map<number, string>();
  readonly #openJobs = new Map<string, { key: string; reserve: number }>();
  readonly #replays = new Map<string, { fingerprint: string; jobId: string }>();
  readonly #revoked = new Set<string>();

  credit(id: string, amount: number, reference: number): ApiKeyReply['outcome'] {
    const stands = `credit ${id} ${amount}`;
    const known = this.#references.get(reference);
    if (known !== undefined) return known === stands ? 'credit_replayed' : 'reference_reused';
    this.#references.set(reference, stands);
    this.#move(id, amount);
    return 'credited';
  }

  debit(id: string, amount: number, reference: number): ApiKeyReply['outcome'] {
    const stands = `debit ${id} ${amount}`;
    const known = this.#references.get(reference);
    if (known !== undefined) return known === stands ? 'debit_replayed' : 'reference_reused';
    if ((this.balances.get(id) ?? 0) < amount) return 'insufficient_credits';
    this.#references.set(reference, stands);
    this.#move(id, -amount);
    return 'debited';
  }

  transfer(id: string, to: string, amount: number, reference: number): ApiKeyReply['outcome'] {
    const stands = `transfer ${id} ${to} ${amount}`;
    const known = this.#references.get(reference);
    if (known === stands) return 'transfer_replayed';
    if (this.#revoked.has(to)) return 'no_such_recipient';
    if (known !== undefined) return 'reference_reused';
    if ((this.balances.get(id) ?? 0) < amount) return 'insufficient_credits';
    this.#references.set(reference, stands);
    this.#move(id, -amount);
    this.#move(to, amount);
    return 'transferred';
  }

  submit(id: string, jobId: string, reserve: number, replayKey: string | undefined, fingerprint: string) {
    if (this.#revoked.has(id)) return 'no_such_key';
    const known = replayKey === undefined ? undefined : this.#replays.get(replayKey);
    if (known !== undefined) return known.fingerprint === fingerprint ? 'replayed' : 'idempotency_key_reused';
    if ([...this.#openJobs.values()].filter((job) => job.key === id).length >= OPEN_JOBS_MAX)
      return 'too_many_jobs';
    const balance = this.balances.get(id) ?? 0;
    if (balance === 0 || balance < reserve) return 'insufficient_credits';
    if (replayKey !== undefined) this.#replays.set(replayKey, { fingerprint, jobId });
    this.#openJobs.set(jobId, { key: id, reserve });
    this.#move(id, -reserve);
    return 'accepted';
  }

  settled(jobId: string, cost: number): void {
    const job = this.#openJobs.get(jobId);
    expect(job).toBeDefined();
    if (job === undefined) return;
    this.#openJobs.delete(jobId);
    this.#move(job.key, job.reserve - cost);
  }

  revoke(id: string): void {
    this.#revoked.add(id);
  }

  isOpen(jobId: string): boolean {
    return this.#openJobs.has(jobId);
  }

  #move(id: string, amount: number): void {
    this.balances.set(id, (this.balances.get(id) ?? 0) + amount);
  }
}

describe('money', () => {
  it('moves as one request after the other would move it, through passivation, deadlines and crashes between them', async () => {
    const quiet = fc.constantFrom(
      { do: 'advance' as const, ms: 130_000 },
      { do: 'advance' as const, ms: DEADLINE_MS },
      { do: 'crash' as const },
    );
    const steps = fc.array(fc.oneof({ weight: 6, arbitrary: message }, { weight: 1, arbitrary: quiet }), {
      maxLength: 60,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const under = await withKeys();
        const model = new Model();
        const jobs: string[] = [];
        const noteSettled = () => {
          for (const jobId of jobs) {
            const settled = under.actors.system.view(under.actors.videoJob, jobId)?.settled;
            if (settled !== null && settled !== undefined && model.isOpen(jobId))
              model.settled(jobId, settled.cost);
          }
        };
        for (const step of all) {
          switch (step.do) {
            case 'credit': {
              const { amount, reference } = step;
              const reply = await under.toldKey(step.key, credit(amount, String(reference)));
              expect(reply?.outcome).toBe(model.credit(step.key, amount, reference));
              break;
            }
            case 'debit': {
              const { amount, reference } = step;
              const reply = await under.toldKey(step.key, debit(amount, String(reference)));
              expect(reply?.outcome).toBe(model.debit(step.key, amount, reference));
              break;
            }
            case 'transfer': {
              const { amount, reference } = step;
              const to = recipientOf(step.key);
              const reply = await under.toldKey(step.key, transfer(to, amount, String(reference)));
              expect(reply?.outcome).toBe(model.transfer(step.key, to, amount, reference));
              break;
            }
            case 'submit': {
              const { jobId, quote, idempotency, replayKey, fingerprint } = submitOf(step, jobs.length);
              const expected = model.submit(step.key, jobId, quote.reserve, replayKey, fingerprint);
              const reply = await under.toldSubmit(step.key, jobId, quote, idempotency);
              expect(reply?.outcome).toBe(expected);
              if (expected === 'accepted') jobs.push(jobId);
              break;
            }
            case 'report': {
              const jobId = jobs[step.job % Math.max(1, jobs.length)];
              if (jobId !== undefined) await under.toldJob(jobId, REPORTS[step.report]);
              break;
            }
            case 'revoke':
              await under.toldKey(step.key, { type: 'revoke', by: BY_THE_NODE });
              model.revoke(step.key);
              break;
            case 'advance':
              await under.world.advance(step.ms);
              break;
            case 'crash':
              under.crash();
              break;
          }
          noteSettled();
          for (const id of KEYS) {
            const balances = under.actors.system.view(under.actors.apiKey, id)?.balances;
            const { credited = 0, charged = 0, reserved = 0 } = balances ?? {};
            expect(credited - charged - reserved).toBe(model.balances.get(id));
          }
          checkBooks(under.store);
        }
        expect(under.defects).toEqual([]);
      }),
      { numRuns: repetitions(20, 60) },
    );
  });

  it('adds up on every disk that is left by commits that fail, hang and come late, and by crashes', async () => {
    const steps = fc.array(fc.oneof({ weight: 5, arbitrary: message }, { weight: 2, arbitrary: event }), {
      maxLength: 100,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const under = await withKeys();
        const acknowledged: string[] = [];
        const refused: string[] = [];
        const jobs: string[] = [];
        const note = (jobId: string, outcomes: Outcome<VideoJobReply>[]) => () => {
          const [outcome] = outcomes;
          if (outcome?.ok === true && outcome.reply.outcome === 'accepted') acknowledged.push(jobId);
          if (outcome?.ok === false) refused.push(jobId);
          return outcome !== undefined;
        };
        let undecided: (() => boolean)[] = [];
        for (const step of all) {
          switch (step.do) {
            case 'credit':
              under.askKey(step.key, credit(step.amount, String(step.reference)));
              break;
            case 'debit':
              under.askKey(step.key, debit(step.amount, String(step.reference)));
              break;
            case 'transfer':
              under.askKey(step.key, transfer(recipientOf(step.key), step.amount, String(step.reference)));
              break;
            case 'submit': {
              const { jobId, quote, idempotency } = submitOf(step, jobs.length);
              jobs.push(jobId);
              undecided.push(note(jobId, under.askSubmit(step.key, jobId, quote, idempotency)));
              break;
            }
            case 'report': {
              const jobId = jobs[step.job % Math.max(1, jobs.length)];
              if (jobId !== undefined) under.askJob(jobId, REPORTS[step.report]);
              break;
            }
            case 'revoke':
              under.askKey(step.key, { type: 'revoke', by: BY_THE_NODE });
              break;
            case 'advance':
              await under.world.advance(step.ms);
              break;
            case 'faults':
              under.faults.push(...step.next);
              break;
            case 'release':
              await under.world.settle();
              under.store.releaseHung();
              break;
            case 'crash':
              under.crash(step.undecided);
              // A commit that failed and could not be undone may be in force now.
              refused.length = 0;
              undecided = [];
              checkBooks(under.store);
              break;
          }
          undecided = undecided.filter((isDecided) => !isDecided());
          checkBooks(under.actors.system.records);
          for (const jobId of acknowledged)
            expect(under.actors.system.records.get('jobs', jobId)).toBeDefined();
        }
        await mend(under);
        undecided = undecided.filter((isDecided) => !isDecided());
        expect(undecided).toEqual([]);
        for (const jobId of acknowledged) expect(under.store.get('jobs', jobId)).toBeDefined();
        for (const jobId of refused) expect(under.store.get('jobs', jobId)).toBeUndefined();
        checkBooks(under.store);
        await endAllJobs(under);
        for (const { value } of under.store.range('keys', {})) expect(JSON.parse(value).reserved).toBe(0);
        checkBooks(under.store);
        expect(under.defects).toEqual([]);
      }),
      { numRuns: repetitions(20, 60) },
    );
  });
});

function recipientOf(key: 'key_1' | 'key_2'): string {
  return key === 'key_1' ? 'key_2' : 'key_1';
}

function submitOf(step: Extract<Message, { do: 'submit' }>, number: number) {
  const quote = quoteFor(step.lengthMs, step.price, step.isIdempotent);
  expect(quote.reserve).toBe(priceOfLength(microDa(step.price), step.lengthMs));
  const jobId = `video_${String(number).padStart(4, '0')}`;
  const { idempotencyKey } = step;
  const fingerprint = `${step.lengthMs % 2}`;
  const idempotency =
    idempotencyKey === undefined ? undefined : { keyHash: `idem-${idempotencyKey}`, fingerprint };
  const replayKey = idempotencyKey === undefined ? undefined : `${step.key}/${idempotencyKey}`;
  return { jobId, quote, idempotency, fingerprint, replayKey };
}

/** The disk works again, and what hung has come to an end. */
async function mend(under: ActorsUnderTest): Promise<void> {
  under.faults.length = 0;
  for (let batch = 0; batch < 2; batch++) {
    await under.world.settle();
    under.store.releaseHung();
  }
  await under.world.advance(TIME_LIMIT_MS + 10_000);
}

/** Every deadline passes, and no provider has anything to say. */
async function endAllJobs(under: ActorsUnderTest): Promise<void> {
  await under.world.advance(DEADLINE_MS + 1_000);
  for (const { key: jobId } of under.store.range('unfinished', {}))
    await under.toldJob(jobId, lastCall(undefined));
  expect([...under.store.range('unfinished', {})]).toEqual([]);
}
