import { describe, expect, it } from 'vitest';
import { generateOrderLoad } from '../../../../simulation/history/generate-order-load.js';
import { runNodeHistory } from '../../../../simulation/models/node/node-model.js';
import { repetitions } from '../../../test-set.js';

/** Of one history; some of them are refused, for the key may not receive so much. */
const ORDERS = 100;

describe('many orders of a node', () => {
  it('are each credited once if they are paid, and never else, whatever befalls notices, calls, disk and process', async () => {
    const histories = repetitions(6, 120);
    let checkouts = 0;
    for (let seed = 1; seed <= histories; seed++) {
      const { violations, counts } = await runNodeHistory(generateOrderLoad(seed, 'heavy', ORDERS), {});
      expect(violations, `seed ${seed}`).toEqual([]);
      checkouts += counts.checkout_made ?? 0;
    }
    expect(checkouts).toBeGreaterThan((histories * ORDERS) / 2);
  });
});
