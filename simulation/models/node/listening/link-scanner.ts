/** Looks at the link of each mail as soon as it has arrived, as scanners of mail servers do. */
import type { LinkScanned, MailSent } from '../../../history/mails/mails.js';
import type { Computer } from '../../../world/computer.js';
import type { AnswerTaker, SimulatedRequest } from './simulated-exchange.js';

interface Node {
  readonly isUp: boolean;
  connect(request: SimulatedRequest, taker: AnswerTaker): unknown;
}

const ADDRESS = '203.0.113.201';
const SOON_MS = 1;

export class LinkScanner {
  readonly #computer: Computer;
  readonly #node: Node;
  readonly #see: (seen: LinkScanned) => void;

  constructor(computer: Computer, node: Node, see: (seen: LinkScanned) => void) {
    this.#computer = computer;
    this.#node = node;
    this.#see = see;
  }

  arrived({ mail, link }: MailSent): void {
    this.#computer.world.after(SOON_MS, () => this.#look(mail, link));
  }

  #look(mail: number, link: string): void {
    if (!this.#node.isUp || !URL.canParse(link)) return;
    const { host, pathname } = new URL(link);
    const fields = [
      ['host', host],
      ['accept', 'text/html'],
    ] as const;
    this.#node.connect(
      { method: 'GET', path: pathname, query: '', fields, address: ADDRESS },
      {
        answered: (status) => this.#see({ what: 'link_scanned', mail, status }),
        cutOff: () => {},
      },
    );
  }
}
