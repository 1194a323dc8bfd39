import { describe, expect, it } from 'vitest';
import { ActorsRun } from '../../../../simulation/models/actors-reference/actors-run.js';
import { ledgerModel } from '../../../../simulation/models/ledger/ledger-model.js';
import { microDa } from '../../../../src/money/micro-da.js';
import { repetitions } from '../../../test-set.js';
import {
  broken,
  followsItsSeed,
  holdsForEverySubSequence,
  LEVELS,
  seedThatFinds,
} from '../../model-trial.js';
import { misledCreation, misledJob, misledKey, type Plant } from '../../planted-defects.js';

describe('the ledger model', () => {
  it('makes the same history and the same trace of the same seed', () => followsItsSeed(ledgerModel));

  it.each(LEVELS)('finds nothing wrong with keys and their money, faults: %s', async (faults) => {
    expect(await broken(ledgerModel, faults, repetitions(30, 100))).toEqual([]);
  });

  it('may have any of its steps left out', () => holdsForEverySubSequence(ledgerModel, repetitions(15, 40)));

  let references = 0;
  const DEFECTS: Readonly<Record<string, Plant>> = {
    'forgets the reference of a credit': misledKey((message) =>
      message.type === 'credit'
        ? { message: { ...message, referenceHash: `${message.referenceHash}-${++references}` } }
        : {},
    ),
    'charges nothing': misledKey((message) =>
      message.type === 'settle' ? { message: { ...message, charge: microDa(0) } } : {},
    ),
    'forgets idempotency keys': misledCreation((message) => ({ ...message, idempotency: undefined })),
    'lets a revoked key submit': misledKey((message, state) =>
      message.type === 'check' || message.type === 'reserve' ? { state: { ...state, isRevoked: false } } : {},
    ),
    'bounds open jobs one too late': misledKey((message) =>
      message.type === 'reserve' ? { message: { ...message, openMax: message.openMax + 1 } } : {},
    ),
    'holds back nothing when a job is submitted': misledKey((message) =>
      message.type === 'reserve' ? { message: { ...message, amount: microDa(0) } } : {},
    ),
    'settles a job that has ended already': misledJob((message, state) =>
      message.type === 'report' && state.settled !== null
        ? { state: { ...state, machine: { ...state.machine, value: { running: 'watched' } } } }
        : {},
    ),
    'removes jobs without their idempotency keys': misledJob((message, state) =>
      message.type === 'remove' ? { state: { ...state, idempotencyKeyHash: null } } : {},
    ),
    'shows a credit whose commit may fail': ({ actors: { apiKey, system } }) => {
      const receive = apiKey.receive.bind(apiKey);
      const view = system.view.bind(system);
      const shown = new Map<string, unknown>();
      apiKey.receive = (state, message, turn) => {
        const reply = receive(state, message, turn);
        if (reply.outcome === 'credited') shown.set(turn.id, reply.key);
        return reply;
      };
      system.view = ((behavior, id) =>
        (Object.is(behavior, apiKey) ? shown.get(id) : undefined) ?? view(behavior, id)) as typeof view;
    },
  };

  it.each(Object.keys(DEFECTS))('finds a ledger that %s', async (name) => {
    const plant = DEFECTS[name];
    const options = plant === undefined ? {} : { broken: plant };
    const found = await seedThatFinds(ledgerModel, 'light', 100, (history, watch) =>
      new ActorsRun(history, watch, options).play(),
    );
    expect(found).toBeDefined();
  });
});
