/** The facts that the oracle goes by: of the server, its keys, and one input. */
import type { ApiDescription } from '../api-description.js';
import type { Served, ServerSetup } from '../server/server-setup.js';
import type { RequestStream } from '../wire/request-reader.js';
import type { Reader, Secrets } from './leak-rules.js';

export interface HttpFlaw {
  readonly rule: string;
  readonly message: string;
}

/** A key that requests carry, as far as the oracle knows it. */
export interface KnownKey {
  readonly limit: number;
  readonly reader: Reader;
  /** Of API keys. */
  readonly name?: string;
}

export interface OracleFacts {
  readonly description: ApiDescription;
  /** Of the server. */
  readonly setup: ServerSetup;
  /** Ids of models on offer. */
  readonly models: readonly string[];
  readonly keys: ReadonlyMap<string, KnownKey>;
  /** Limit of the window that requests without a valid key count on. */
  readonly addressLimit: number;
  readonly secrets: Secrets;
}

/** One sent input, with its names filled in. */
export interface Sent {
  readonly bytes: string;
  readonly stream: RequestStream;
  /** By the listener that it was sent to. */
  readonly served: Served;
}
