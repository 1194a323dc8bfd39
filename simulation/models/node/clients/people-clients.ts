/**
 * The people of a history and their browsers: from what they want to a request, and from an answer to what
 * they know.
 */

import { isForPage, type PeopleCall } from '../../../history/people-call.js';
import { formRequest } from './form-requests.js';
import { Inbox } from './inbox.js';
import type { PreparedRequest } from './prepared-request.js';

/** A secret text, and the request whose answer told of it. */
interface Told {
  readonly text: string;
  readonly request: number;
}

/** An answer as its client has it. */
export interface PersonsAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Accounts and keys, as far as people name them. */
export interface AccountsAndKeys {
  account(number: number): string | undefined;
  keyId(number: number): string | undefined;
  orderId(step: number): string | undefined;
  managed(method: string, path: string, body?: object): PreparedRequest;
}

type Form = Readonly<Record<string, string | readonly string[]>>;

const BROWSER = [
  ['accept', 'text/html'],
  ['sec-fetch-site', 'same-origin'],
] as const;
const FORM_TYPE = ['content-type', 'application/x-www-form-urlencoded'] as const;
const SESSION_COOKIE = '__Host-tollgate';
const DEVICE_COOKIE = '__Host-tollgate-device';
const NOBODYS_KEY = 'key_00000000000000000000000000';
const MESSAGE: Form = {
  model: 'no/such-text',
  messages: '[{"role":"user","content":"Hello"}]',
};
const INVITATION_URL = /https?:[\w./-]+\/invitation\/([\w-]{43})/;
const PATHS = { sessions: '/sessions', people: '/people', job_form: '/jobs/new' } as const;

export class PeopleClients {
  readonly inbox = new Inbox();
  readonly #others: AccountsAndKeys;
  /** By the step that told of them. */
  readonly #sessions = new Map<number, Told>();
  readonly #devices = new Map<number, Told>();
  readonly #links = new Map<number, Told>();
  /** The latest that was heard of, by name. */
  readonly #ids = new Map<string, string>();

  constructor(others: AccountsAndKeys) {
    this.#others = others;
  }

  learn(step: number, request: number, call: PeopleCall, { status, headers, text }: PersonsAnswer): void {
    const keep = (into: Map<number, Told>, found: string | undefined) => {
      if (found) into.set(step, { text: found, request });
    };
    keep(this.#sessions, cookieIn(headers, SESSION_COOKIE));
    keep(this.#devices, cookieIn(headers, DEVICE_COOKIE));
    if (call.op === 'invite' && status < 300) keep(this.#links, INVITATION_URL.exec(text)?.[1]);
    if (call.op !== 'list_users' || status !== 200) return;
    const { data } = JSON.parse(text) as { readonly data: readonly { id: string; name: string }[] };
    for (const { id, name } of data) this.#ids.set(name, id);
  }

  /** Undefined if the client lacks something that the request needs. */
  prepare(call: PeopleCall): PreparedRequest | undefined {
    switch (call.op) {
      case 'list_users':
        return this.#inAccount(call.account, (id) => this.#managed('GET', `/api/accounts/${id}/users`));
      case 'invite': {
        const { name, role } = call;
        return this.#inAccount(call.account, (id) =>
          'session' in call
            ? this.#underSession(call, `/people/invite?account=${id}`, { name, role })
            : this.#managed('POST', `/api/accounts/${id}/invitations`, { name, role }),
        );
      }
      case 'change_role':
        return this.#toUser(call, { role: call.role }, { act: 'role', role: call.role });
      case 'grant': {
        const keys = call.keys.map((key) => this.#others.keyId(key));
        if (!keys.every((id) => id !== undefined)) return undefined;
        return this.#toUser(call, { keys }, { act: 'grants', key: keys });
      }
      case 'remove_user':
        return this.#toUser(call, undefined, { act: 'remove' });
      case 'look_at_link':
      case 'accept': {
        const { password = undefined } = call.op === 'accept' ? call : {};
        const form = password === undefined ? undefined : { password, again: password };
        if (call.mail !== undefined) {
          const found = this.inbox.find(call.mail);
          return found && { ...page(found.path, [], form), told: { mail: found.mail } };
        }
        const link = this.#links.get(call.link);
        return link && { ...page(`/invitation/${link.text}`, [], form), told: { link: link.request } };
      }
      case 'forgot':
        return page('/forgotten-password', [], { name: call.typed ?? call.name });
      case 'sign_in': {
        const { name, typed = name, password, device } = call;
        const mark = device === undefined ? undefined : this.#devices.get(device);
        if (device !== undefined && mark === undefined) return undefined;
        const cookies = mark === undefined ? [] : [`${DEVICE_COOKIE}=${mark.text}`];
        const request = page('/sign-in', cookies, { name: typed, password });
        return { ...request, ...(mark && { told: { device: mark.request } }) };
      }
      case 'read_page': {
        if (call.page !== 'key') return this.#underSession(call, PATHS[call.page]);
        const id = this.#others.keyId(call.key ?? 0);
        return id === undefined ? undefined : this.#underSession(call, `/keys/${id}`);
      }
      case 'form': {
        const form = formRequest(call, this.#others);
        const request = form && this.#underSession(call, form.path, form.fields);
        return request && { ...request, keyId: form?.keyId ?? '' };
      }
      case 'sign_out':
        return call.isEverywhere === true
          ? this.#underSession(call, '/sessions', { act: 'end_all' })
          : this.#underSession(call, '/sign-out', {});
      case 'change_password': {
        const { password, next } = call;
        return this.#underSession(call, '/password', { current: password, next, again: next });
      }
      case 'chat_message': {
        const key = call.key === undefined ? NOBODYS_KEY : this.#others.keyId(call.key);
        return key === undefined
          ? undefined
          : this.#underSession(call, '/chat/messages', { key, ...MESSAGE });
      }
      case 'sign_up': {
        const { name, password } = call;
        return page('/sign-up', [], { name, ...(password && { password, again: password }) });
      }
    }
  }

  #managed(method: string, path: string, body?: object): PreparedRequest {
    return this.#others.managed(method, path, body);
  }

  #inAccount(
    number: number,
    prepare: (id: string) => PreparedRequest | undefined,
  ): PreparedRequest | undefined {
    const id = this.#others.account(number);
    return id === undefined ? undefined : prepare(id);
  }

  /** @param body undefined if the operation removes the user */
  #toUser(
    call: { readonly name: string; readonly session?: number },
    body: object | undefined,
    form: Form,
  ): PreparedRequest | undefined {
    const id = this.#ids.get(call.name);
    if (id === undefined) return undefined;
    if ('session' in call) return this.#underSession(call, `/people/${id}`, form);
    return this.#managed(body === undefined ? 'DELETE' : 'PATCH', `/api/users/${id}`, body);
  }

  #underSession(
    { session: step = 0 }: { readonly session?: number },
    path: string,
    form?: Form,
  ): PreparedRequest | undefined {
    const session = this.#sessions.get(step);
    if (session === undefined) return undefined;
    const device = this.#devices.get(step);
    const cookies = [`${SESSION_COOKIE}=${session.text}`];
    if (device !== undefined) cookies.push(`${DEVICE_COOKIE}=${device.text}`);
    const told = { session: session.request, ...(device && { device: device.request }) };
    return { ...page(path, cookies, form), told };
  }
}

