/** A person who is signed in to the dashboard, and asks for one page after the other over one connection. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '../../servers/server-process.js';
import { askAsOperator } from '../../servers/tollgate-server.js';

const PASSWORD = 'a password of the bench';
/** A person who asks no more often stays within the window of 6,000 requests a minute. */
const REQUEST_EVERY_MS = 10.5;

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
  readonly cookies: readonly string[];
}

export class DashboardVisitor {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #cookies = '';

  private constructor(port: number) {
    this.#port = port;
  }

  /** Invited by the operator, and signed in by that. */
  static async of(server: ServerProcess, account: string, role: string): Promise<DashboardVisitor> {
    const name = `${role}@bench.example`;
    const path = `/api/accounts/${account}/invitations`;
    const { url } = (await askAsOperator(server, 'POST', path, { name, role })) as { url: string };
    const visitor = new DashboardVisitor(server.port);
    const form = new URLSearchParams({ password: PASSWORD, again: PASSWORD });
    const { status, cookies } = await visitor.#ask('POST', new URL(url).pathname, form.toString());
    if (status !== 303) throw new Error(`an invitation was answered ${status}`);
    visitor.#cookies = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    return visitor;
  }

  /** @throws if the page is not there */
  async page(path: string): Promise<string> {
    const { status, body } = await this.#ask('GET', path);
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
    return body;
  }

  /** The time that each of so many views took, in ms. */
  async timesOf(path: string, views: number): Promise<readonly number[]> {
    const times: number[] = [];
    while (times.length < views) {
      const began = performance.now();
      await this.page(path);
      times.push(performance.now() - began);
      await delay(began + REQUEST_EVERY_MS - performance.now());
    }
    return times;
  }

  leave(): void {
    this.#agent.destroy();
  }

  async #ask(method: string, path: string, form?: string): Promise<Answer> {
    const origin = `http://127.0.0.1:${this.#port}`;
    const headers = {
      accept: 'text/html',
      origin,
      ...(this.#cookies === '' ? {} : { cookie: this.#cookies }),
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(origin + path, { method, headers, agent: this.#agent }, resolve)
        .on('error', reject)
        .end(form);
    });
    const body = (await buffer(response)).toString();
    return { status: response.statusCode, body, cookies: response.headers['set-cookie'] ?? [] };
  }
}
