import type { OrderState } from '../../../../actors/orders/order-messages.js';
import { printDa } from '../../../../money/micro-da.js';

export function printOrder({
  id,
  account,
  key,
  amount,
  service,
  status,
  createdAt,
  machine,
  paid,
}: OrderState): string {
  const { checkout, refusal, mismatch } = machine.context;
  const fields = [
    `"id":"${id}","object":"order","account":"${account}","key":"${key}","amount":${printDa(amount)}`,
    `"status":"${status}","service":"${service.kind}","livemode":${service.isLive},"created_at":${createdAt}`,
    ...(status === 'awaiting_payment' && checkout !== null
      ? [`"payment_url":${JSON.stringify(checkout.url)}`]
      : []),
    ...(paid === null ? [] : [`"paid_at":${paid.at}`]),
    ...(refusal === null ? [] : [`"error_message":${JSON.stringify(refusal)}`]),
    ...(mismatch === null ? [] : [`"set_aside":"${mismatch.kind}"`]),
  ];
  return `{${fields.join(',')}}`;
}
