/** The way of notices, and of people who come back, to a simulated node: one that is down hears of none. */

import { BROWSER } from './clients/pages/browser-request.js';
import type { SentNotice } from './payments/payment-desk.js';
import type { Seen } from './process-environment.js';
import type { SimulatedNode } from './simulated-node.js';

const ADDRESS = '203.0.113.200';

export class Notices {
  readonly #node: SimulatedNode;
  readonly #see: (seen: Seen) => void;
  #returns = 0;

  constructor(node: SimulatedNode, see: (seen: Seen) => void) {
    this.#node = node;
    this.#see = see;
  }

  send({ order, how, url, body, signature }: SentNotice): void {
    if (!this.#node.isUp) return;
    const { host, pathname } = new URL(url);
    const isPage = how === 'return';
    this.#see({ what: 'notice_sent', order, how });
    const signed: readonly (readonly [string, string])[] = [
      ['signature', signature],
      ['content-length', String(Buffer.byteLength(body))],
    ];
    const fields = [['host', host] as const, ...(isPage ? this.#pageFields() : signed)];
    const connection = this.#node.connect(
      { method: isPage ? 'GET' : 'POST', path: pathname, query: '', fields, address: ADDRESS },
      {
        answered: (status) => this.#see({ what: 'notice_answered', order, how, status }),
        cutOff: () => {},
      },
    );
    if (!isPage) connection?.sendBody(body);
  }

  /** Most people come back with a browser, and some with a program. */
  #pageFields(): readonly (readonly [string, string])[] {
    this.#returns += 1;
    return this.#returns % 3 === 0 ? [] : [BROWSER];
  }
}
