/** `tollgate orders show` */
import { recordCommand } from '../../client/management-command.js';
import { idOf } from '../../framework/values.js';
import { type Order, printOrder } from './order-output.js';

export const ordersShow = recordCommand<Order>({
  arguments: [{ name: 'ORDER', description: 'Id of an order, order_…; "tollgate orders list" shows it.' }],
  about: ['Shows how an order stands, and the page on which a person pays for it.'],
  examples: [
    ['orders show order_01kaj2w7m8q4t9r3v5x6y7z8ab', 'Answer a customer who says that he has paid.'],
  ],
  request: ({ words: [order = ''] }) => ({
    method: 'GET',
    path: '/api/orders/{id}',
    id: idOf('ORDER', 'order', order),
  }),
  show: printOrder,
});
