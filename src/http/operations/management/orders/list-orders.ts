import { listAccountOrders, listAllOrders } from '../../../../actors/orders/order-lists.js';
import { parseQuery } from '../../../schemas/parse-input.js';
import { LIST_ORDERS_QUERY } from '../../../schemas/query.js';
import { failed, managementCaller, okWithBalance, printListed } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { ORDER_EXAMPLE } from '../../examples.js';
import { callersBalance } from '../reach.js';
import { printOrder } from './print-order.js';

export const listOrders: DocumentedOperation = {
  method: 'GET',
  path: '/api/orders',
  credential: 'management',
  body: 'none',
  isRead: true,
  handle({ caller: anyCaller, query, baseUrl }, deps) {
    const caller = managementCaller(anyCaller);
    const parsed = parseQuery(LIST_ORDERS_QUERY, query);
    if (!parsed.ok) return failed(parsed.error);
    const { system } = deps;
    const unreadable = (error: unknown) => system.reportDefect('record', error);
    const { limit, after } = parsed.value;
    const request = { limit, after, unreadable };
    const page =
      caller.role === 'operator'
        ? listAllOrders(system.records, request)
        : listAccountOrders(system.records, caller.account, request);
    return okWithBalance(
      printListed(page, (order) => printOrder(order, baseUrl)),
      callersBalance(caller, deps),
    );
  },
  doc: {
    operationId: 'listOrders',
    tag: 'Orders',
    summary: 'List orders',
    description: 'Newest first: those of the account; for an operator, those of all accounts.',
    query: LIST_ORDERS_QUERY,
    answers: [
      {
        status: 200,
        description: 'A page of orders.',
        content: {
          schema: 'OrderList',
          example: { object: 'list', data: [ORDER_EXAMPLE], has_more: false, next: null },
        },
      },
    ],
    errors: ['invalid_request'],
  },
};
