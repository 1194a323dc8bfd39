/**
 * The clients of a history: from what they want to a request, and from an answer to what they know.
 *
 * A client knows what answers told it, and nothing else: the id of a job from its 202, a key's text from the
 * answer that made it. A request that needs what nobody was told is not sent.
 */
import type { ClientCall, PageCall } from '../../../history/client-call.js';
import { isPeopleCall } from '../../../history/people-call.js';
import { chatRequest, KnownTexts } from './chat-request.js';
import { movementRequest, newKeyRequest, orderRequest } from './credit-requests.js';
import { managedJobRequest } from './managed-job-request.js';
import { formerOf, type OperatorKeys } from './operator-keys.js';
import { listOf, pageRequest, type Strangers } from './pages/page-requests.js';
import { PeopleClients } from './people-clients.js';
import {
  bearer,
  before,
  JSON_TYPE,
  type KeylessOp,
  type KnownKey,
  type PreparedRequest,
  withKey,
} from './prepared-request.js';
import { contentRequest, KnownLinks } from './result-requests.js';
import { flawedRequest, preflightRequest, strayRequest } from './stray-requests.js';
import { submitRequest } from './submit-request.js';

export class Clients {
  readonly #operatorKeys: OperatorKeys;
  readonly #accounts = ['acct_default'];
  /** Of accounts that were made, by their number. */
  readonly #ownKeys = new Map<number, string>();
  readonly #keys = new Map<number, KnownKey>();
  readonly #jobs = new Map<number, string>();
  /** By the step that made them. */
  readonly #orders = new Map<number, string>();
  /** The key of each job, by their ids. */
  readonly #payers = new Map<string, string>();
  /** The first that an answer told of each list. */
  readonly #cursors = new Map<string, string>();
  readonly #links = new KnownLinks();
  readonly texts = new KnownTexts();
  readonly people = new PeopleClients({
    account: (number) => this.#accounts[number],
    keyId: (number) => this.#keys.get(number)?.id,
    accountOf: (key) => this.#keys.get(key)?.account,
    jobId: (step) => this.#jobs.get(step),
    orderId: (step) => this.#orders.get(step),
    ordered: (step, id) => void this.#orders.set(step, id),
    rotations: (key) => this.#keys.get(key)?.earlier.length ?? 0,
    rotated: (key, text) => this.#rotated(key, text),
    managed: (method, path, body) => this.#managed(method, path, '', body),
  });

  constructor(operatorKeys: OperatorKeys) {
    this.#operatorKeys = operatorKeys;
  }

