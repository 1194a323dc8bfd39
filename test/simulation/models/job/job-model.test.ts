import { describe, expect, it } from 'vitest';
import { ActorsRun } from '../../../../simulation/models/actors-reference/actors-run.js';
import { jobModel } from '../../../../simulation/models/job/job-model.js';
import { repetitions } from '../../../test-set.js';
import {
  broken,
  followsItsSeed,
  holdsForEverySubSequence,
  LEVELS,
  seedThatFinds,
} from '../../model-trial.js';
import { misledJob, type Plant } from '../../planted-defects.js';

const STATES = [
  'submitting',
  'finding',
  'queued.watched',
  'queued.lastCall',
  'running.watched',
  'running.lastCall',
  'reading',
  'completed',
  'failed',
];
const EVENTS = [
  'SUBMIT_ACCEPTED',
  'SUBMIT_REJECTED',
  'SUBMIT_NOT_TAKEN',
  'SUBMIT_WITHOUT_OUTCOME',
  'NOT_FOUND',
  'STARTED',
  'COMPLETED',
  'MADE',
  'RESULT_READ',
  'RESULT_UNREADABLE',
  'FAILED',
  'DEADLINE',
  'FINAL_POLL_UNSETTLED',
  'RESUMED',
];

/** Histories with all of it between them. Others are searched too if the generator has changed. */
const TELLING_SEEDS = [
  123, 1296, 149, 281, 399, 170, 690, 443, 8, 366, 534, 696, 10, 96, 612, 789, 1282, 47, 104, 198, 393,
];
const SEEDS = [...TELLING_SEEDS, ...Array.from({ length: 2_000 }, (_, seed) => seed + 1)];

describe('the job model', () => {
  it('makes the same history and the same trace of the same seed', () => followsItsSeed(jobModel));

  it.each(LEVELS)('finds nothing wrong with jobs, faults: %s', async (faults) => {
    expect(await broken(jobModel, faults, repetitions(30, 100))).toEqual([]);
  });

  it('may have any of its steps left out', () => holdsForEverySubSequence(jobModel, repetitions(15, 40)));

  it('brings every event to a job in every state', async () => {
    const missing = new Set(STATES.flatMap((state) => EVENTS.map((event) => `${state} ${event}`)));
    for (const seed of SEEDS) {
      if (missing.size === 0) break;
      await jobModel.run(jobModel.generate(seed, 'none'), {
        machineStep: ({ from, event }) => missing.delete(`${from} ${event}`),
      });
    }
    expect([...missing]).toEqual([]);
  });

  const DEFECTS: Readonly<Record<string, Plant>> = {
    'submits again after a crash, whatever the provider': misledJob((message, state) => {
      const { context: before } = state.machine;
      const context = { ...before, route: { ...before.route, lostAnswer: { kind: 'idempotent' as const } } };
      return message.type === 'resume' ? { state: { ...state, machine: { ...state.machine, context } } } : {};
    }),
    'takes its next route though its provider may have it': misledJob((message, state) => {
      const isLost =
        message.type === 'report' &&
        message.report.about === 'submit' &&
        message.report.outcome === 'unknown';
      return isLost && state.machine.context.fallbacks.length > 0
        ? { message: { type: 'report', report: { about: 'submit', outcome: 'not_now', message: '' } } }
        : {};
    }),
    'does not hear its deadline': misledJob((message) => (message.type === 'deadline' ? null : {})),
    'does not hear that it was woken': misledJob((message) => (message.type === 'resume' ? null : {})),
    'takes a refusal for an outage': misledJob((message) =>
      message.type === 'report' && message.report.about === 'submit' && message.report.outcome === 'rejected'
        ? { message: { type: 'report', report: { about: 'submit', outcome: 'not_now', message: '' } } }
        : {},
    ),
    'ends as failed at its deadline without asking once more': misledJob((message, state) =>
      message.type === 'deadline' && state.settled === null
        ? { state: { ...state, machine: { ...state.machine, value: 'submitting' } } }
        : {},
    ),
    'tries its submit once too often': misledJob((message, state) => {
      const context = { ...state.machine.context, attempt: Math.max(1, state.machine.context.attempt - 1) };
      return message.type === 'report' ? { state: { ...state, machine: { ...state.machine, context } } } : {};
    }),
    'leaves what it was told last out of its account': misledJob((message) =>
      message.type === 'report' && message.report.about === 'final_poll'
        ? { message: { type: 'report', report: { about: 'final_poll', state: undefined } } }
        : {},
    ),
  };

  it.each(Object.keys(DEFECTS))('finds a job that %s', async (name) => {
    const plant = DEFECTS[name];
    const options = plant === undefined ? {} : { broken: plant };
    const found = await seedThatFinds(jobModel, 'light', 100, (history, watch) =>
      new ActorsRun(history, watch, options).play(),
    );
    expect(found).toBeDefined();
  });
});
