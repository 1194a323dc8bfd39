/** A browser at a gateway without sockets: it keeps cookies, and sends forms as pages of the gateway do. */

import type { Mail } from '../../src/mail/mail.js';
import type { NodeEnvironment } from '../../src/node/environment.js';
import type { MadeUpExchange } from './pipeline/gateway-stage.js';
import { SocketlessGateway } from './socketless-gateway.js';

export const PUBLIC_URL = 'https://gateway.example';

type Fields = readonly (readonly [name: string, value: string])[];

export class MadeUpBrowser {
  readonly cookies = new Map<string, string>();
  readonly #gateway: SocketlessGateway;
  readonly #peer: string;

  constructor(gateway: SocketlessGateway, peer = '192.0.2.1') {
    this.#gateway = gateway;
    this.#peer = peer;
  }

  get(target: string, fields: Fields = []): Promise<MadeUpExchange> {
    return this.send('GET', target, '', fields);
  }

  /** Fields of another site replace those of a page of the gateway's own. */
  post(
    target: string,
    form: Readonly<Record<string, string>>,
    fields: Fields = [['sec-fetch-site', 'same-origin']],
  ): Promise<MadeUpExchange> {
    const type = ['content-type', 'application/x-www-form-urlencoded'] as const;
    return this.send('POST', target, new URLSearchParams(form).toString(), [type, ...fields]);
  }

  async send(method: string, target: string, body: string, fields: Fields): Promise<MadeUpExchange> {
    const [path = '', query = ''] = target.split(/\?(.*)/s);
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const bytes = Buffer.from(body);
    const own: Fields = [
      ['accept', 'text/html'],
      ...(cookies === '' ? [] : [['cookie', cookies] as const]),
      ...(method === 'POST' ? [['content-length', String(bytes.length)] as const] : []),
    ];
    const host: Fields = fields.some(([name]) => name === 'host') ? [] : [['host', new URL(PUBLIC_URL).host]];
    const request = { method, path, query, fields: [...host, ...own, ...fields], peer: this.#peer };
    const exchange = await this.#gateway.send(request, bytes);
    if (!exchange.isOver) throw new Error(`${method} ${target} was not answered`);
    for (const cookie of exchange.cookies) this.#keep(cookie);
    return exchange;
  }

  #keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/; Max-Age=0(;|$)/.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** A gateway under a public URL, and the mails that it sends; it has no mail server without `mails`. */
export async function gatewayWithMail(
  args: readonly string[] = [],
  mails?: Mail[],
): Promise<SocketlessGateway> {
  // Loaded before time is virtual: a page has a time limit.
  await import('../../src/http/pages/dashboard/site.js');
  const mailTransport: NodeEnvironment['mailTransport'] = { send: async (mail) => void mails?.push(mail) };
  return await SocketlessGateway.start({
    args: ['--public-url', PUBLIC_URL, ...args],
    environment: mails === undefined ? {} : { mailTransport },
  });
}

/** The path that a mail's link leads to. */
export function linkIn({ text }: Pick<Mail, 'text'>): string {
  const link = text.split('\n').find((line) => line.startsWith(`${PUBLIC_URL}/`)) ?? '';
  return link.slice(PUBLIC_URL.length);
}
