/**
 * Admits requests: finds the caller's key, counts the request on its window, and gives the verdict.
 *
 * Invariant
 *  1. A request counts on one window: that of its key, or, if it has no valid key, that of its client's
 *     address.
 */
import type { KeyRow, KeyTable } from '../../actors/keys/key-table.js';
import type { AddressWindows } from '../../actors/windows/address-windows.js';
import type { RollingWindows, WindowId } from '../../actors/windows/rolling-windows.js';
import type { WindowJournal } from '../../actors/windows/window-journal.js';
import type { StoreReader } from '../../store/store.js';
import type { ApiError } from '../errors.js';
import { type GatewayMetrics, WINDOW_KINDS } from '../monitoring/gateway-metrics.js';
import { windowNetworkOf } from '../request/client-address.js';
import { Identifier, INVALID, MISSING } from './identify.js';
import { rateRefusalText, UNKNOWN_CALLER } from './refusals.js';
import type { RequestContext } from './request-context.js';
import type { SettingsInForce } from './settings.js';

const API_KEY = WINDOW_KINDS.indexOf('api_key');
const MANAGEMENT_KEY = WINDOW_KINDS.indexOf('management_key');
const ADDRESS = WINDOW_KINDS.indexOf('address');

export interface AdmissionOptions {
  /** The committed records. */
  readonly records: StoreReader;
  readonly keys: KeyTable;
  readonly windows: RollingWindows;
  readonly addresses: AddressWindows;
  readonly journal: WindowJournal;
  readonly metrics: GatewayMetrics;
  readonly inForce: SettingsInForce;
}

export class Admission {
  readonly #options: AdmissionOptions;
  readonly #keys: KeyTable;
  readonly #windows: RollingWindows;
  readonly #journal: WindowJournal;
  readonly #metrics: GatewayMetrics;
  readonly #identifier: Identifier;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#keys = options.keys;
    this.#windows = options.windows;
    this.#journal = options.journal;
    this.#metrics = options.metrics;
    this.#identifier = new Identifier(options);
  }

  /** The verdict: the caller's key if the request is admitted, else the answer to it. */
  admit(context: RequestContext): KeyRow | ApiError {
    const key = this.#identifier.identify(context.head.authorization);
    if (key === MISSING || key === INVALID) {
      if (!this.countOnAddress(context)) return this.#rateRefusal(context);
      return key === MISSING ? UNKNOWN_CALLER.missing : UNKNOWN_CALLER.invalid;
    }
    context.key = key;
    const kind = this.#keys.isApiKey(key) ? API_KEY : MANAGEMENT_KEY;
    return this.#count(context, this.#keys.windowOf(key), kind) ? key : this.#rateRefusal(context);
  }

  /** @returns false if the window of the client's address is full */
  countOnAddress(context: RequestContext): boolean {
    const { inForce, addresses } = this.#options;
    const client = inForce.proxies.clientOf(context.exchange.remoteAddress(), context.head.forwardedFor);
    return this.#count(context, addresses.windowOf(windowNetworkOf(client)), ADDRESS);
  }

  /** @param kind index in `WINDOW_KINDS` */
  #count(context: RequestContext, window: WindowId, kind: number): boolean {
    context.window = window;
    const isAdmitted = this.#windows.admit(window, context.nowMs);
    this.#metrics.counted(kind, isAdmitted);
    if (isAdmitted) this.#journal.admitted(window);
    return isAdmitted;
  }

  #rateRefusal(context: RequestContext): ApiError {
    const { window, exchange } = context;
    if (window === undefined) throw new Error('a request is refused by no window');
    // Whether anybody reads the answers to HEAD cannot be told; so those beyond the limit end the connection.
    if (exchange.method === 'HEAD') context.mustClose = true;
    return {
      code: 'rate_limit_exceeded',
      message: rateRefusalText(this.#windows.limitOf(window)),
      retryAfterMs: this.#windows.waitMs(window, context.nowMs),
    };
  }
}
