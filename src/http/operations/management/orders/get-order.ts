import { failed, managementCaller, notFound, okWithBalance } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { ORDER_EXAMPLE } from '../../examples.js';
import { findOrder } from '../../find-in-reach.js';
import { callersBalance, rightsOf } from '../reach.js';
import { printOrder } from './print-order.js';

const NO_SUCH_ORDER = notFound('There is no such order; GET /api/orders lists those in reach.');

export const getOrder: DocumentedOperation = {
  method: 'GET',
  path: '/api/orders/{id}',
  credential: 'management',
  body: 'none',
  isRead: true,
  handle(input, deps) {
    const order = findOrder(rightsOf(input.caller), input.id, deps);
    if (order === undefined) return failed(NO_SUCH_ORDER);
    return okWithBalance(
      printOrder(order, input.baseUrl),
      callersBalance(managementCaller(input.caller), deps),
    );
  },
  doc: {
    operationId: 'getOrder',
    tag: 'Orders',
    summary: 'Show an order',
    description:
      'An order that `failed`, was `canceled` or has `expired` becomes `paid` if a payment turns out to have happened. `set_aside` names what the payment service said and the gateway did not believe: an operator looks into it.',
    pathParameters: { id: 'The order.' },
    answers: [
      { status: 200, description: 'The order.', content: { schema: 'Order', example: ORDER_EXAMPLE } },
    ],
    errors: ['not_found'],
  },
};
