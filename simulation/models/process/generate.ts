/**
 * Makes histories for a real process from seeds: some seconds of load in bursts, and ends of the process in
 * the midst of it. Nobody has the disk, the providers and the clocks in hand there.
 */

import type { ClientCall } from '../../history/client-call.js';
import type { KeySetup, NodeHistory, NodeSettings, NodeStep } from '../../history/node-history.js';
import { CallMaker, withJobs } from '../../history/requests/generate-calls.js';
import type { FaultLevel } from '../../model.js';
import { Random } from '../../world/random.js';

const MODELS = ['sim/video', 'sim/video-instant', 'sim/video-half', 'sim/video-reject', 'sim/video-flaky'];

/** Those of a gateway to which nothing else is said, save that idle actors leave memory soon. */
const SETTINGS: NodeSettings = {
  openJobsMax: 1_000,
  idempotencyHours: 24,
  retentionDays: 90,
  gateTimeLimitMs: 5_000,
  mailboxMax: 10_000,
  residentActorsMax: 100_000,
  residentKeysMax: 2,
  passivateAfterMs: 1_000,
  managementRpm: 6_000,
  addressRpm: 60,
  bodyTimeoutMs: 10_000,
  drainTimeLimitMs: 10_000,
  commitMsMax: 0,
};

export interface ProcessHistoryBounds {
  /** How long the load lasts, at the least and the most. */
  readonly durationMs: readonly [number, number];
}

const BOUNDS: ProcessHistoryBounds = { durationMs: [5_000, 20_000] };

/** Of real time it takes the duration, some seconds for starts, and those that the last jobs take. */
export function generateProcessHistory(
  seed: number,
  faults: FaultLevel,
  { durationMs: [least, most] }: ProcessHistoryBounds = BOUNDS,
): NodeHistory {
  const random = new Random(seed);
  const accounts = random.between(1, 2);
  const keys = generateKeys(random.fork('keys'), accounts);
  const durationMs = random.between(least, most);
  const ends = generateEnds(random.fork('ends'), faults, durationMs);
  const steps = [
    ...generateRequests(random.fork('requests'), faults, accounts, keys.length, durationMs, ends),
    ...ends,
  ]
    .sort((a, b) => a.at - b.at)
    .map((step, index): NodeStep => ({ ...step, id: index + 1 }));
  return {
    v: 1,
    model: 'process',
    seed,
    faults,
    setup: {
      accounts,
      keys,
      models: [],
      settings: {
        ...SETTINGS,
        openJobsMax: random.weighted([
          [1, random.between(2, 6)],
          [3, 1_000],
        ]),
      },
      providersAreSeen: false,
    },
    steps: withJobs(steps, random.fork('jobs')),
  };
}

function generateKeys(random: Random, accounts: number): readonly KeySetup[] {
  return Array.from({ length: random.between(3, 6) }, () => ({
    account: random.below(accounts),
    rpm: random.weighted([
      [2, random.between(5, 30)],
      [2, 60],
      [4, 1_000_000],
    ]),
    creditsMicroDa: random.weighted([
      [1, 0],
      [3, random.between(1_000_000, 20_000_000)],
      [4, 1_000_000_000],
    ]),
  }));
}

function generateRequests(
  random: Random,
  faults: FaultLevel,
  accounts: number,
  keys: number,
  durationMs: number,
  ends: readonly NodeStep[],
): readonly NodeStep[] {
  // A client that is cut off asks again; with an Idempotency-Key it does so without a second job.
  const calls = new CallMaker(random, { faults, accounts, keys, models: MODELS, idempotencyKeyChance: 0.8 });
  const restMs = random.pick([10, 40, 150]);
  return arrivals(random.fork('arrivals'), restMs, durationMs, ends).map((at): NodeStep => {
    return {
      id: 0,
      at,
      do: 'request',
      call: withoutScript(calls.next()),
      client: random.between(1, 5),
      bodyAfterMs: random.chance(0.05) ? random.between(1, 300) : 0,
      ...(random.chance(0.03) ? { givesUpAfterMs: random.between(0, 30) } : {}),
    };
  });
}

/** No provider here follows one. */
function withoutScript(call: ClientCall): ClientCall {
  if (call.op !== 'submit') return call;
  const { script: _, ...rest } = call;
  return rest;
}

/** Ascending, in ms: a few at a time all the way, and a burst just before each end of the process. */
function arrivals(
  random: Random,
  restMs: number,
  durationMs: number,
  ends: readonly NodeStep[],
): readonly number[] {
  const times: number[] = [];
  for (let at = 0; at < durationMs; ) {
    times.push(at);
    at += random.weighted([
      [5, 0],
      [3, random.between(1, 5)],
      [3, random.between(1, 4 * restMs)],
    ]);
  }
  for (const end of ends) {
    const spreadMs = random.pick([2, 10, 40]);
    const count = random.between(10, 40);
    for (let n = 0; n < count; n++) times.push(Math.max(0, end.at - random.below(spreadMs)));
  }
  return times.sort((a, b) => a - b);
}

/** `kill -9`, and now and then a stop in order. */
function generateEnds(random: Random, faults: FaultLevel, durationMs: number): readonly NodeStep[] {
  if (faults === 'none') return [];
  const kills = faults === 'light' ? random.between(1, 2) : random.between(3, 6);
  const ends = Array.from({ length: kills }, (): NodeStep => {
    return {
      id: 0,
      at: random.between(0, durationMs),
      do: 'crash',
      on: 'now',
      nth: 1,
      side: 'before',
      // A write that was not acknowledged may have reached the disk or not; here nobody decides it.
      undecided: 'kept',
      times: 1,
      downMs: random.pick([0, 0, 100, 1_000]),
      reboot: false,
    };
  });
  if (random.chance(0.5)) {
    ends.push({ id: 0, at: random.between(0, durationMs), do: 'restart', downMs: random.pick([0, 200]) });
  }
  return ends;
}
