/** A movement as it was typed becomes a message to its key. The reference makes it unique. */
import { asked } from '../../../../actors/partition.js';
import type { GatewayDeps } from '../../../operation.js';
import { movementOf } from '../../../operations/management/keys/referenced-movement.js';
import { ADD_CREDIT_REQUEST, DEBIT_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { newOnce } from '../requests/once.js';
import { byOf } from '../requests/rights.js';
import type { TypedMovement, WrongMovement } from './movement-fields.js';

type MovementKind = Parameters<typeof movementOf>[0];

const REFERENCE_CHARACTERS = 12;

const WRONG = {
  no_such_recipient: 'to',
  reference_reused: 'reused',
  over_lifetime_credit: 'tooMuch',
  insufficient_credits: 'insufficient',
} as const satisfies Record<string, WrongMovement>;

/** The reference that an empty form proposes: no other one has it. */
export function newReference(prefix: string, deps: GatewayDeps): string {
  return `${prefix}-${newOnce(deps).slice(0, REFERENCE_CHARACTERS)}`;
}

export function readMovement(form: URLSearchParams): TypedMovement {
  const read = (name: string) => (form.get(name) ?? '').trim();
  return { amount: read('amount'), reference: read('reference') };
}

export async function requestMovement(
  request: SignedInRequest,
  kind: MovementKind,
  key: string,
  { amount, reference }: TypedMovement,
  deps: GatewayDeps,
): Promise<WrongMovement | 'moved' | 'unavailable'> {
  const parsed = parseInput(kind.type === 'credit' ? ADD_CREDIT_REQUEST : DEBIT_REQUEST, {
    amount,
    reference,
  });
  if (!parsed.ok) return parsed.error.param === 'reference' ? 'reference' : 'amount';
  const message = movementOf(kind, byOf(request), parsed.value);
  const outcome = await asked(deps, deps.apiKey, key, message);
  if (!outcome.ok) return 'unavailable';
  const { reply } = outcome;
  switch (reply.outcome) {
    case 'no_such_recipient':
    case 'reference_reused':
    case 'over_lifetime_credit':
    case 'insufficient_credits':
      return WRONG[reply.outcome];
    default:
      return 'moved';
  }
}
