/**
 * Makes somebody read the page of jobs, its first page or a further one, with all filters and without; and
 * somebody who submits jobs by their form.
 */
import type { Random } from '../../world/random.js';
import { JOB_STATUSES } from '../client-call.js';
import { edgeStep } from '../edges/edge-steps.js';
import type { NodeStep } from '../node-history.js';
import { type PeopleCall, type ReadListCall, ROLES } from '../people-call.js';
import { generateJobForms } from './generate-job-forms.js';
import type { PeopleFacts } from './people-steps.js';

const JOB_PAGES_CHANCE = 0.75;
/** Names of steps, which no other step has. */
const [INVITED, READER] = [-95_001, -95_002];
/** The first is in each history. */
const MODELS = ['model/0', 'model/0', 'model/1', 'sim/video-instant'];

export function generateJobPages(random: Random, facts: PeopleFacts): readonly NodeStep[] {
  return [...generateReader(random, facts), ...generateJobForms(random.fork('forms'), facts)];
}

function generateReader(random: Random, { keys, durationMs }: PeopleFacts): readonly NodeStep[] {
  if (!random.chance(JOB_PAGES_CHANCE)) return [];
  const at = random.between(0, durationMs);
  const [account, name] = [keys[0]?.account ?? 0, 'reader@people.test'];
  const role = account === 0 ? random.pick(ROLES) : random.pick(['member', 'owner'] as const);
  const invite: PeopleCall = { op: 'invite', account, name, role };
  const accept: PeopleCall = { op: 'accept', link: INVITED, password: 'Password reader' };
  return [
    { ...edgeStep(at, invite), id: INVITED },
    { ...edgeStep(at + 300, accept), id: READER },
    ...Array.from({ length: random.between(4, 8) }, () =>
      edgeStep(at + random.between(700, 5_000), readOf(random, keys.length)),
    ),
  ];
}

function readOf(random: Random, keys: number): ReadListCall {
  return {
    op: 'read_list',
    session: READER,
    key: random.below(keys),
    ...(random.chance(0.6) ? { status: random.pick(JOB_STATUSES) } : {}),
    ...(random.chance(0.5) ? { model: random.pick(MODELS) } : {}),
    ...(random.chance(0.5) ? { of: random.pick(['key', 'account'] as const) } : {}),
    ...(random.chance(0.6) ? { isFurther: true } : {}),
  };
}
