/**
 * Makes somebody who sends messages of the web chat, which are texts in the name of a key: mostly of one that
 * the person may use, while programs ask for texts with others.
 */
import type { FaultLevel } from '../../../model.js';
import type { Random } from '../../../world/random.js';
import type { NodeStep } from '../../node-history.js';
import type { ChatCall } from '../../texts/chat-call.js';
import { generateTextScript } from '../../texts/generate-text-script.js';
import type { TextSetup } from '../../texts/text-setup.js';
import { joinsWithKeys, keyNear, keysOf, type PeopleFacts, stepsFrom } from '../people-steps.js';

export interface MessageFacts extends Pick<PeopleFacts, 'keys' | 'durationMs'> {
  readonly faults: FaultLevel;
  readonly texts: TextSetup | undefined;
}

const CHANCE = 0.9;
/** No other steps have these names. */
const [INVITED, WRITER] = [-175_000, -175_001];
const CLIENT = 81;
const BEGINS_WITHIN_MS = 5_000;
const OWN_KEY_CHANCE = 0.85;

export function generateMessages(
  random: Random,
  { faults, keys, texts, durationMs }: MessageFacts,
): readonly NodeStep[] {
  if (texts === undefined || !random.chance(CHANCE)) return [];
  const { account = 0 } = random.chance(0.5) ? {} : random.pick(keys);
  const others = keys.map((_, key) => key).filter((key) => keys[key]?.account !== account);
  const own = ['owner', 'member'] as const;
  const role = random.pick(account === 0 ? ([...own, 'operator', 'operator'] as const) : own);
  // The earlier, the fewer faults have met the node.
  const step = stepsFrom(random.between(0, Math.min(durationMs, BEGINS_WITHIN_MS)), CLIENT);
  const writer = { account, name: 'writer@people.test', role, password: 'Password writer' };
  const steps: NodeStep[] = [...joinsWithKeys(step, [INVITED, WRITER], writer, keysOf(account, keys))];
  let afterMs = 1_300;
  for (let nth = random.between(3, 9); nth > 0; nth--) {
    const call: ChatCall = {
      op: 'chat',
      key: keyNear(account, keys, random, OWN_KEY_CHANCE),
      model: random.pick(texts.models).id,
      prompt: `Message ${nth}`,
      isStreamed: true,
      script: generateTextScript(random.fork(`message ${nth}`), faults),
    };
    const leaves = random.chance(0.1) ? { givesUpAfterMs: random.pick([30, 300, 2_000]) } : {};
    steps.push({ ...step(afterMs, { ...call, session: WRITER }), ...leaves });
    if (random.chance(0.4)) {
      const key = others.length > 0 && random.chance(0.6) ? random.pick(others) : random.below(keys.length);
      const program = { ...call, key, prompt: `Program ${nth}` };
      steps.push(step(afterMs + random.pick([0, 20, 800]), program));
    }
    if (random.chance(0.5)) {
      const look = { op: 'generation', key: call.key, text: 0, session: WRITER } as const;
      steps.push(step(afterMs + random.pick([5, 300, 2_000, 60_000]), look));
    }
    afterMs += random.pick([0, 5, 400, 3_000]);
  }
  return steps;
}
