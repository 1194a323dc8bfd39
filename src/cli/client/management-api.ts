/**
 * The management API as commands use it, whichever way requests go: over the network to a node that runs, or within
 * the process to the folder of one that does not.
 *
 * What the node refuses becomes a `CommandFailed` with the node's own words. What it only puts off (429, 503) is asked
 * again after the wait it names, for it says that nothing was done.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { BAD, CommandFailed, UNREACHABLE } from '../framework/exit-status.js';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As in the OpenAPI document: `/api/keys/{id}`. */
  readonly path: string;
  /** What stands for `{id}`. */
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
  /** Where it was found, for messages. */
  readonly source: string;
}

export interface Transport {
  /** What messages call it: `the node at http://…`. */
  readonly name: string;
  /** Rejects with `CommandFailed` where no answer is to be had. */
  send(
    method: string,
    path: string,
    query: string,
    fields: readonly (readonly [string, string])[],
    body: string | undefined,
  ): Promise<ApiAnswer>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a document of the node's, whose shape is the API's to promise
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
  readonly #carrier: Transport;
  readonly #key: ManagementKey;
  readonly #waiting: (forMs: number, why: string) => void;

  /** @param waiting told before it waits because the node asks for it */
  constructor(carrier: Transport, key: ManagementKey, waiting: (forMs: number, why: string) => void) {
    this.#carrier = carrier;
    this.#key = key;
    this.#waiting = waiting;
  }

  /** The JSON that the node answers. Throws `CommandFailed` where it refuses. */
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
   * @param max of items in all; undefined for all there are
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
    return this.#carrier.close();
  }

  async #send({ method, path, id, query = {}, json, fields = {} }: ApiRequest): Promise<ApiAnswer> {
    const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
    return await this.#carrier.send(
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
        `${this.#carrier.name} is of version ${version} and does not know ${request.method} ${request.path}: use the tollgate of that version, or upgrade the node`,
        BAD,
      );
    }
    if (code === 'invalid_api_key' || code === 'wrong_credential') {
      return new CommandFailed(
        `${this.#carrier.name} knows no such management key as that from ${this.#key.source} (${answer.status} ${code})`,
        BAD,
      );
    }
    return new CommandFailed(`${this.#carrier.name} refused (${answer.status} ${code}): ${message}`, BAD);
  }

  /** The node's version where its API has no such operation; undefined where it has, or does not tell. */
  async #versionWithout({ method, path }: ApiRequest): Promise<string | undefined> {
    const document = jsonIn(await this.#carrier.send('GET', '/openapi.json', '', [], undefined));
    if (document?.info?.title !== 'Tollgate') return undefined;
    return document.paths?.[path]?.[method.toLowerCase()] === undefined ? document.info.version : undefined;
  }

  #stranger(): CommandFailed {
    return new CommandFailed(`${this.#carrier.name} does not answer as a Tollgate node does`, UNREACHABLE);
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

/** How long the node wants to be left alone; undefined where it is no use to ask again. */
function waitOf({ status, fields }: ApiAnswer): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const ms = Number(fields.get('retry-after-ms') ?? Number(fields.get('retry-after')) * 1_000);
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, WAIT_MS_MAX) : undefined;
}
