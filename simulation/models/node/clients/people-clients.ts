/**
 * The people of a history and their browsers: from what they want to a request, and from an answer to what
 * they know.
 */

import type { PeopleCall } from '../../../history/people-call.js';
import type { AccountsAndKeys } from './accounts-and-keys.js';
import { deskRequest } from './desk/desk-requests.js';
import { forgedRequest } from './desk/forged-requests.js';
import { Inbox } from './inbox.js';
import { DEVICE_COOKIE, type Form, page, SESSION_COOKIE } from './pages/browser-request.js';
import { cardForm, cardPath, formRequest, type Work, workOf } from './pages/form-requests.js';
import {
  cookieIn,
  INVITATION_URL,
  MANAGEMENT_SECRET,
  ORDER_PAGE,
  type PersonsAnswer,
  SECRET,
} from './pages/shown-pages.js';
import { pagePath } from './pages/visit-paths.js';
import { bearer, type PreparedRequest } from './prepared-request.js';

/** A secret, and the request whose answer told of it. */
type Told = { readonly text: string; readonly request: number };

const INVITATION_ID = /\binvitation_[0-9a-f]{64}/;
const NOBODYS_KEY = 'key_00000000000000000000000000';
const OWN_ORIGIN = [['origin', 'https://gateway.test']] as const;

export class PeopleClients {
  readonly inbox = new Inbox();
  readonly #others: AccountsAndKeys;
  /** By the step that told of them. */
  readonly #sessions = new Map<number, Told>();
  readonly #devices = new Map<number, Told>();
  readonly #links = new Map<number, Told>();
  readonly #invitations = new Map<number, Told>();
  /** Secrets of management keys that pages showed, by the number of the key. */
  readonly #mkeys = new Map<number, string>();
  /** The latest that was heard of, by name. */
  readonly #ids = new Map<string, string>();

  constructor(others: AccountsAndKeys) {
    this.#others = others;
  }

