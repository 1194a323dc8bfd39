import type { OrderState } from '../../../../actors/orders/order-messages.js';
import { printDa } from '../../../../money/micro-da.js';

/** @param baseUrl before the address of a payment page of the gateway's own */
export function printOrder(order: OrderState, baseUrl: string): string {
  const { id, account, key, amount, service, status, createdAt, machine, paid } = order;
  const { checkout, refusal, mismatch } = machine.context;
  const fields = [
    `"id":"${id}","object":"order","account":"${account}","key":"${key}","amount":${printDa(amount)}`,
    `"status":"${status}","service":"${service.kind}","livemode":${service.isLive},"created_at":${createdAt}`,
    ...(status === 'awaiting_payment' && checkout !== null
      ? [
          `"payment_url":${JSON.stringify(checkout.url.startsWith('/') ? baseUrl + checkout.url : checkout.url)}`,
        ]
      : []),
    ...(paid === null ? [] : [`"paid_at":${paid.at}`]),
    ...(refusal === null ? [] : [`"error_message":${JSON.stringify(refusal)}`]),
    ...(mismatch === null ? [] : [`"set_aside":"${mismatch.kind}"`]),
  ];
  return `{${fields.join(',')}}`;
}
