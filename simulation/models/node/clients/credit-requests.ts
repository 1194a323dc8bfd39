/** Requests that make keys and move their credit. */
import type { ClientCall, OrderCall } from '../../../history/client-call.js';
import { type KnownKey, type PreparedRequest, repeatable } from './prepared-request.js';

type NewKeyCall = Extract<ClientCall, { readonly op: 'create_key' }>;
type MovementCall = Extract<ClientCall, { readonly op: 'add_credit' | 'debit' | 'transfer' }>;
type Managed = (method: string, path: string, keyId: string, body: object) => PreparedRequest;

const PATHS = { add_credit: 'credits', debit: 'debits', transfer: 'transfers' } as const;

/** @param account its id; undefined if nobody was told of it */
export function newKeyRequest(
  call: NewKeyCall,
  account: string | undefined,
  managed: Managed,
): PreparedRequest | undefined {
  if (account === undefined) return undefined;
  const { newKey, rpm, creditsMicroDa, amountText, fields, idempotencyKey } = call;
  const credits = creditsMicroDa === undefined ? {} : { credits: daText(creditsMicroDa) };
  const body = {
    name: `Key ${newKey}`,
    ...(rpm === undefined ? {} : { rate_limit_rpm: rpm }),
    ...(fields ?? { account, ...credits }),
  };
  return repeatable(withAmount(managed('POST', '/api/keys', '', body), amountText), idempotencyKey);
}

export function movementRequest(
  call: MovementCall,
  key: KnownKey,
  keys: ReadonlyMap<number, KnownKey>,
  managed: Managed,
): PreparedRequest | undefined {
  const { amountMicroDa, amountText, reference } = call;
  const to = call.op === 'transfer' ? keys.get(call.to) : undefined;
  if (call.op === 'transfer' && to === undefined) return undefined;
  const body = { amount: daText(amountMicroDa), reference, ...(to && { to: to.id }) };
  return withAmount(managed('POST', `/api/keys/${key.id}/${PATHS[call.op]}`, key.id, body), amountText);
}

/** The management key asks: no answer tells of the API key's balance. */
export function orderRequest(
  { key, amountDa, idempotencyKey }: OrderCall,
  keys: ReadonlyMap<number, KnownKey>,
  managed: Managed,
): PreparedRequest | undefined {
  const known = keys.get(key);
  if (known === undefined) return undefined;
  return repeatable(managed('POST', '/api/orders', '', { key: known.id, amount: amountDa }), idempotencyKey);
}

const AMOUNT = /"(amount|credits)":"[\d.]+"/;

/** The request with this JSON text as its amount, in the place of digits. */
function withAmount(request: PreparedRequest, text: string | undefined): PreparedRequest {
  if (text === undefined) return request;
  return { ...request, body: request.body?.replace(AMOUNT, (_, name: string) => `"${name}":${text}`) };
}

/** An amount in DA, in digits alone. */
export function daText(microDa: number): string {
  return `${Math.floor(microDa / 1_000_000)}.${String(microDa % 1_000_000).padStart(6, '0')}`;
}
