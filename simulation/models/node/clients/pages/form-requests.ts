/** The forms of pages about keys, credit, accounts and orders: where each is sent, and with which fields. */
import type { FormCall, MOVES, UseCardCall } from '../../../../history/forms/form-call.js';
import type { PeopleCall } from '../../../../history/people-call.js';
import type { ChatCall, LookUpCall } from '../../../../history/texts/chat-call.js';
import { daText } from '../credit-requests.js';
import type { Form } from './browser-request.js';

/** Of the card page of the gateway's own desk. */
export function cardPath(orderId: string): string {
  return `/pay/${orderId}`;
}

/** Undefined if the page is only read. */
export function cardForm({ card }: UseCardCall): Form | undefined {
  if (card === 'look') return undefined;
  if (card === 'cancel') return { act: 'cancel' };
  return { act: 'pay', ...(card !== 'none' && { card }) };
}

/** The ids of things that forms are about; undefined if nobody was told of one. */
interface Ids {
  account(number: number): string | undefined;
  keyId(number: number): string | undefined;
  /** The id of the account of a key. */
  accountOf(key: number): string | undefined;
  rotations(key: number): number;
  orderId(step: number): string | undefined;
}

interface FormRequest {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /** '' if it is about no key that there is. */
  readonly keyId: string;
}

/** Undefined if an id that it needs is not known. */
export function formRequest(call: FormCall, ids: Ids): FormRequest | undefined {
  switch (call.act) {
    case 'make_key': {
      const { newKey, rpm, account: number } = call;
      const account = number === undefined ? undefined : ids.account(number);
      if (number !== undefined && account === undefined) return undefined;
      const fields = { name: `Page key ${newKey}`, limit: rpm?.toString() ?? '', once: `form-${newKey}` };
      return { path: `/keys/new${account === undefined ? '' : `?account=${account}`}`, fields, keyId: '' };
    }
    case 'order': {
      const key = ids.keyId(call.key);
      const fields = { key: key ?? '', choice: 'other', amount: String(call.amountDa), once: call.once };
      return key === undefined ? undefined : { path: '/top-up', fields, keyId: key };
    }
    case 'rename_account': {
      const account = ids.account(call.account);
      const fields = { act: 'rename', name: call.name };
      return account === undefined ? undefined : { path: `/accounts/${account}`, fields, keyId: '' };
    }
    case 'dismiss': {
      const order = ids.orderId(call.order);
      const { act, kind, note } = call;
      return order === undefined
        ? undefined
        : { path: `/top-up/${order}`, fields: { act, kind, note }, keyId: '' };
    }
    default: {
      const keyId = ids.keyId(call.key);
      return keyId === undefined ? undefined : toKey(call, keyId, ids);
    }
  }
}

function toKey(
  call: Extract<
    FormCall,
    { readonly act: 'change_key' | 'revoke_key' | 'rotate_key' | (typeof MOVES)[number] }
  >,
  keyId: string,
  ids: Ids,
): FormRequest | undefined {
  const path = `/keys/${keyId}`;
  if (call.act === 'revoke_key') return { path, fields: { act: 'revoke' }, keyId };
  if (call.act === 'rotate_key') {
    const fields = { rotations: String(ids.rotations(call.key)), grace: String(call.graceSeconds) };
    return { path: `${path}/rotate`, fields, keyId };
  }
  if (call.act === 'change_key')
    return { path, fields: { name: call.name, limit: call.rpm?.toString() ?? '' }, keyId };
  const to = call.to === undefined ? undefined : ids.keyId(call.to);
  if (call.to !== undefined && to === undefined) return undefined;
  const { act, amountMicroDa, reference } = call;
  const fields = { amount: daText(amountMicroDa), reference, ...(to !== undefined && { to }) };
  if (call.isAtAccount === true)
    return { path: `/accounts/${ids.accountOf(call.key)}`, fields: { ...fields, act, key: keyId }, keyId };
  return { path: `${path}/${act}`, fields, keyId };
}

const MESSAGES = '/chat/messages';

/** Asked for on a page. */
export type Work = ChatCall | LookUpCall | Extract<PeopleCall, { readonly op: 'chat_message' | 'job_form' }>;

/** Of a model that does not exist, if the call names none. No message counts on the window of the key. */
export function workOf(
  call: Work,
  key: string,
  generation = '',
): { readonly path: string; readonly form?: Form; readonly keyId: string } {
  switch (call.op) {
    case 'generation':
      return { path: `/chat/answers/${generation}`, keyId: '' };
    case 'chat':
      return { path: MESSAGES, form: messageOf(key, call), keyId: key };
    case 'chat_message':
      return { path: MESSAGES, form: messageOf(key, { model: 'no/such-text', prompt: 'Hello' }), keyId: '' };
    case 'job_form': {
      const form = { key, model: 'no/such-video', prompt: 'A scene', seconds: '', once: 'The same form' };
      return { path: '/jobs/new', form, keyId: key };
    }
  }
}

function messageOf(key: string, { model, prompt }: Pick<ChatCall, 'model' | 'prompt'>): Form {
  return { key, model, messages: JSON.stringify([{ role: 'user', content: prompt }]) };
}
