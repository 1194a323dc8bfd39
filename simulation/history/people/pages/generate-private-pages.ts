/**
 * Makes people of two accounts who ask for the video of a job, and read its prompt: a member and an owner of
 * the account that paid for it, a member of the other one, and an operator. Some of them have the dashboard
 * open on the very machine of the gateway, over plain HTTP.
 */
import type { Random } from '../../../world/random.js';
import { richKey } from '../../edges/edge-steps.js';
import type { NodeStep } from '../../node-history.js';
import type { PeopleCall, Role } from '../../people-call.js';
import type { PeopleFacts } from '../people-steps.js';

export const PRIVATE_PROMPT = 'A scene for nobody else';

const CHANCE = 0.4;
/** No other step makes a key of this number, has these names, or comes from this network. */
const KEY = 9_454;
const FIRST_ID = -161_000;
const CLIENT = 79;
const HERE = ['localhost:8080', '127.0.0.1:9001'];
const ELSEWHERE = 'elsewhere.test';
/** A hash takes 20 ms, and a commit its time. */
const JOIN_MS = 400;
const MADE_MS = 4_000;

export function generatePrivatePages(
  random: Random,
  { accounts, durationMs }: PeopleFacts,
): readonly NodeStep[] {
  if (!random.chance(CHANCE)) return [];
  const steps: NodeStep[] = [];
  const account = accounts - 1;
  let at = random.between(0, durationMs);
  const send = (call: PeopleCall, host?: string): number => {
    const id = FIRST_ID - steps.length;
    const asked = host === undefined ? {} : { asked: { host } };
    steps.push({ id, at, do: 'request', call, bodyAfterMs: 0, client: CLIENT, ...asked });
    return id;
  };
  const people = [
    ['member', account],
    ['owner', account],
    ['member', 0],
    ['operator', 0],
  ] as const satisfies readonly (readonly [Role, number])[];
  const job = FIRST_ID - steps.length;
  const head = { at, do: 'request', bodyAfterMs: 0, client: CLIENT } as const;
  steps.push({ ...head, id: job - 500, call: { ...richKey(KEY, 100_000_000), account } as never });
  at += JOIN_MS;
  const submit = { op: 'submit', key: KEY, model: 'sim/video-instant', prompt: PRIVATE_PROMPT } as const;
  const submitted = job - 501;
  steps.push({ ...head, at, id: submitted, call: submit });
  const sessions = people.map(([role, of], n) => {
    const host = random.chance(0.4) ? random.pick(HERE) : undefined;
    const name = `private${n}@people.test`;
    const link = send({ op: 'invite', account: of, name, role });
    at += JOIN_MS;
    const session = send({ op: 'accept', link, password: `Password private ${n}` }, host);
    at += JOIN_MS;
    return { session, host, name, password: `Password private ${n}` };
  });
  at += MADE_MS;
  for (const { session, host, name, password } of sessions) {
    for (const what of ['page', 'clip', 'page'] as const)
      send({ op: 'see_private', session, job: submitted, what }, host);
    if (random.chance(0.4)) send({ op: 'forged', how: 'foreign_host', session }, ELSEWHERE);
    at += random.pick([0, 30, 500]);
    if (!random.chance(0.5)) continue;
    const again = send({ op: 'sign_in', name, password }, host);
    at += JOIN_MS;
    send({ op: 'see_private', session: again, job: submitted, what: 'clip' }, host);
    send({ op: 'sign_out', session: random.chance(0.5) ? again : session }, host);
    at += random.pick([0, 200]);
    send({ op: 'see_private', session: again, job: submitted, what: 'clip' }, host);
  }
  return steps;
}
