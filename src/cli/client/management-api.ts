/**
 * The management API as commands use it, over either transport: over the network to a running node, or within
 * the process to the folder of a stopped one.
 *
 * A refusal becomes a `CommandFailed` with the node's own words. A request that the node puts off (429, 503)
 * is sent again after the wait that the node names: it has not been carried out.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { BAD, CommandFailed, UNREACHABLE } from '../framework/exit-status.js';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As in the OpenAPI document: `/api/keys/{id}`. */
  readonly path: string;
  /** Stands for `{id}`. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** The fields of the body; those that are undefined are not sent. */
  readonly json?: object;
  /** Names in lower case. */
  readonly fields?: Readonly<Record<string, string>>;
}

export interface ApiAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface ManagementKey {
  readonly text: string;
  /** The file or variable that it was found in, for messages. */
  readonly source: string;
}

export interface Transport {
  /** Its name in messages: `the node at http://…`. */
  readonly name: string;
  /** Rejects with `CommandFailed` if there is no answer. */
  send(
    method: string,
    path: string,
    query: string,
    fields: readonly (readonly [string, string])[],
    body: string | undefined,
  ): Promise<ApiAnswer>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a document of the node; the API promises its shape
type Json = any;

export interface ListPage {
  readonly data: readonly Json[];
  readonly has_more: boolean;
  readonly next: string | null;
}

const WAITS_MAX = 5;
const WAIT_MS_MAX = 60_000;
const PAGE_MAX = 100;

export class ManagementApi {
  readonly #transport: Transport;
  readonly #key: ManagementKey;
  readonly #waiting: (forMs: number, why: string) => void;

  /** @param waiting called before each wait that the node asks for */
  constructor(transport: Transport, key: ManagementKey, waiting: (forMs: number, why: string) => void) {
    this.#transport = transport;
    this.#key = key;
    this.#waiting = waiting;
  }

  /** The JSON that the node answers. Throws `CommandFailed` if it refuses. */
  async ask(request: ApiRequest): Promise<Json> {
    return (await this.answer(request)).json;
  }

  async answer(request: ApiRequest): Promise<{ readonly json: Json; readonly isReplay: boolean }> {
    for (let waits = 0; ; waits += 1) {
      const answer = await this.#send(request);
      const json = jsonIn(answer);
      if (answer.status < 400) {
        if (json === undefined) throw this.#stranger();
        return { json, isReplay: answer.fields.get('idempotent-replayed') === 'true' };
      }
      const waitMs = waitOf(answer);
      if (waitMs === undefined || waits === WAITS_MAX) throw await this.#refusal(request, answer, json);
      this.#waiting(waitMs, json?.error?.message ?? '');
      await pause(waitMs);
    }
  }

  /**
   * A list, page by page, newest first.
   *
   * @param max of items in all; undefined for all
   */
  async *pages(request: ApiRequest, max: number | undefined): AsyncGenerator<ListPage> {
    let after: string | undefined;
    let left = max ?? Number.POSITIVE_INFINITY;
    while (left > 0) {
      const limit = String(Math.min(left, PAGE_MAX));
      const page: ListPage = await this.ask({ ...request, query: { ...request.query, limit, after } });
      yield page;
      left -= page.data.length;
      if (!page.has_more || page.next === null) return;
      after = page.next;
    }
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #send({ method, path, id, query = {}, json, fields = {} }: ApiRequest): Promise<ApiAnswer> {
    const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
    return await this.#transport.send(
      method,
      path.replace('{id}', encodeURIComponent(id ?? '')),
      new URLSearchParams(given).toString(),
      [
        ['authorization', `Bearer ${this.#key.text}`],
        ...(json === undefined ? [] : [['content-type', 'application/json'] as const]),
        ...Object.entries(fields),
      ],
      json === undefined ? undefined : JSON.stringify(json),
    );
  }

  async #refusal(request: ApiRequest, answer: ApiAnswer, json: Json): Promise<CommandFailed> {
    const { code, message } = json?.error ?? {};
    if (typeof code !== 'string' || typeof message !== 'string') return this.#stranger();
    const isUnknownHere = code === 'not_found' || code === 'method_not_allowed';
    const version = isUnknownHere ? await this.#versionWithout(request) : undefined;
    if (version !== undefined) {
      return new CommandFailed(
        `${this.#transport.name} has version ${version}, which does not know ${request.method} ${request.path}: use the tollgate of that version, or upgrade the node`,
        BAD,
      );
    }
    if (code === 'invalid_api_key' || code === 'wrong_credential') {
      return new CommandFailed(
        `${this.#transport.name} does not accept the management key from ${this.#key.source} (${answer.status} ${code})`,
        BAD,
      );
    }
    return new CommandFailed(`${this.#transport.name} refused (${answer.status} ${code}): ${message}`, BAD);
  }

  /** The node's version if its API has no such operation; undefined if it has, or if it does not tell. */
  async #versionWithout({ method, path }: ApiRequest): Promise<string | undefined> {
    const document = jsonIn(await this.#transport.send('GET', '/openapi.json', '', [], undefined));
    if (document?.info?.title !== 'Tollgate') return undefined;
    return document.paths?.[path]?.[method.toLowerCase()] === undefined ? document.info.version : undefined;
  }

  #stranger(): CommandFailed {
    return new CommandFailed(`${this.#transport.name} does not answer like a Tollgate node`, UNREACHABLE);
  }
}

function jsonIn({ fields, body }: ApiAnswer): Json | undefined {
  if (fields.get('content-type')?.startsWith('application/json') !== true) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The wait that the node asks for; undefined if it is no use to ask again. */
function waitOf({ status, fields }: ApiAnswer): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const ms = Number(fields.get('retry-after-ms') ?? Number(fields.get('retry-after')) * 1_000);
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, WAIT_MS_MAX) : undefined;
}
