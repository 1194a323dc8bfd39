/**
 * Makes bodies that break off half-way, one after the other or at the same time, and large ones that do not,
 * while there is memory for two of them. Then come requests that are sound: for them all of it is there.
 */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { BrokenBody, NodeStep, PeopleSetup, RequestStep } from '../node-history.js';

const CHANCE = 0.25;
/** No other step makes a key of this number, or comes from this network. */
const KEY = 9_452;
const CLIENT = 78;
/** Two of the largest have room, and three have not. */
const ROOM_MIB = 1;
const SENT_BYTES = [350_000, 400_000, 450_000, 500_001];
/** A body with such a prompt is refused once it was read. */
const LONG_PROMPT = 700_000;
/** No body has more time. */
const OVER_MS = 21_000;

interface BodyFacts {
  readonly durationMs: number;
  readonly people: PeopleSetup | undefined;
}

export function generateBrokenBodies(random: Random, { durationMs, people }: BodyFacts): readonly NodeStep[] {
  if (!random.chance(CHANCE)) return [];
  let at = random.between(0, durationMs);
  let made = 0;
  const step = (call: ClientCall, breaksOff?: BrokenBody): RequestStep => {
    return { ...edgeStep(at, call), client: CLIENT, ...(breaksOff && { breaksOff }) };
  };
  const submit = (promptLength: number): ClientCall => {
    made += 1;
    return {
      op: 'submit',
      key: KEY,
      model: 'sim/video-instant',
      prompt: `Broken scene ${made}`,
      promptLength,
    };
  };
  const broken = (stays: boolean): RequestStep => {
    const sentBytes = random.pick(SENT_BYTES);
    const call = random.weighted<ClientCall>([
      [4, submit(20)],
      [1, { op: 'rotate', key: KEY, graceSeconds: 60 }],
      [people === undefined ? 0 : 2, { op: 'sign_in', name: 'nobody@people.test', password: 'broken off' }],
    ]);
    return step(call, { sentBytes, ...(stays && { stays }) });
  };
  const steps: NodeStep[] = [
    edgeStep(at, richKey(KEY, 100_000_000)),
    { id: 0, at, do: 'reload', isMistaken: false, options: { bodiesMaxMib: ROOM_MIB } },
  ];
  at += 400;
  const kind = random.pick(['leave', 'leave', 'stay', 'at_once', 'whole'] as const);
  for (let left = random.between(4, 7); left > 0; left--) {
    if (kind === 'whole') steps.push(step(submit(LONG_PROMPT + random.below(3))));
    else steps.push(broken(kind !== 'leave'));
    at += kind === 'stay' ? OVER_MS : random.pick([0, 5, 40]);
  }
  at += OVER_MS;
  for (let left = 4; left > 0; left--) {
    steps.push(step(submit(200 + left)));
    at += random.pick([100, 400]);
  }
  return [...steps, broken(true)];
}
