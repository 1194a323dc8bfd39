/** What an operation is told of a request; what few operations ask for is made when they do. */

import type { Exchange } from '../exchange.js';
import type { Caller, OperationInput } from '../operation.js';
import { baseUrlOf, type Forwarded } from '../request/base-url.js';
import type { RequestHead } from '../request/request-head.js';
import type { RequestId } from '../request/request-ids.js';

export class CallInput implements OperationInput {
  readonly caller: Caller;
  readonly id: string;
  body: unknown = undefined;
  readonly #requestId: RequestId;
  readonly #head: RequestHead;
  readonly #exchange: Exchange;
  readonly #publicUrl: string | undefined;
  readonly #forwarded: Forwarded | undefined;
  #query: URLSearchParams | undefined;
  #controller: AbortController | undefined;
  #isAborted = false;

  constructor(
    caller: Caller,
    requestId: RequestId,
    id: string,
    head: RequestHead,
    exchange: Exchange,
    publicUrl: string | undefined,
    forwarded: Forwarded | undefined,
  ) {
    this.caller = caller;
    this.#requestId = requestId;
    this.id = id;
    this.#head = head;
    this.#exchange = exchange;
    this.#publicUrl = publicUrl;
    this.#forwarded = forwarded;
  }

  get requestId(): string {
    return this.#requestId.text;
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.#exchange.query);
    return this.#query;
  }

  get header(): (name: string) => string | undefined {
    return (name) => this.#head.other(name);
  }

  get baseUrl(): string {
    return baseUrlOf(this.#publicUrl, this.#forwarded, this.#head.host, this.#exchange.isTls);
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
