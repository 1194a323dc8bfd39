/**
 * Moves credit by hand: to another key of the account, and, for operators, into a key and out of it. The
 * reference makes each unique: a form that comes twice moves once.
 */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { listAccountKeys } from '../../../../actors/keys/key-lists.js';
import { asked } from '../../../../actors/partition.js';
import { mayManage } from '../../../../actors/people/rights.js';
import type { GatewayDeps } from '../../../operation.js';
import { findKey } from '../../../operations/find-in-reach.js';
import { movementOf } from '../../../operations/management/keys/referenced-movement.js';
import { ADD_CREDIT_REQUEST, DEBIT_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import type { PageAnswer } from '../../page.js';
import { goTo, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { byOf } from '../requests/rights.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { type MovementKind, MovementPage, type MovementPageProps } from './movement-page.js';
import type { PartOfKey } from './part-of-key.js';

/** Keys that are looked at for those that can receive. */
const KEYS_LOOKED_AT = 500;
const REFERENCE_BYTES = 9;

const WRONG = {
  no_such_recipient: 'to',
  reference_reused: 'reused',
  over_lifetime_credit: 'tooMuch',
  insufficient_credits: 'insufficient',
} as const satisfies Record<string, MovementPageProps['wrong']>;

export function movementPage(kind: MovementKind): PartOfKey {
  return {
    isFor: (rights, key) =>
      kind === 'transfer' ? mayManage(rights, key.account) : rights.role === 'operator',
    get(request, key, { deps }) {
      const random = Buffer.from(deps.world.randomBytes(REFERENCE_BYTES)).toString('base64url');
      const typed = { to: '', amount: '', reference: `${kind}-${random}` };
      return form(request, kind, key, typed, undefined, deps);
    },
    async post(request, key, sent, { deps }) {
      const read = (name: string) => (sent.get(name) ?? '').trim();
      const typed = { to: read('to'), amount: read('amount'), reference: read('reference') };
      const again = (wrong: MovementPageProps['wrong']) => form(request, kind, key, typed, wrong, deps);
      const { to, ...movement } = typed;
      const isTransfer = kind === 'transfer';
      const recipient = isTransfer ? findKey(request.signedIn, to, deps) : key;
      if (recipient?.account !== key.account || (isTransfer && to === key.id)) return again('to');
      const parsed = parseInput(kind === 'credit' ? ADD_CREDIT_REQUEST : DEBIT_REQUEST, movement);
      if (!parsed.ok) return again(parsed.error.param === 'reference' ? 'reference' : 'amount');
      const message = movementOf(
        isTransfer ? { type: kind, to } : { type: kind },
        byOf(request),
        parsed.value,
      );
      const outcome = await asked(deps, deps.apiKey, key.id, message);
      if (!outcome.ok) return showTrouble(request, 'unavailable');
      const { reply } = outcome;
      switch (reply.outcome) {
        case 'no_such_recipient':
        case 'reference_reused':
        case 'over_lifetime_credit':
        case 'insufficient_credits':
          return again(WRONG[reply.outcome]);
        default:
          return goTo(`/keys/${key.id}?${kind}`);
      }
    },
  };
}

function form(
  request: SignedInRequest,
  kind: MovementKind,
  key: ApiKeyState,
  typed: Pick<MovementPageProps, 'to' | 'amount' | 'reference'>,
  wrong: MovementPageProps['wrong'],
  { system }: GatewayDeps,
): PageAnswer {
  const wanted = { limit: KEYS_LOOKED_AT, after: undefined };
  const keys = kind === 'transfer' ? listAccountKeys(system.records, key.account, wanted).items : [];
  const recipients = keys.filter(({ id, isRevoked }) => !isRevoked && id !== key.id);
  return show(request, <MovementPage {...{ kind, of: key, recipients, ...typed, wrong }} />, {
    status: wrong === undefined ? 200 : 400,
  });
}
