/**
 * A call of an operation, with all that it is told of the request. Rarely wanted parts are made when asked
 * for.
 */

import type { Caller, Operation, OperationInput } from '../operation.js';
import { baseUrlOf, type Forwarded } from '../request/base-url.js';
import { printPeer } from '../request/client-address.js';
import type { RequestContext } from './request-context.js';
import type { SettingsInForce } from './settings.js';

export class OperationCall implements OperationInput {
  readonly context: RequestContext;
  readonly operation: Operation;
  readonly caller: Caller;
  readonly id: string;
  readonly address: string | undefined;
  body: unknown = undefined;
  readonly #publicUrl: string | undefined;
  readonly #forwarded: Forwarded | undefined;
  #query: URLSearchParams | undefined;
  #controller: AbortController | undefined;
  #isAborted = false;

  constructor(context: RequestContext, operation: Operation, caller: Caller, inForce: SettingsInForce) {
    this.context = context;
    this.operation = operation;
    this.caller = caller;
    this.id = context.match?.id ?? '';
    this.#publicUrl = inForce.publicUrl;
    this.#forwarded = inForce.proxies.forwarded(context.exchange, context.head);
    this.address =
      operation.isRead || operation.credential === 'api' ? undefined : addressOf(context, inForce);
  }

  get requestId(): string {
    return this.context.requestId.text;
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.context.exchange.query);
    return this.#query;
  }

  get header(): (name: string) => string | undefined {
    return (name) => this.context.head.other(name);
  }

  get baseUrl(): string {
    const { head, exchange } = this.context;
    return baseUrlOf(this.#publicUrl, this.#forwarded, head.host, exchange.isTls);
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }
}

function addressOf({ exchange, head }: RequestContext, { proxies }: SettingsInForce): string | undefined {
  return printPeer(proxies.clientOf(exchange.remoteAddress(), head.forwardedFor));
}
