/** The forms and pages of the dashboard about management keys, sessions and the audit trail. */
import { createHash } from 'node:crypto';
import { type DeskCall, mkeyId } from '../../../../history/forms/desk-call.js';
import type { Form } from '../pages/browser-request.js';

/** The things that a call names, as clients know them; undefined if nobody was told. */
interface Known {
  account(number: number): string | undefined;
  /** The secret text of a session, by the step that told of it. */
  session(step: number): string | undefined;
}

interface DeskRequest {
  readonly path: string;
  readonly form?: Form;
}

/** Undefined if something that it needs is not known. */
export function deskRequest(call: DeskCall, known: Known): DeskRequest | undefined {
  if (call.act === 'end_session') {
    const token = known.session(call.ends);
    return token === undefined
      ? undefined
      : { path: '/sessions', form: { act: 'end', session: sessionId(token) } };
  }
  const account = call.account === undefined ? undefined : known.account(call.account);
  if (call.account !== undefined && account === undefined) return undefined;
  const query = account === undefined ? '' : `?account=${account}`;
  const path = `/keys/management${query}`;
  switch (call.act) {
    case 'make_mkey':
      return { path, form: { id: mkeyId(call.mkey), name: call.name } };
    case 'revoke_mkey':
      return { path, form: { act: 'revoke', id: mkeyId(call.mkey) } };
    case 'list_mkeys':
      return { path };
    case 'read_audit':
      return { path: `/people/audit${query}` };
  }
}

/** The list of sessions names each by its hash. */
function sessionId(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
