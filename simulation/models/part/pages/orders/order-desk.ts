/** The surroundings of the pages of orders: records, keys and people, without a node behind them. */
import type { ApiKeyState } from '../../../../../src/actors/keys/api-key-messages.js';
import { encodeApiKey } from '../../../../../src/actors/keys/api-key-record.js';
import { encodeLedgerEntry, ledgerRecordKey } from '../../../../../src/actors/money/ledger.js';
import type {
  OrderMessage,
  OrderReply,
  OrderState,
} from '../../../../../src/actors/orders/order-messages.js';
import { accountOrdersKey, encodeOrder } from '../../../../../src/actors/orders/order-records.js';
import type { DashboardParts } from '../../../../../src/http/pages/dashboard/requests/dashboard-page.js';
import type {
  DashboardRequest,
  SignedInRequest,
} from '../../../../../src/http/pages/dashboard/requests/dashboard-request.js';
import { microDa } from '../../../../../src/money/micro-da.js';
import type { ChosenWorld } from '../../chosen-world.js';
import { PlainRecords } from '../../plain-records.js';
import {
  ACCOUNTS,
  type DrawnOrder,
  type DrawnService,
  hasMarked,
  homeOf,
  idOf,
  KEYS,
  OPERATORS,
  PAID_AFTER_S,
  ROLES,
  ROOM_LEFT_DA,
  referenceOf,
  stateOf,
  TOTALS,
  type Viewer,
} from './drawn-orders.js';

export interface DeskLimits {
  /** Null if no payments are taken. */
  readonly service: DrawnService | null;
  readonly topUpMin: number;
  readonly topUpMax: number;
}

/** All that came to the actors and to the payment service from pages. */
interface Heard {
  readonly asked: (readonly [id: string, message: OrderMessage])[];
  readonly noticed: string[];
}

const [KEY, ACCOUNT, ORDER] = ['api_key', 'account', 'order'].map((kind) => ({ kind }));
const BALANCE_AFTER = microDa(1_234_500_000);
const CREDITED = 5_000_000;
/** A key may receive so much in its life. */
const LIFETIME_MICRO_DA = 1_000_000_000_000_000;
const NEVER = new AbortController().signal;

export class OrderPagesDesk {
  readonly parts: DashboardParts;
  readonly heard: Heard = { asked: [], noticed: [] };
  /** The actor's answer to the next message. */
  reply: OrderReply = { outcome: 'no_such_order' };
  readonly #records = new PlainRecords();
  readonly #orders = new Map<string, OrderState>();

  constructor({ service, ...bounds }: DeskLimits, world: ChosenWorld) {
    for (const { id, account } of KEYS) {
      this.#records.put('keys', id, encodeApiKey(keyState(id)));
      this.#records.put('account_keys', `${account}/${id}`, '1');
    }
    this.#holdRoom(1, ROOM_LEFT_DA);
    this.#holdRoom(3, bounds.topUpMax);
    const { heard } = this;
    const system = {
      records: this.#records,
      view: (behavior: unknown, id: string) => this.#view(behavior, id),
      reportDefect: (_: string, error: unknown) => {
        throw error;
      },
      ask: (_: unknown, id: string, message: OrderMessage, resolve: (outcome: unknown) => void) => {
        heard.asked.push([id, message]);
        resolve({ ok: true, reply: this.reply });
      },
    };
    const deps = {
      world,
      system,
      partitionOf: () => ({ system }),
      ids: { next: (kind: string) => idOf(kind, 999_999) },
      apiKey: KEY,
      account: ACCOUNT,
      order: ORDER,
      orders: { service: service ?? undefined, notice: (id: string) => void heard.noticed.push(id) },
      settings: bounds,
      people: { user: () => ({ name: 'desk@people.test' }) },
    };
    this.parts = { deps } as unknown as DashboardParts;
  }

  put(number: number, drawn: DrawnOrder): void {
    const state = stateOf(idOf('order', number), number, drawn);
    const { id, account, key, paid, createdAt } = state;
    this.#orders.set(id, state);
    this.#records.put('orders', id, encodeOrder(state));
    this.#records.put('account_orders', accountOrdersKey(account, id), '1');
    const isOpen = state.machine.context.mismatch !== null && state.dismissal === undefined;
    if (isOpen) this.#records.put('set_aside_orders', id, '1');
    if (paid === null) return;
    const entry = encodeLedgerEntry({
      v: 1,
      type: 'credit',
      amount: state.amount,
      balance: BALANCE_AFTER,
      reserved: microDa(0),
      job: null,
      reference: referenceOf(number, drawn),
      at: createdAt + PAID_AFTER_S,
    });
    this.#records.put('ledger', ledgerRecordKey(key, paid.entry), entry);
  }

  /** Unpaid orders hold all that the key may receive but so much. */
  #holdRoom(key: number, leftDa: number): void {
    const amount = LIFETIME_MICRO_DA - CREDITED - leftDa * 1_000_000;
    this.#records.put('order_rooms', KEYS[key]?.id ?? '', JSON.stringify({ v: 1, orders: 1, amount }));
  }

  order(id: string): OrderState | undefined {
    return this.#orders.get(id);
  }

  request(viewer: Viewer, path: string, rest: string, query: string): DashboardRequest & SignedInRequest {
    const signedIn =
      viewer === 'nobody'
        ? undefined
        : {
            user: idOf('user', 1),
            name: `${viewer}@people.test`,
            account: homeOf(viewer),
            role: ROLES[viewer],
            session: 'session',
            grants: [],
            hasPassword: true,
          };
    return {
      language: 'en',
      path: path + rest,
      here: '/',
      signedIn,
      assets: { style: '', script: '', chart: '', chat: '', icon: '' },
      network: '192.0.2.1',
      address: '192.0.2.1',
      agent: '',
      rest,
      hasSecretAddress: false,
      query: new URLSearchParams(query),
      baseUrl: 'https://gateway.test',
      cookies: new Map(),
      signal: NEVER,
      newRequestId: () => 'req_1',
    } as unknown as DashboardRequest & SignedInRequest;
  }

  #view(behavior: unknown, id: string): unknown {
    if (behavior === ORDER) return this.#orders.get(id);
    if (behavior === KEY) return KEYS.some((key) => key.id === id) ? keyState(id) : undefined;
    const account = [...ACCOUNTS, { id: OPERATORS, name: 'Operators' }].find((one) => one.id === id);
    return (
      account && {
        ...account,
        isVerified: true,
        totals: hasMarked(id) ? TOTALS : { ...TOTALS, marked: 0n },
      }
    );
  }
}

function keyState(id: string): ApiKeyState {
  const key = KEYS.find((one) => one.id === id);
  if (key === undefined) throw new Error(`there is no key ${id}`);
  const [none, credited] = [microDa(0), microDa(CREDITED)];
  return {
    ...key,
    rateLimitRpm: 60,
    createdAt: 1,
    balances: { credited, charged: none, reserved: none, withdrawn: none, marked: none },
    open: { video_job: 0, generation: 0 },
    entries: 1,
    credentialHash: '0'.repeat(64),
    rotations: 0,
    earlier: [],
  };
}