  learn(step: number, request: number, call: PeopleCall, { status, headers, text }: PersonsAnswer): void {
    const keep = (into: Map<number, Told>, found: string | undefined) => {
      if (found) into.set(step, { text: found, request });
    };
    keep(this.#sessions, cookieIn(headers, 'session'));
    keep(this.#devices, cookieIn(headers, 'device'));
    if (call.op === 'invite' && status < 300) {
      keep(this.#links, INVITATION_URL.exec(text)?.[1]);
      keep(this.#invitations, INVITATION_ID.exec(text)?.[0]);
    }
    const [, order] = (call.op === 'form' && ORDER_PAGE.exec(headers.location ?? '')) || [];
    if (order !== undefined) this.#others.ordered(step, order);
    if (call.op === 'form' && call.act === 'rotate_key') {
      const [secret] = SECRET.exec(text) ?? [];
      if (secret !== undefined) this.#others.rotated(call.key, secret);
    }
    if (call.op === 'desk' && call.act === 'make_mkey') {
      const [secret] = MANAGEMENT_SECRET.exec(text) ?? [];
      if (secret !== undefined) this.#mkeys.set(call.mkey, secret);
    }
    if (call.op !== 'list_users' || status !== 200) return;
    const { data } = JSON.parse(text) as { readonly data: readonly { id: string; name: string }[] };
    for (const { id, name } of data) this.#ids.set(name, id);
  }

  /** Undefined if the client lacks something that the request needs. */
  prepare(call: PeopleCall): PreparedRequest | undefined {
    switch (call.op) {
      case 'list_users':
        return this.#inAccount(call.account, (id) => this.#managed('GET', `/api/accounts/${id}/users`));
      case 'list_invitations':
        return this.#inAccount(call.account, (id) => this.#managed('GET', `/api/accounts/${id}/invitations`));
      case 'withdraw': {
        const found = this.#invitations.get(call.link);
        if (found === undefined) return undefined;
        const request =
          'session' in call
            ? this.#underSession(call, '/people', { invitation: found.text })
            : this.#managed('DELETE', `/api/invitations/${found.text}`);
        return request && { ...request, told: { ...request.told, link: found.request } };
      }
      case 'invite': {
        const { name, role, once } = call;
        return this.#inAccount(call.account, (id) =>
          'session' in call
            ? this.#underSession(call, `/people/invite?account=${id}`, { name, role, ...(once && { once }) })
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
        const { password, again = password } = call.op === 'accept' ? call : {};
        const form = password === undefined ? undefined : { password, again: again ?? '' };
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
        const { name, typed = name, password, device, next } = call;
        const mark = device === undefined ? undefined : this.#devices.get(device);
        if (device !== undefined && mark === undefined) return undefined;
        const cookies = mark === undefined ? [] : [`${DEVICE_COOKIE}=${mark.text}`];
        const request = page('/sign-in', cookies, { name: typed, password, ...(next && { next }) });
        return { ...request, ...(mark && { told: { device: mark.request } }) };
      }
      case 'read_page':
      case 'read_list':
      case 'look':
      case 'visit':
        return this.#read(call);
      case 'watch_page': {
        const request = this.#underSession(call, call.isOfNode === true ? '/live?of=node' : '/live');
        return request && { ...request, isHandshake: true };
      }
      case 'see_private': {
        const request = this.#read(call);
        return request && { ...request, jobId: this.#others.jobId(call.job) ?? '' };
      }
      case 'use_card': {
        const order = this.#others.orderId(call.order);
        return order === undefined ? undefined : page(cardPath(order), [], cardForm(call));
      }
      case 'form': {
        const form = formRequest(call, this.#others);
        const request = form && this.#underSession(call, form.path, form.fields);
        return request && { ...request, keyId: form?.keyId ?? '' };
      }
      case 'desk': {
        const asked = deskRequest(call, {
          account: (number) => this.#others.account(number),
          session: (step) => this.#sessions.get(step)?.text,
        });
        // The browsers that send these say the origin of a page, and not whose it is.
        return asked && this.#underSession(call, asked.path, asked.form, OWN_ORIGIN);
      }
      case 'forged': {
        const { session = 0, link = 0, mail } = call;
        const told = this.#links.get(link);
        return forgedRequest(call, {
          session: this.#sessions.get(session)?.text,
          device: this.#devices.get(session)?.text,
          link: mail === undefined ? told && `/invitation/${told.text}` : this.inbox.find(mail)?.path,
        });
      }
      case 'use_mkey': {
        const secret = this.#mkeys.get(call.mkey);
        const request = this.#managed('GET', '/api/keys');
        return secret === undefined
          ? undefined
          : { ...request, query: 'limit=100', fields: [bearer(secret), ...request.fields.slice(1)] };
      }
      case 'read_audit':
        return this.#inAccount(call.account, (id) => ({
          ...this.#managed('GET', `/api/accounts/${id}/audit`),
          query: `limit=${call.limit}`,
        }));
      case 'sign_out':
        return call.isEverywhere === true
          ? this.#underSession(call, '/sessions', { act: 'end_all' })
          : this.#underSession(call, '/sign-out', {});
      case 'change_password': {
        const { password, next, again = next } = call;
        return this.#underSession(call, '/password', { current: password, next, again });
      }
      case 'chat_message':
      case 'job_form':
        return this.work(call, call.key === undefined ? NOBODYS_KEY : this.#others.keyId(call.key));
      case 'sign_up': {
        const { name, password, again = password } = call;
        return page('/sign-up', [], { name, ...(password && again && { password, again }) });
      }
    }
  }

  /** A request that somebody makes in the name of a key, or for news of a text. */
  work(call: Work, key: string | undefined, generation?: string): PreparedRequest | undefined {
    if (key === undefined) return undefined;
    const { path, form, keyId } = workOf(call, key, generation);
    const request = this.#underSession(call, path, form);
    return request && { ...request, keyId, told: { ...request.told, ...(generation && { generation }) } };
  }

  /** Undefined if nobody was told of an id that its path needs. */
  #read(call: Parameters<typeof pagePath>[0]): PreparedRequest | undefined {
    const path = pagePath(call, this.#others, (name) => this.#ids.get(name));
    return path === undefined ? undefined : this.#underSession(call, path);
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
    from?: PreparedRequest['fields'],
  ): PreparedRequest | undefined {
    const session = this.#sessions.get(step);
    if (session === undefined) return undefined;
    const device = this.#devices.get(step);
    const cookies = [`${SESSION_COOKIE}=${session.text}`];
    if (device !== undefined) cookies.push(`${DEVICE_COOKIE}=${device.text}`);
    const told = { session: session.request, ...(device && { device: device.request }) };
    return { ...page(path, cookies, form, from), told };
  }
}
