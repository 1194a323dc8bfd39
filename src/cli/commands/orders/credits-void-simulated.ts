/** `tollgate credits void-simulated` */
import { NODE_ACCESS, withNode } from '../../client/find-node.js';
import type { ManagementApi } from '../../client/management-api.js';
import type { Command } from '../../framework/command.js';
import { confirm, YES_OPTION } from '../../framework/confirm.js';
import { DONE } from '../../framework/exit-status.js';
import { da } from '../../framework/format.js';
import { printFields } from '../../framework/table.js';

const WARNING =
  'This takes back all credit that simulated payments brought, of every account, and cancels their open orders.';

export const creditsVoidSimulated: Command = {
  arguments: [],
  options: [YES_OPTION, ...NODE_ACCESS],
  about: [
    "Takes back the credit of every account that simulated payments, or those of a payment service's test mode, have brought and that is not spent, and cancels such orders that are open. A node with a real provider or a live payment service does not start before that is done: the command works on the folder of a node that does not run, too.",
    'Credit that unfinished jobs hold cannot be taken back: have them end first, with the configuration of before or with "tollgate jobs fail", and run the command again. It can be repeated at any time.',
  ],
  examples: [['credits void-simulated', 'Take back what no money was paid for, before the node goes live.']],
  run: (given, io) =>
    withNode(given, io, async (api) => {
      if (!given.has('yes') && io.ask !== undefined) await confirm(WARNING, io);
      const { amount, keys, orders, held } = await voidAll(api);
      printFields(io.out, [
        ['Taken back', `${da(amount)} DA`],
        ['Keys', String(keys)],
        ['Orders canceled', String(orders)],
      ]);
      if (held > 0) {
        io.err.write(
          `Unfinished jobs hold ${da(held)} DA of simulated credit: run this again when they have ended.\n`,
        );
      }
      return DONE;
    }),
};

/** The node answers for some of its keys and orders at a time. */
async function voidAll(api: ManagementApi) {
  let voided = { amount: 0, keys: 0, orders: 0, held: 0 };
  let from: string | undefined;
  do {
    const answer = await api.ask({ method: 'POST', path: '/api/simulated-credit/void', json: { from } });
    voided = {
      amount: sumDa(voided.amount, answer.amount),
      keys: voided.keys + answer.keys,
      orders: voided.orders + answer.orders,
      held: answer.held,
    };
    from = answer.next ?? undefined;
  } while (from !== undefined);
  return voided;
}

/** To the micro-DA: a sum of fractions in binary is not exact. */
function sumDa(one: number, other: number): number {
  return Math.round((one + other) * 1_000_000) / 1_000_000;
}
