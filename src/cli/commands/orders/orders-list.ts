/** `tollgate orders list` */
import { listCommand } from '../../client/management-command.js';
import { ORDER_COLUMNS, type Order } from './order-output.js';

export const ordersList = listCommand<Order>({
  options: [],
  about: [
    'Lists the orders of credit, of all accounts for an operator. SET ASIDE names what the payment service said of an order and the gateway did not believe.',
  ],
  examples: [['orders list', 'See who has paid, and what has to be looked into.']],
  request: () => ({ method: 'GET', path: '/api/orders' }),
  rows: () => ({ what: 'orders', columns: ORDER_COLUMNS }),
});
