import { findMarked } from '../../../../actors/across-accounts/marked-credit.js';
import { MARKED_RESERVED } from '../../../../actors/money/tallies.js';
import { asked } from '../../../../actors/partition.js';
import { type MicroDa, printDa } from '../../../../money/micro-da.js';
import { VOID_SIMULATED_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import { failed, managementCaller, okWithBalance, refused } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { VOIDED_CREDIT_EXAMPLE } from '../../examples.js';
import { actorOf, callersBalance, operatorOnly } from '../reach.js';

export const voidSimulatedCredit: DocumentedOperation = {
  method: 'POST',
  path: '/api/simulated-credit/void',
  credential: 'management',
  body: 'json',
  isRead: false,
  validateRights: operatorOnly,
  async handle(input, deps) {
    const parsed = parseInput(VOID_SIMULATED_REQUEST, input.body);
    if (!parsed.ok) return failed(parsed.error);
    const { orders, keys, next } = findMarked(deps.system.records, parsed.value.from, deps.limits);
    const by = actorOf(input);
    const [canceled, debited] = await Promise.all([
      Promise.all(orders.map((id) => asked(deps, deps.order, id, { type: 'void', by }))),
      Promise.all(keys.map((id) => asked(deps, deps.apiKey, id, { type: 'void_marked', by }))),
    ]);
    const amounts: MicroDa[] = [];
    for (const outcome of [...canceled, ...debited]) {
      if (!outcome.ok) return refused(outcome.refusal);
      if (outcome.reply.outcome === 'voided') amounts.push(outcome.reply.amount);
    }
    const amount = amounts.reduce((sum, one) => sum + BigInt(one), 0n);
    const held = BigInt(deps.system.tallies.get(MARKED_RESERVED) ?? 0);
    const body = `{"object":"voided_credit","amount":${printDa(amount)},"keys":${amounts.length},"orders":${orders.length},"held":${printDa(held)},"next":${JSON.stringify(next ?? null)}}`;
    return okWithBalance(body, callersBalance(managementCaller(input.caller), deps));
  },
  doc: {
    operationId: 'voidSimulatedCredit',
    tag: 'Orders',
    summary: 'Take back all credit that simulated payments brought',
    description:
      'Operator only. Debits each key by the marked part of its balance, and cancels each open order that is paid without money. One request looks at a part of all keys and orders: repeat it with `from` set to `next` until that is null. What is done stays done, so it can be repeated from the start.',
    request: { schema: VOID_SIMULATED_REQUEST, example: {} },
    answers: [
      {
        status: 200,
        description: 'The credit that this request took back.',
        content: { schema: 'VoidedCredit', example: VOIDED_CREDIT_EXAMPLE },
      },
    ],
    errors: ['operator_only'],
  },
};
