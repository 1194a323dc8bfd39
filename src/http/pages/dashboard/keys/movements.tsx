/**
 * Moves credit by hand: to another key of the account, and, for operators, into a key and out of it. The
 * reference makes each unique: a form that comes twice moves once.
 */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { listAccountKeys } from '../../../../actors/keys/key-lists.js';
import { mayManage } from '../../../../actors/people/rights.js';
import type { GatewayDeps } from '../../../operation.js';
import { findKey } from '../../../operations/find-in-reach.js';
import type { PageAnswer } from '../../page.js';
import { goTo, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { showTrouble } from '../trouble/show-trouble.js';
import type { WrongMovement } from './movement-fields.js';
import { type MovementKind, MovementPage, type MovementPageProps } from './movement-page.js';
import type { PartOfKey } from './part-of-key.js';
import { newReference, readMovement, requestMovement } from './request-movement.js';

/** Keys that are looked at for those that can receive. */
const KEYS_LOOKED_AT = 500;

export function movementPage(kind: MovementKind): PartOfKey {
  return {
    isFor: (rights, key) =>
      kind === 'transfer' ? mayManage(rights, key.account) : rights.role === 'operator',
    get: (request, key, { deps }) =>
      form(request, kind, key, { to: '', amount: '', reference: newReference(kind, deps) }, undefined, deps),
    async post(request, key, sent, { deps }) {
      const typed = { ...readMovement(sent), to: (sent.get('to') ?? '').trim() };
      const again = (wrong: WrongMovement) => form(request, kind, key, typed, wrong, deps);
      const { to } = typed;
      const isTransfer = kind === 'transfer';
      const recipient = isTransfer ? findKey(request.signedIn, to, deps) : key;
      if (recipient?.account !== key.account || (isTransfer && to === key.id)) return again('to');
      const movement = isTransfer ? { type: kind, to } : { type: kind };
      const outcome = await requestMovement(request, movement, key.id, typed, deps);
      if (outcome === 'unavailable') return showTrouble(request, 'unavailable');
      return outcome === 'moved' ? goTo(`/keys/${key.id}?${kind}`) : again(outcome);
    },
  };
}

function form(
  request: SignedInRequest,
  kind: MovementKind,
  key: ApiKeyState,
  typed: Pick<MovementPageProps, 'to' | 'amount' | 'reference'>,
  wrong: WrongMovement | undefined,
  { system }: GatewayDeps,
): PageAnswer {
  const wanted = { limit: KEYS_LOOKED_AT, after: undefined };
  const keys = kind === 'transfer' ? listAccountKeys(system.records, key.account, wanted).items : [];
  const recipients = keys.filter(({ id, isRevoked }) => !isRevoked && id !== key.id);
  return show(request, <MovementPage {...{ kind, of: key, recipients, ...typed, wrong }} />, {
    status: wrong === undefined ? 200 : 400,
  });
}
