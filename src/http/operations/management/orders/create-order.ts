import type { OrderReply, OrderState } from '../../../../actors/orders/order-messages.js';
import { asked } from '../../../../actors/partition.js';
import { KEY_CREDIT_MAX_MICRO_DA, microDa, printDa } from '../../../../money/micro-da.js';
import type { GatewayDeps, OperationAnswer, OperationInput } from '../../../operation.js';
import { CREATE_ORDER_REQUEST } from '../../../schemas/management-requests.js';
import { invalid, parseInput } from '../../../schemas/parse-input.js';
import { failed, managementCaller, notFound, refused } from '../../answers.js';
import {
  type DocumentedOperation,
  IDEMPOTENCY_KEY_HEADER,
  REPLAYED_HEADER,
} from '../../documented-operation.js';
import { MADE_ORDER_EXAMPLE, ORDER_EXAMPLE } from '../../examples.js';
import { idempotencyRefused, parseIdempotency } from '../../idempotency-key.js';
import { actorOf, callersBalance, keyInReach } from '../reach.js';
import { printOrder } from './print-order.js';

const MICRO_DA_PER_DA = 1_000_000;
const NO_PAYMENTS = notFound('This gateway takes no payments; its operator adds credit.');
const NO_KEY = notFound('There is no such API key, or it is revoked; GET /api/keys lists yours.', 'key');

export const createOrder: DocumentedOperation = {
  method: 'POST',
  path: '/api/orders',
  credential: 'management',
  body: 'json',
  headers: ['idempotency-key'],
  isRead: false,
  validateRights: (_, { orders }) => (orders.service === undefined ? NO_PAYMENTS : undefined),
  async handle(input, deps) {
    const { body, header } = input;
    const { service } = deps.orders;
    if (service === undefined) return failed(NO_PAYMENTS);
    const parsed = parseInput(CREATE_ORDER_REQUEST, body);
    if (!parsed.ok) return failed(parsed.error);
    const { topUpMin, topUpMax } = deps.settings;
    const { key: keyId, amount: amountDa } = parsed.value;
    const isTaken = amountDa >= topUpMin && amountDa <= topUpMax;
    const idempotency = parseIdempotency(header('idempotency-key'), () => parsed.value);
    if (!idempotency.ok) return failed(idempotency.error);
    const key = keyInReach({ ...input, id: keyId }, deps);
    if (key === undefined) return failed(NO_KEY);
    const message = {
      type: 'create',
      account: key.account,
      key: keyId,
      amount: isTaken ? microDa(amountDa * MICRO_DA_PER_DA) : undefined,
      service: { kind: service.kind, isLive: service.isLive },
      by: actorOf(input),
      idempotency: idempotency.value,
    } as const;
    const outcome = await asked(deps, deps.order, deps.ids.next('order'), message);
    if (!outcome.ok) return refused(outcome.refusal);
    return answerTo(outcome.reply, input, deps);
  },
  doc: {
    operationId: 'createOrder',
    tag: 'Orders',
    summary: 'Order credit for an API key',
    description:
      'Answers once the order is on disk. `payment_url` is there from `awaiting_payment` on: have the person open it, and ask for the order until it is `paid`. The key is credited in the same instant.',
    requestHeaders: [IDEMPOTENCY_KEY_HEADER],
    request: {
      schema: CREATE_ORDER_REQUEST,
      example: { key: ORDER_EXAMPLE.key, amount: ORDER_EXAMPLE.amount },
    },
    answers: [
      {
        status: 201,
        description: 'The order.',
        headers: [REPLAYED_HEADER],
        content: { schema: 'Order', example: MADE_ORDER_EXAMPLE },
      },
    ],
    errors: ['not_found', 'idempotency_key_in_use', 'idempotency_key_reused'],
  },
};

function answerTo(reply: OrderReply, input: OperationInput, deps: GatewayDeps): OperationAnswer {
  switch (reply.outcome) {
    case 'created':
      return created(reply.order, false, input, deps);
    case 'replayed': {
      const order = deps.system.view(deps.order, reply.orderId);
      if (order === undefined) throw new Error(`order ${reply.orderId} was made and is gone`);
      return created(order, true, input, deps);
    }
    case 'idempotency_key_in_use':
    case 'idempotency_key_reused':
      return failed(idempotencyRefused(reply.outcome));
    case 'no_such_key':
      return failed(NO_KEY);
    case 'amount_out_of_bounds': {
      const { topUpMin, topUpMax } = deps.settings;
      return failed(invalid(`amount must be from ${topUpMin} to ${topUpMax} DA.`, 'amount'));
    }
    case 'too_many_orders':
      return failed(
        invalid('The key has too many orders that are not paid; pay one, or wait a week.', 'key'),
      );
    case 'over_lifetime_credit':
      return failed(
        invalid(
          `A key receives at most ${printDa(KEY_CREDIT_MAX_MICRO_DA)} DA in its life, its orders included; order less, or use another key.`,
          'amount',
        ),
      );
    default:
      throw new Error(`an order was answered ${reply.outcome}`);
  }
}

function created(
  order: OrderState,
  isReplay: boolean,
  { caller, baseUrl }: OperationInput,
  deps: GatewayDeps,
): OperationAnswer {
  return {
    kind: 'json',
    status: 201,
    body: printOrder(order, baseUrl),
    balance: callersBalance(managementCaller(caller), deps),
    ...(isReplay ? { headers: [['Idempotent-Replayed', 'true']] as const } : {}),
  };
}
