import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VideoJobState } from '../../../src/actors/jobs/video-job-messages.js';
import {
  decodeJobInput,
  encodeJobInput,
  encodeVideoJob,
  readVideoJob,
  unfinishedRecord,
} from '../../../src/actors/jobs/video-job-records.js';
import { encodeLedgerEntry, type LedgerEntry } from '../../../src/actors/money/ledger.js';
import type { MicroDa } from '../../../src/money/micro-da.js';
import type { LostAnswer } from '../../../src/providers/provider.js';
import type { SteadyMs } from '../../../src/time/clock.js';

const ID = 'video_01';
const anyText = fc.string({ unit: 'grapheme' });
const amount = fc.nat(10 ** 15).map((number) => number as MicroDa);
const orNull = <T>(what: fc.Arbitrary<T>) => fc.option(what, { nil: null });
const slug = fc.constantFrom('expired' as const, 'provider_error' as const);

const lostAnswer: fc.Arbitrary<LostAnswer> = fc.oneof(
  fc.constant({ kind: 'idempotent' as const }),
  fc.record({ kind: fc.constant('idempotent' as const), forMs: fc.nat() }),
  fc.constant({ kind: 'findable' as const }),
  fc.constant({ kind: 'unknown' as const }),
);
const route = fc.record({ provider: anyText, model: anyText, lostAnswer });

const untraced: fc.Arbitrary<VideoJobState> = fc
  .record({
    id: fc.constant(ID),
    key: fc.constant('key_01'),
    account: fc.constant('acct_01'),
    provider: anyText,
    model: anyText,
    lengthMs: fc.nat(60_000),
    pricePerSecond: amount,
    reserved: amount,
    createdAt: fc.nat(2 ** 31),
    idempotencyKeyHash: orNull(fc.constant('0af9')),
    status: fc.constantFrom(
      'pending' as const,
      'in_progress' as const,
      'completed' as const,
      'failed' as const,
    ),
    machine: fc.record({
      value: fc.constantFrom('submitting' as const, { queued: 'watched' as const }),
      context: fc.record({
        route,
        fallbacks: fc.array(route, { maxLength: 2 }),
        isBound: fc.boolean(),
        attempt: fc.nat(8),
        handle: orNull(anyText),
        made: orNull(
          fc.oneof(fc.record({ location: anyText }), fc.record({ location: anyText, saidMs: fc.nat() })),
        ),
        output: orNull(fc.record({ lengthMs: fc.nat(60_000), location: anyText })),
        failure: orNull(fc.record({ slug, message: anyText })),
      }),
    }),
    settled: orNull(fc.record({ at: fc.nat(2 ** 31), cost: amount })),
    repeatUntil: orNull(fc.nat().map((at) => at as SteadyMs)),
  })
  .map((written) => ({ ...written, provider: written.machine.context.route.provider }));
const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const job = fc.oneof(
  untraced,
  untraced.map((written) => ({ ...written, trace: TRACE })),
);

describe('records of video jobs, printed field by field', () => {
  it('are read as the job that was written, whatever its texts', () => {
    fc.assert(
      fc.property(job, (written) => {
        const records = { get: () => encodeVideoJob(written), range: () => [] };
        expect(readVideoJob(ID, records)).toEqual(written);
      }),
    );
  });

  it('by the machine before routes are read as jobs with one route', () => {
    const context = { attempt: 2, handle: null, output: null, failure: null };
    const before = { v: 1, key: 'key_01', provider: 'fal', model: 'veo', status: 'pending', settled: null };
    for (const idempotentSubmit of [true, false]) {
      const machine = { value: 'submitting', context: { ...context, idempotentSubmit } };
      const text = JSON.stringify({ ...before, machine_version: 1, machine });
      const read = readVideoJob(ID, { get: () => text, range: () => [] });
      expect(read?.machine.context).toEqual({
        ...context,
        route: {
          provider: 'fal',
          model: 'veo',
          lostAnswer: { kind: idempotentSubmit ? 'idempotent' : 'unknown' },
        },
        fallbacks: [],
        isBound: idempotentSubmit,
        made: null,
      });
      expect(read?.repeatUntil).toBeNull();
    }
  });

  it('of unfinished jobs say what a restart needs', () => {
    fc.assert(
      fc.property(job, fc.boolean(), (unfinished, resume) => {
        const { key, reserved, provider, status, machine, trace } = unfinished as VideoJobState;
        const { route, handle, made } = machine.context;
        expect(JSON.parse(unfinishedRecord(unfinished, 1_234 as SteadyMs, resume))).toEqual({
          v: trace === undefined ? 1 : 2,
          key,
          reserved,
          provider,
          model: route.model,
          handle: made === null ? handle : null,
          resume,
          begun: status === 'in_progress',
          next_poll: 1_234,
          ...(trace === undefined ? {} : { trace }),
        });
      }),
    );
  });

  it('of what a provider is sent are read as they were written', () => {
    const extra = fc.dictionary(anyText, fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(anyText, extra, (prompt, others) => {
        const input = JSON.parse(JSON.stringify({ prompt, extra: others })) as typeof read;
        const read = decodeJobInput(encodeJobInput({ prompt, extra: others }));
        expect(read).toEqual(input);
      }),
    );
  });
});

describe('an entry of the ledger, printed field by field', () => {
  it('is read as it was written, whatever its reference', () => {
    const entry: fc.Arbitrary<LedgerEntry> = fc.record({
      v: fc.constant(1 as const),
      type: fc.constantFrom('credit' as const, 'reserve' as const, 'charge' as const, 'release' as const),
      amount,
      balance: amount,
      reserved: amount,
      job: orNull(fc.constant(ID)),
      reference: orNull(anyText),
      at: fc.nat(2 ** 31),
    });
    fc.assert(
      fc.property(entry, (written) => {
        expect(JSON.parse(encodeLedgerEntry(written))).toEqual(written);
      }),
    );
  });
});
