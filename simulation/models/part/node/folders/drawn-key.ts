/** API keys with every field that most keys do not have, in all mixtures. */
import type { ApiKeyState } from '../../../../../src/actors/keys/api-key-messages.js';
import { microDa } from '../../../../../src/money/micro-da.js';
import type { SteadyMs } from '../../../../../src/time/clock.js';
import type { Random } from '../../../../world/random.js';
import { drawnId } from './drawn-id.js';

const NAMES = [null, 'A key', 'a "quoted" \\ one', '"marked":1', 'مفتاح'];

export function drawnKey(random: Random): ApiKeyState {
  const amount = () => microDa(random.pick([0, 0, 0, 1, 500, 10 ** 14]));
  const rotations = random.pick([0, 0, 1, 12]);
  const graces = rotations === 0 ? 0 : random.below(3);
  return {
    id: drawnId(random, 'key_'),
    account: random.pick(['acct_default', drawnId(random, 'acct_')]),
    name: random.pick(NAMES),
    rateLimitRpm: random.pick([1, 60, 1_000_000]),
    isRevoked: random.chance(0.3),
    createdAt: random.below(2 ** 31),
    balances: {
      credited: microDa(10 ** 15),
      charged: amount(),
      reserved: amount(),
      withdrawn: amount(),
      marked: amount(),
    },
    open: { video_job: random.below(3), generation: random.pick([0, 0, 1, 2]) },
    entries: random.below(2_000),
    credentialHash: 'ab'.repeat(32),
    rotations,
    earlier: Array.from({ length: graces }, (_, n) => ({
      hash: `${n}f`,
      until: random.below(2 ** 42) as SteadyMs,
    })),
  };
}
