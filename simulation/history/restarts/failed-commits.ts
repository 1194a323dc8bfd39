/**
 * Lets the disk fail in the very commit of a change, of each kind as often, and asks once it is well again
 * for what the change was about.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep, WELL_AGAIN_MS } from '../edges/edge-steps.js';
import type { NodeStep, RequestStep } from '../node-history.js';

const CHANCE = 0.3;
const FAILED_MAX = 8;
/** Sessions that are used after a change of people. */
const SESSIONS = 3;

const CHANGES: ReadonlySet<ClientCall['op']> = new Set([
  'accept',
  'add_credit',
  'change_account',
  'change_password',
  'change_role',
  'create_account',
  'create_key',
  'debit',
  'desk',
  'fail_job',
  'form',
  'grant',
  'invite',
  'order',
  'remove_user',
  'revoke',
  'rotate',
  'set_rpm',
  'sign_in',
  'sign_out',
  'submit',
  'transfer',
  'use_card',
  'void_simulated',
  'withdraw',
]);

/** @param steps by time */
export function withFailedCommits(
  steps: readonly NodeStep[],
  random: Random,
  faults: FaultLevel,
): readonly NodeStep[] {
  if (faults === 'none' || !random.chance(CHANCE)) return steps;
  const kinds = new Map<string, RequestStep[]>();
  const sessions = new Set<number>();
  for (const step of steps) {
    if (step.do !== 'request') continue;
    const { call } = step;
    for (const session of sessionsIn(call)) sessions.add(session);
    if (!CHANGES.has(call.op)) continue;
    const kind = 'act' in call ? `${call.op} ${call.act}` : call.op;
    kinds.set(kind, [...(kinds.get(kind) ?? []), step]);
  }
  if (kinds.size === 0) return steps;
  const failing = new Set(
    Array.from({ length: random.between(2, FAILED_MAX) }, () =>
      random.pick(random.pick([...kinds.values()])),
    ),
  );
  return steps
    .flatMap((step) =>
      step.do === 'request' && failing.has(step) ? failed(random, step, [...sessions]) : [step],
    )
    .sort((a, b) => a.at - b.at);
}

function failed(random: Random, step: RequestStep, sessions: readonly number[]): readonly NodeStep[] {
  const { at, call } = step;
  const fault = random.pick(['reject', 'reject', 'reject_yet_visible'] as const);
  const later = at + WELL_AGAIN_MS;
  return [
    { id: 0, at, do: 'disk', fault, skip: 0, commits: random.pick([1, 1, 2]) },
    step,
    ...questions(random, call, sessions).map((question) => edgeStep(later, question)),
  ];
}

function questions(random: Random, call: ClientCall, sessions: readonly number[]): readonly ClientCall[] {
  if ('key' in call && typeof call.key === 'number')
    return [
      { op: 'show_key', key: call.key },
      { op: 'ledger', key: call.key, limit: 100 },
    ];
  const used = sessionsIn(call);
  while (sessions.length > 0 && used.length < SESSIONS) used.push(random.pick(sessions));
  return used.map((session) => ({ op: 'read_page', session, page: 'sessions' }));
}

function sessionsIn(call: ClientCall): number[] {
  return 'session' in call && call.session !== undefined ? [call.session] : [];
}
