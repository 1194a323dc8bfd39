import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../../simulation/rules/jobs/routes/routes.js';
import { checkBreaches } from '../check-breaches.js';
import { disk } from '../clean-run.js';
import {
  ACCEPTED,
  answered,
  at,
  JOB,
  type Moment,
  NOT_NOW,
  providerSaid,
  reportsOf,
  routeCalled,
  SETUP,
  SUBMIT,
  sent,
} from '../told-history.js';

const UNREACHED = {
  what: 'provider_failed',
  how: 'refused',
  kind: 'submit',
  provider: 'findable',
  model: 'model/routed@2',
  jobId: 'video_other',
} as const;
const STARTS_AGAIN = [
  { what: 'crashed', on: 'now', undecided: 'kept' },
  { what: 'starting', isReboot: false },
] as const;
const BEGAN = { what: 'provider_began', jobId: JOB, nth: 1 } as const;

/** The provider forgets ids within that time; the machine starts meanwhile, its clock set back. */
const LATER = at(120_000, { ...BEGAN, provider: 'brief', nth: 2 });
const BRIEFLY = at(150, { ...BEGAN, provider: 'brief' });
const bootsSetBackBy = (ms: number) =>
  at(
    2_000,
    ...([{ what: 'wall_stepped', ms: -ms }, STARTS_AGAIN[0]] as const),
    ...([{ what: 'starting', isReboot: true }, { what: 'started' }] as const),
  );

const GONE = { what: 'reloaded', outcome: 'applied', without: 'plain' } as const;

/** On disk, the job is at the provider of a route of `model/routed`. */
function standsAt(provider: string, status = 'pending'): Moment {
  return disk('restart', ({ jobs }) => Object.assign(jobs[JOB], { model: 'model/routed', provider, status }));
}