  /** Every key that is known, by number. */
  get keys(): readonly number[] {
    return [...this.#keys.keys()];
  }

  /** Every job that is known, by the step that submitted it. */
  get jobs(): readonly number[] {
    return [...this.#jobs.keys()];
  }

  /** Every order that is known, by the step that made it. */
  get orders(): readonly number[] {
    return [...this.#orders.keys()];
  }

  /** Learns from the answer to the request of step `step`. */
  learn(step: number, call: ClientCall, status: number, body: string): void {
    if (call.op === 'submit' && status === 202) {
      const { id } = JSON.parse(body) as { id: string };
      this.#jobs.set(step, id);
      const key = this.#keys.get(call.key);
      if (key !== undefined) this.#payers.set(id, key.id);
    } else if (call.op === 'create_key' && status === 201) {
      const { id, key, account } = JSON.parse(body) as { id: string; key: string | null; account: string };
      if (key !== null) this.#keys.set(call.newKey, { id, account, text: key, earlier: [] });
    } else if (call.op === 'rotate' && status === 200) {
      this.#rotated(call.key, (JSON.parse(body) as { key: string }).key);
    } else if (call.op === 'create_account' && status === 201) {
      const { id, management_key } = JSON.parse(body) as { id: string; management_key: { key: string } };
      this.#ownKeys.set(this.#accounts.length, management_key.key);
      this.#accounts.push(id);
    } else if (call.op === 'order' && status === 201) {
      this.#orders.set(step, (JSON.parse(body) as { id: string }).id);
    } else if (call.op === 'poll' && status === 200) this.#links.learn(body);
    else if (call.op === 'page' && status === 200) {
      const { next } = JSON.parse(body) as { next: string | null };
      const list = listOf(call);
      if (next !== null && !this.#cursors.has(list)) this.#cursors.set(list, next);
    }
  }

  /** As `prepare`, with the own management key of an account. */
  prepareAs(account: number, call: ClientCall): PreparedRequest | undefined {
    const request = this.prepare(call);
    const [key, ofAccount] = [this.#ownKeys.get(account), this.#accounts[account]];
    if (request?.credential !== 'management' || key === undefined || ofAccount === undefined)
      return undefined;
    return { ...request, fields: [bearer(key), ...request.fields.slice(1)], ofAccount };
  }

  /** Undefined if the client lacks an id or key that the request needs. */
  prepare(call: ClientCall): PreparedRequest | undefined {
    if (isPeopleCall(call)) return this.people.prepare(call);
    if ('session' in call) return this.people.work(call, this.#keys.get(call.key)?.id, this.texts.of(call));
    switch (call.op) {
      case 'list_keys':
        return this.#managed('GET', '/api/keys', '');
      case 'create_key':
        return newKeyRequest(call, this.#accounts[call.account], (...request) => this.#managed(...request));
      case 'create_account':
        return this.#managed('POST', '/api/accounts', '', { name: call.name, verified: true });
      case 'change_account': {
        const path = `/api/accounts/${this.#accounts[call.account]}`;
        return this.#managed('PATCH', path, '', { verified: call.isVerified });
      }
      case 'show_job':
      case 'fail_job': {
        const jobId = this.#jobs.get(call.job);
        if (jobId === undefined) return undefined;
        const payer = this.#payers.get(jobId) ?? '';
        return managedJobRequest(call, { jobId, payer }, (...request) => this.#managed(...request));
      }
      case 'order':
        return orderRequest(call, this.#keys, (...request) => this.#managed(...request));
      case 'show_order': {
        const orderId = this.#orders.get(call.order);
        return orderId === undefined ? undefined : this.#managed('GET', `/api/orders/${orderId}`, '');
      }
      case 'open_link':
        return this.#links.opening(call, this.#jobs.get(call.job));
      case 'list_orders':
        return { ...this.#managed('GET', '/api/orders', ''), query: `limit=${call.limit}` };
      case 'watch':
        return { ...this.#managed('GET', '/api/live', ''), isHandshake: call.isPlain !== true };
      case 'preflight':
        return preflightRequest(call);
      case 'void_simulated':
        return this.#managed('POST', '/api/simulated-credit/void', '', { from: call.from });
      default: {
        const key = this.#keys.get(call.key);
        return key === undefined ? undefined : this.#prepareWith(call, key);
      }
    }
  }

  #prepareWith(
    call: Exclude<ClientCall, { readonly op: KeylessOp }>,
    key: KnownKey,
  ): PreparedRequest | undefined {
    switch (call.op) {
      case 'submit':
        return submitRequest(call, key);
      case 'chat':
        return chatRequest(call, key);
      case 'generation':
        return this.texts.lookUp(call, key);
      case 'poll': {
        const jobId = this.#jobs.get(call.job);
        return jobId === undefined ? undefined : { ...withKey(key, 'GET', `/v1/videos/${jobId}`), jobId };
      }
      case 'content':
        return contentRequest(call, key, this.#jobs.get(call.job));
      case 'list_jobs': {
        const status = call.status === undefined ? '' : `&status=${call.status}`;
        return { ...withKey(key, 'GET', '/v1/videos'), query: `limit=${call.limit}${status}` };
      }
      case 'credits':
        return withKey(call.earlier === undefined ? key : before(key, call.earlier), 'GET', '/v1/credits');
      case 'rotate': {
        const body = { grace_seconds: call.graceSeconds };
        return this.#managed('POST', `/api/keys/${key.id}/rotate`, key.id, body);
      }
      case 'add_credit':
      case 'debit':
      case 'transfer':
        return movementRequest(call, key, this.#keys, (...request) => this.#managed(...request));
      case 'activity': {
        const { op: _, key: __, ...filter } = call;
        return { ...withKey(key, 'GET', '/v1/activity'), query: `${new URLSearchParams(filter)}` };
      }
      case 'models':
        return withKey(key, 'GET', '/v1/models');
      case 'show_key':
        return this.#managed('GET', `/api/keys/${key.id}`, key.id);
      case 'show_balance':
        return this.#managed('GET', `/api/keys/${key.id}/balance`, key.id);
      case 'set_rpm':
        return this.#managed('PATCH', `/api/keys/${key.id}`, key.id, { rate_limit_rpm: call.rpm });
      case 'revoke':
        return this.#managed('DELETE', `/api/keys/${key.id}`, key.id);
      case 'ledger': {
        const request = this.#managed('GET', `/api/keys/${key.id}/ledger`, key.id);
        return { ...request, query: `limit=${call.limit}` };
      }
      case 'page':
        return pageRequest(call, key, this.#strangers(call, key), (path, keyId) =>
          this.#managed('GET', path, keyId),
        );
      case 'flawed':
        return flawedRequest(call, key, (...request) => this.#managed(...request));
      case 'stray':
        return strayRequest(
          call,
          key,
          (path) => this.#managed('GET', path, ''),
          formerOf(this.#operatorKeys),
        );
    }
  }

  /** The ids at hand for a client that begins a list with a strange cursor. */
  #strangers(call: PageCall, key: KnownKey): Strangers {
    const jobs = [...this.#payers];
    return {
      otherKey: [...this.#keys].find(([other]) => other !== call.key)?.[1].id,
      otherJob: jobs.findLast(([, payer]) => payer !== key.id)?.[0],
      oldestJob: jobs.find(([, payer]) => payer === key.id)?.[0],
      past: this.#cursors.get(listOf(call)),
    };
  }

  #rotated(number: number, text: string): void {
    const key = this.#keys.get(number);
    if (key !== undefined) this.#keys.set(number, { ...key, text, earlier: [key.text, ...key.earlier] });
  }

  #managed(method: string, path: string, keyId: string, body?: object): PreparedRequest {
    const operatorKey = this.#operatorKeys.inForce();
    return {
      method,
      path,
      query: '',
      fields: [bearer(this.#operatorKeys.textOf(operatorKey)), ...(body === undefined ? [] : [JSON_TYPE])],
      body: body === undefined ? undefined : JSON.stringify(body),
      keyId,
      jobId: '',
      credential: 'management',
      ...(operatorKey > 0 && { operatorKey }),
    };
  }
}
