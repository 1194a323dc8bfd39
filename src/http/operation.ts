/**
 * The seam between the pipeline (credentials, windows, bodies,
 * headers) and the operations behind the paths.
 *
 * The pipeline has done, in the contract's order, everything up to the body: the caller is known and
 * admitted, path and method match, the body is read, parsed and within its bound. An operation validates,
 * does its work through the actor system, and answers; it writes no header of the pipeline's and touches no
 * socket.
 */
import type { AccountBehavior } from '../actors/accounts/account.js';
import type { ManagementKeyBehavior, ManagementKeyState } from '../actors/accounts/management-key.js';
import type { NodeEffect } from '../actors/effects.js';
import type { GenerationBehavior } from '../actors/generations/generation-messages.js';
import type { VideoJobBehavior } from '../actors/jobs/video-job-messages.js';
import type { ApiKeyBehavior } from '../actors/keys/api-key-messages.js';
import type { KeyTable } from '../actors/keys/key-table.js';
import type { ShownBalances } from '../actors/money/ledger.js';
import type { OrderBehavior } from '../actors/orders/order-messages.js';
import type { PartitionOf } from '../actors/partition.js';
import type { ActorSystem } from '../actors/runtime/system.js';
import type { IdMaker } from '../actors/storage/ids.js';
import type { RollingWindows } from '../actors/windows/rolling-windows.js';
import type { Limits } from '../limits/limits.js';
import type { MicroDa } from '../money/micro-da.js';
import type { RemoteFile } from '../outward/outward.js';
import type { ShedClass } from '../overload/load-shedder.js';
import type { People } from '../people/people.js';
import type { Catalogue } from '../routing/catalogue.js';
import type { JobProgress } from '../routing/job-progress.js';
import type { OrderDesk } from '../routing/order-dispatcher.js';
import type { ResultFiles } from '../routing/result-files.js';
import type { TextCatalogue } from '../routing/text/text-catalogue.js';
import type { TextDesk } from '../routing/text/text-desk.js';
import type { World } from '../time/world.js';
import type { ApiError } from './errors.js';
import type { LiveWatcher } from './exchange.js';

export interface ApiCaller {
  readonly kind: 'api';
  readonly id: string;
  readonly account: string;
  /** As committed, now. */
  readonly balances: ShownBalances;
}

export interface ManagementCaller {
  readonly kind: 'management';
  readonly id: string;
  readonly account: string;
  readonly role: ManagementKeyState['role'];
}

/** Good until the request is answered. */
export type Caller = ApiCaller | ManagementCaller;

/** The parts of the node that operations know. */
export interface GatewayDeps {
  readonly world: World;
  readonly ids: IdMaker;
  readonly system: ActorSystem<NodeEffect>;
  readonly partitionOf: PartitionOf;
  readonly windows: RollingWindows;
  readonly keys: KeyTable;
  readonly apiKey: ApiKeyBehavior;
  readonly managementKey: ManagementKeyBehavior;
  readonly account: AccountBehavior;
  readonly videoJob: VideoJobBehavior;
  readonly people: People;
  readonly catalogue: Catalogue;
  readonly textCatalogue: TextCatalogue;
  readonly texts: TextDesk;
  readonly generation: GenerationBehavior;
  readonly jobs: JobProgress;
  readonly order: OrderBehavior;
  readonly orders: OrderDesk;
  readonly results: ResultFiles;
  readonly settings: GatewaySettings;
  readonly limits: Limits;
}

export interface GatewaySettings {
  readonly defaultRpm: number;
  /** Bounds of an order, in whole DA. */
  readonly topUpMin: number;
  readonly topUpMax: number;
}

export interface OperationInput {
  readonly caller: Caller;
  readonly requestId: string;
  /** The client's address, for the audit trail; undefined unless a management key changes something. */
  readonly address: string | undefined;
  /** The text in the place of `{id}` in the path, percent-decoded; '' if the path has no such part. */
  readonly id: string;
  readonly query: URLSearchParams;
  /**
   * Header by lower-case name; undefined if absent. Only those that an operation names in `headers`; and
   * `traceparent`, which is that of the request's own span, if it is traced.
   */
  readonly header: (name: string) => string | undefined;
  /** The parsed body; undefined if the operation takes none. */
  readonly body: unknown;
  /** Base of absolute links of this request, without a trailing slash. */
  readonly baseUrl: string;
  /** Aborted when the client has gone away or the node stops. */
  readonly signal: AbortSignal;
}

export type OperationAnswer =
  | {
      readonly kind: 'json';
      readonly status: 200 | 201 | 202;
      /**
       * JSON text. Bytes of it need to hold until the handler returns only, so they are for answers without a
       * promise.
       */
      readonly body: string | Uint8Array;
      readonly headers?: readonly (readonly [name: string, value: string])[];
      /**
       * The value of `X-Balance-Available`; left out on answers to an API key, which has the pipeline take
       * the caller's committed balance at the time of answering.
       */
      readonly balance?: MicroDa | bigint;
    }
  /** Server-sent events, as they come. */
  | {
      readonly kind: 'stream';
      readonly chunks: AsyncIterable<Uint8Array>;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly balance: MicroDa;
    }
  | { readonly kind: 'content'; readonly content: RemoteFile; readonly fileName: string }
  | {
      readonly kind: 'upgrade';
      readonly watcher: LiveWatcher;
      /** The answer if the request asks for no WebSocket. */
      readonly otherwise: ApiError;
      /** The answer if it asks for one and cannot have it now. */
      readonly refusal: ApiError | undefined;
    }
  | { readonly kind: 'error'; readonly error: ApiError };

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As in OpenAPI: `/v1/videos/{id}`. */
  readonly path: string;
  readonly credential: 'api' | 'management';
  /** Media types of the body; none for an operation without one. */
  readonly body: 'none' | 'json' | 'json_or_multipart';
  /** True if an empty body stands for `{}`. */
  readonly bodyOptional?: boolean;
  /** Request headers that the operation reads, lower-case. */
  readonly headers?: readonly string[];
  /** False if the operation changes nothing and goes on while the node drains. */
  readonly isRead: boolean;
  /** Its class for the load shedder; left out if it is taken under any load. */
  readonly shedAs?: ShedClass;
  /** True if it answers in bounded time by itself, which may be longer than all others have. */
  readonly hasOwnTimeLimit?: true;
  /** The answer if it is not finished in time; left out if it waits for the disk alone. */
  readonly tookTooLong?: ApiError;
  /**
   * Decides on what path and caller alone tell (a role, an id). It is asked before the body is read, for the
   * contract puts that first, and again before `handle`: while a body is read, the world goes on.
   */
  validateRights?(input: Omit<OperationInput, 'body'>, deps: GatewayDeps): ApiError | undefined;
  /** Returns at once, without a promise, whenever the answer is at hand: that is the hot path. */
  handle(input: OperationInput, deps: GatewayDeps): OperationAnswer | Promise<OperationAnswer>;
}