checkBreaches(
  ROUTES,
  [
    [
      'two providers began the same job',
      { more: at(150, { ...BEGAN, provider: 'plain' }, { ...BEGAN, provider: 'findable' }) },
      /was begun by plain, and again by findable/,
    ],
    [
      'one provider began it twice',
      { more: at(150, { ...BEGAN, provider: 'plain' }, { ...BEGAN, provider: 'plain', nth: 2 }) },
      /was begun by plain, and again by plain/,
    ],
    [
      'one provider began it twice, which a clock that was set back by less does not explain',
      { more: BRIEFLY, boots: bootsSetBackBy(50_000), later: LATER },
      /was begun by brief, and again by brief/,
    ],
    [
      'one provider began it twice while it still knew it',
      {
        more: BRIEFLY,
        boots: bootsSetBackBy(3_600_000),
        later: at(3_000, { ...BEGAN, provider: 'brief', nth: 2 }),
      },
      /was begun by brief, and again by brief/,
    ],
    [
      'two providers began the same job, and a clock was set back',
      { more: at(150, { ...BEGAN, provider: 'plain' }), boots: bootsSetBackBy(3_600_000), later: LATER },
      /was begun by plain, and again by brief/,
    ],
    [
      'a job goes on after an attempt without a known outcome',
      { providerSubmit: at(110, routeCalled(1, 1), providerSaid(1, { kind: 'error' }), routeCalled(3, 2)) },
      /went on to findable after a submit to plain that ended error/,
    ],
    [
      'a job goes on while an attempt is under way',
      { providerSubmit: at(110, routeCalled(1, 1), routeCalled(3, 2)) },
      /ended without an answer/,
    ],
    [
      'a job goes on after a call that did not arrive',
      {
        providerSubmit: at(
          110,
          {
            what: 'provider_failed',
            how: 'refused',
            kind: 'submit',
            provider: 'plain',
            model: '',
            jobId: JOB,
          },
          routeCalled(3, 2),
        ),
      },
      /ended error/,
    ],
    [
      'a job goes on for a refusal that came when nobody waited for it',
      {
        providerSubmit: at(110, routeCalled(1, 1)),
        more: at(40_000, providerSaid(1, NOT_NOW), routeCalled(3, 2)),
      },
      /went on to findable after/,
    ],
    [
      'a route is left out',
      { providerSubmit: at(110, routeCalled(1, 1), providerSaid(1, NOT_NOW), routeCalled(3, 3)) },
      /from plain to idempotent, and not to findable/,
    ],
    [
      'a route is left out that found no connection in a process before the attempt',
      {
        providerSubmit: at(110, ...[UNREACHED, ...STARTS_AGAIN]),
        more: at(150, ...[routeCalled(1, 1), providerSaid(1, NOT_NOW), routeCalled(3, 3)]),
      },
      /from plain to idempotent, and not to findable/,
    ],
    [
      'a route is left out that found no connection in a process that ended between two attempts on one',
      {
        providerSubmit: at(110, ...[UNREACHED, routeCalled(1, 1), providerSaid(1, NOT_NOW)]),
        crash: at(120, standsAt('plain'), ...STARTS_AGAIN),
        more: at(150, ...[routeCalled(3, 1), providerSaid(3, NOT_NOW), routeCalled(4, 3)]),
      },
      /from plain to idempotent, and not to findable/,
    ],
    [
      'a job begins at a provider that was out of the file before it came',
      { early: at(1, GONE), providerSubmit: at(110, routeCalled(1, 1)) },
      /was submitted to plain, which the configuration did not name when it came/,
    ],
    [
      'a route is left out that is named again',
      {
        early: at(1, { ...GONE, without: 'findable' }, { what: 'reloaded', outcome: 'applied' }),
        providerSubmit: at(110, routeCalled(1, 1), providerSaid(1, NOT_NOW), routeCalled(3, 3)),
      },
      /from plain to idempotent, and not to findable/,
    ],
    [
      'a job goes back to a route',
      {
        providerSubmit: at(
          110,
          ...[routeCalled(1, 1), providerSaid(1, NOT_NOW)],
          ...[routeCalled(3, 2), providerSaid(3, NOT_NOW), routeCalled(4, 1)],
        ),
      },
      /from findable to plain, and not to idempotent/,
    ],
    [
      'a provider is sent what it cannot make',
      { providerSubmit: at(110, routeCalled(1, 1, 9_000)) },
      /plain, which cannot make 9000 ms/,
    ],
    [
      'the change of a route is not on disk',
      {
        providerSubmit: at(110, routeCalled(1, 1), providerSaid(1, NOT_NOW), routeCalled(3, 2)),
        crash: at(120, standsAt('plain')),
      },
      /was submitted to findable, and on disk it is at plain/,
    ],
    [
      'the record of a settled job names another provider',
      {
        providerSubmit: at(110, routeCalled(1, 1), providerSaid(1, ACCEPTED)),
        crash: at(120, standsAt('findable', 'completed')),
      },
      /taken by plain, and on disk it is completed at findable/,
    ],
  ],
  [
    [
      'every attempt before ended in not_now',
      {
        providerSubmit: at(
          110,
          ...[routeCalled(1, 1), providerSaid(1, NOT_NOW), routeCalled(3, 2), providerSaid(3, NOT_NOW)],
          ...[routeCalled(4, 3), providerSaid(4, ACCEPTED), { ...BEGAN, provider: 'idempotent' }],
        ),
        crash: at(120, standsAt('idempotent')),
      },
    ],
    [
      'the machine starts with its clock set back, and by that a provider still knows the job',
      { more: BRIEFLY, boots: bootsSetBackBy(3_600_000), later: LATER },
    ],
    [
      'a reload lets a submit take longer, and its refusal comes within that',
      {
        reload: at(105, {
          what: 'reloaded',
          outcome: 'applied',
          options: { providerSubmitTimeoutMs: 40_000 },
        }),
        providerSubmit: at(110, routeCalled(1, 1)),
        more: at(40_000, providerSaid(1, NOT_NOW), routeCalled(3, 2)),
      },
    ],
    [
      'a job goes to the provider of a route that was in the file when it came',
      { providerSubmit: at(110, GONE, routeCalled(1, 1)) },
    ],
    [
      'a route that is out of the file is passed over',
      {
        early: at(1, { ...GONE, without: 'findable' }),
        providerSubmit: at(110, routeCalled(1, 1), providerSaid(1, NOT_NOW), routeCalled(3, 3)),
      },
    ],
    [
      'a job begins on another route than the first',
      { providerSubmit: at(110, routeCalled(1, 2), providerSaid(1, NOT_NOW), routeCalled(3, 1)) },
    ],
    [
      'a route with a call that found no connection is passed over',
      {
        providerSubmit: at(
          110,
          ...[UNREACHED, routeCalled(1, 1), providerSaid(1, NOT_NOW), routeCalled(3, 3)],
        ),
      },
    ],
    [
      'a route that found no connection was passed over before the process ended',
      {
        providerSubmit: at(
          110,
          ...[UNREACHED, routeCalled(1, 1), providerSaid(1, NOT_NOW), ...STARTS_AGAIN, routeCalled(3, 3)],
        ),
      },
    ],
    [
      'a route was passed over before the first attempt, in a process that ended',
      {
        providerSubmit: at(
          110,
          ...[UNREACHED, standsAt('plain'), ...STARTS_AGAIN, routeCalled(1, 1), providerSaid(1, NOT_NOW)],
          routeCalled(3, 3),
        ),
      },
    ],
    [
      'a route that cannot make it is left out',
      {
        providerSubmit: at(110, routeCalled(1, 2, 9_000), providerSaid(1, NOT_NOW), routeCalled(3, 3, 9_000)),
      },
    ],
  ],
);

describe('a job that is not taken', () => {
  const models = SETUP.models.map((model) =>
    model.id === 'model/routed' ? { ...model, fallbacks: ['findable'] as const } : model,
  );
  const reports = (...moments: readonly Moment[]) =>
    reportsOf(
      ROUTES,
      {
        asked: at(100, sent(SUBMIT, { request: 1 })),
        taken: at(101, ...moments.slice(0, 1), answered(1, 202, { id: JOB })),
        later: at(200, ...moments.slice(1)),
      },
      { ...SETUP, models },
    ).join();

  it('goes to the other of two routes before it is submitted to the same again', () => {
    const again = [routeCalled(1, 2), providerSaid(1, NOT_NOW), routeCalled(2, 2)];
    expect(reports(...again)).toMatch(/was submitted to findable again, and never to plain/);
    const there = [routeCalled(1, 2), providerSaid(1, NOT_NOW), routeCalled(2, 1), providerSaid(2, NOT_NOW)];
    expect(reports(...there)).toBe('');
  });
});
