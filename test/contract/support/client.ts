/**
 * The API as a client uses it, whatever carries the requests: HTTP to a process (`harness.ts`), or the
 * gateway without sockets (`test/http/socketless-gateway.ts`). A suite of cases runs against both.
 */

export const OPERATOR_KEY = 'operator-key-of-the-tests-0123456789abcdef';

/** Far more than anything takes, for a machine that is ten times slower or busy with others. */
export const PATIENCE_MS = 300_000;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests judge what is in it
  readonly json: any;
  /** The wall clock of the gateway; left out if it is the machine's. */
  readonly wallMs?: number;
}

export interface CallOptions {
  readonly key?: string | undefined;
  readonly json?: unknown;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Loopback address to call from, such as `127.0.0.7`: a client of its own to the gateway. */
  readonly from?: string;
}

/** A request that no HTTP client would send. */
export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  /** `Host` is added if it is not named. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
  /** Sets Content-Length to something else than the body's length; null leaves it out. */
  readonly contentLength?: string | number | null;
}

/** Starts a gateway with these options of the command line. */
export type StartGateway = (options?: { readonly args?: readonly string[] }) => Promise<TollgateClient>;

export abstract class TollgateClient {
  abstract call(method: string, path: string, options?: CallOptions): Promise<Answer>;

  /** Sends a request on a connection of its own; undefined if that is closed without an answer. */
  abstract ask(request: RawRequest): Promise<Answer | undefined>;

  /** Has time pass at the gateway. */
  abstract pause(ms: number): Promise<void>;

  /** Creates an API key through the API, as the operator; its plain text and its id. */
  async createKey(
    fields: Record<string, unknown> = {},
  ): Promise<{ key: string; id: string; account: string }> {
    const answer = await this.call('POST', '/api/keys', {
      key: OPERATOR_KEY,
      json: { rate_limit_rpm: 1_000_000, credits: 1_000, ...fields },
    });
    if (answer.status !== 201) throw new Error(`no key was created: ${answer.status} ${answer.text}`);
    return answer.json;
  }

  /** Creates an account through the API, as the operator; its id and its management key. */
  async createAccount(fields: Record<string, unknown> = {}): Promise<{ id: string; managementKey: string }> {
    const answer = await this.call('POST', '/api/accounts', {
      key: OPERATOR_KEY,
      json: { name: 'An account', verified: true, ...fields },
    });
    if (answer.status !== 201) throw new Error(`no account was created: ${answer.status} ${answer.text}`);
    return { id: answer.json.id, managementKey: answer.json.management_key.key };
  }

  submit(
    key: string,
    fields: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const json = { model: 'sim/video-instant', prompt: 'a lighthouse in the rain', ...fields };
    return this.call('POST', '/v1/videos', { key, json, headers });
  }

  /**
   * Polls a job until it is settled, ever more rarely; a key with a low limit wants a longer distance, in ms.
   */
  async settled(key: string, id: string, withinMs = PATIENCE_MS, everyMs = 25): Promise<Answer> {
    for (let waitedMs = 0; ; ) {
      const answer = await this.call('GET', `/v1/videos/${id}`, { key });
      if (answer.status !== 200) throw new Error(`polling ${id}: ${answer.status} ${answer.text}`);
      if (answer.json.status === 'completed' || answer.json.status === 'failed') return answer;
      if (waitedMs > withinMs) throw new Error(`job ${id} is still ${answer.json.status}`);
      const ms = Math.max(everyMs, waitedMs / 10);
      await this.pause(ms);
      waitedMs += ms;
    }
  }
}