/**
 * The body of an answer as a trace shows it: of a page, what people see on it that rules ask for, as JSON.
 */
export function bodyShown(call: { readonly op: string }, { status, text }: PersonsAnswer): string {
  if (!isForPage(call) || !text.startsWith('<!doctype html>')) return text;
  const all = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, found]) => found))];
  if (call.op === 'forgot' || (call.op === 'sign_in' && status === 401))
    return JSON.stringify({ text: wordsOf(text, call.typed ?? call.name) });
  if (call.op === 'form')
    return JSON.stringify({ key: /\bkey_\w+/.exec(text)?.[0], hasSecret: /\bsk-\w/.test(text) });
  if (call.op !== 'read_page')
    return JSON.stringify({ hasLink: text.includes('/invitation/'), url: INVITATION_URL.exec(text)?.[0] });
  if (call.page === 'job_form') return JSON.stringify({ keys: all(/value="(key_\w+)"/g) });
  if (call.page === 'people') return JSON.stringify({ names: all(/([\w.-]+@people\.test)/g) });
  return '{}';
}

/** A page in words, whatever name was typed. */
function wordsOf(html: string, name: string): string {
  return html
    .replaceAll(name, '…')
    .replaceAll(/\/assets\/[^"]*/g, '')
    .replaceAll(/<head>.*?<\/head>|<[^>]*>/gs, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function page(path: string, cookies: readonly string[], form?: Form): PreparedRequest {
  const [at = '', query = ''] = path.split('?');
  return {
    method: form === undefined ? 'GET' : 'POST',
    path: at,
    query,
    fields: [
      ...BROWSER,
      ...(cookies.length > 0 ? [['cookie', cookies.join('; ')] as const] : []),
      ...(form === undefined ? [] : [FORM_TYPE]),
    ],
    body: form === undefined ? undefined : encoded(form),
    keyId: '',
    jobId: '',
    credential: 'page',
  };
}

function encoded(form: Form): string {
  const fields = Object.entries(form).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : value.map((one) => [name, one]),
  );
  return new URLSearchParams(fields).toString();
}

/** Undefined if the answer sets none of that name, or takes it away. */
function cookieIn(headers: PersonsAnswer['headers'], name: string): string | undefined {
  for (const line of headers['set-cookie']?.split('\n') ?? []) {
    if (line.startsWith(`${name}=`)) return /^[\w-]+/.exec(line.slice(name.length + 1))?.[0];
  }
  return undefined;
}
