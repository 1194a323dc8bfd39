/** Well-formed calls to the server: to set the stage, to look after it, and to read its books. */

export interface ApiAnswer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

const CALL_WITHIN_MS = 15_000;

export class ApiClient {
  readonly #base: string;
  readonly #managementBase: string;

  /** @param managementPort the same one if management has no listener of its own */
  constructor(port: number, managementPort: number) {
    this.#base = `http://127.0.0.1:${port}`;
    this.#managementBase = `http://127.0.0.1:${managementPort}`;
  }

  /** @throws Error if no answer comes */
  async call(method: string, path: string, key?: string, body?: unknown): Promise<ApiAnswer> {
    const base = path.startsWith('/api/') ? this.#managementBase : this.#base;
    const answer = await fetch(base + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_WITHIN_MS),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: answer.status, json: isJson ? JSON.parse(text) : { text } };
  }

  /** @throws Error if the answer is no success */
  async done(method: string, path: string, key?: string, body?: unknown): Promise<ApiAnswer['json']> {
    const answer = await this.call(method, path, key, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`);
    return answer.json;
  }

  /** All items of a list, newest first. */
  async wholeList(path: string, key: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const items: Readonly<Record<string, unknown>>[] = [];
    let after = '';
    for (;;) {
      const page = await this.done('GET', `${path}?limit=100${after}`, key);
      items.push(...(page.data as Readonly<Record<string, unknown>>[]));
      if (page.has_more !== true) return items;
      after = `&after=${encodeURIComponent(String(page.next))}`;
    }
  }
}
