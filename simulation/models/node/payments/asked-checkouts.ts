/**
 * The calls by which Chargily Pay is asked for a checkout, and about one, by the pages of the service and
 * docs/payments.md: amounts of whole dinars, the fees borne by the operator, the person led back to the
 * gateway's page of the order, and the notices sent to its address.
 */
import type { ServiceConfig, ServiceRequest } from '../../../../src/outward/outward.js';
import { SERVICE_KEY } from '../../../history/provider-kinds.js';
import type { ServiceAsked } from '../../../history/services/service-observation.js';

const BASES = { live: 'https://pay.chargily.net/api/v2', test: 'https://pay.chargily.net/test/api/v2' };

export function askedOf(
  { url, secretHeaders }: ServiceConfig,
  { method, path, body }: ServiceRequest,
  mode: keyof typeof BASES,
  base = BASES[mode],
): Omit<ServiceAsked, 'what'> {
  const asked = JSON.stringify([method, url + path, secretHeaders, body ?? null]);
  const headers = { authorization: `Bearer ${SERVICE_KEY}` };
  if (method !== 'POST') {
    const [id = ''] = path.split('/').slice(-1);
    const means = JSON.stringify(['GET', `${base}/checkouts/${id}`, headers, null]);
    return { provider: 'chargily', wish: 'how a checkout is', means, asked };
  }
  const { amount, description, success_url } = body as Readonly<Record<string, unknown>>;
  const gateway = String(success_url).replace(/\/top-up\/[^/]*$/, '');
  const due = {
    amount: Math.trunc(Number(amount)),
    currency: 'dzd',
    chargily_pay_fees_allocation: 'merchant',
    description,
    success_url: `${gateway}/top-up/${String(description)}`,
    failure_url: `${gateway}/top-up/${String(description)}`,
    webhook_endpoint: `${gateway}/payment-notices/${String(description)}`,
  };
  const means = JSON.stringify(['POST', `${base}/checkouts`, headers, due]);
  return { provider: 'chargily', wish: `a checkout of ${String(description)}`, means, asked };
}
