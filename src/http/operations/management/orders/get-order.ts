import type { OrderState } from '../../../../actors/orders/order-messages.js';
import type { GatewayDeps, OperationInput } from '../../../operation.js';
import { ORDER_ID } from '../../../schemas/identifiers.js';
import { ORDER } from '../../../schemas/management-responses.js';
import { failed, managementCaller, notFound, okWithBalance } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { ORDER_EXAMPLE } from '../../examples.js';
import { callersBalance } from '../reach.js';
import { printOrder } from './print-order.js';

const NO_SUCH_ORDER = notFound('There is no such order; GET /api/orders lists those in reach.');

export const getOrder: DocumentedOperation = {
  method: 'GET',
  path: '/api/orders/{id}',
  credential: 'management',
  body: 'none',
  isRead: true,
  handle(input, deps) {
    const order = orderInReach(input, deps);
    if (order === undefined) return failed(NO_SUCH_ORDER);
    return okWithBalance(printOrder(order), callersBalance(managementCaller(input.caller), deps));
  },
  doc: {
    operationId: 'getOrder',
    tag: 'Orders',
    summary: 'Show an order',
    description:
      'An order that `failed`, was `canceled` or has `expired` becomes `paid` if a payment turns out to have happened. `set_aside` names what the payment service said and the gateway did not believe: an operator looks into it.',
    pathParameters: { id: 'The order.' },
    answers: [{ status: 200, description: 'The order.', content: { schema: ORDER, example: ORDER_EXAMPLE } }],
    errors: ['not_found'],
  },
};

function orderInReach(
  { caller, id }: OperationInput,
  { system, order }: GatewayDeps,
): OrderState | undefined {
  if (!ORDER_ID.test(id)) return undefined;
  const found = system.view(order, id);
  const { role, account } = managementCaller(caller);
  return role === 'operator' || found?.account === account ? found : undefined;
}
