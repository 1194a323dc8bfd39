/** Asks a node for its figures and its health, as those do who keep an eye on it. */
import { type Samples, SCRAPED_PAGES, type ScrapedPage } from '../../../history/onlookers/watching.js';
import type { AnswerTaker, SimulatedRequest } from '../listening/simulated-exchange.js';
import type { Seen } from '../process-environment.js';
import { oddHistograms } from './histograms.js';

interface Node {
  readonly isUp: boolean;
  connect(request: SimulatedRequest, taker: AnswerTaker): unknown;
}

/** The one that may see figures unless the configuration says otherwise. */
const HERE = '127.0.0.1';
const ELSEWHERE = '203.0.113.202';
const SAMPLE = /^([a-z_]+(?:\{.*\})?) (\S+)$/gm;
const OK = 200;
/** A page that is at hand is answered within so many. */
const TURNS_MAX = 100;

export class Scraper {
  readonly #node: Node;
  readonly #see: (seen: Seen) => void;
  #open = 0;

  constructor(node: Node, see: (seen: Seen) => void) {
    this.#node = node;
    this.#see = see;
  }

  /** Asks for all there is, in one instant. Resolves when it is answered. */
  async all(): Promise<void> {
    for (const page of SCRAPED_PAGES) this.ask(page);
    for (let turn = 0; turn < TURNS_MAX && this.#open > 0; turn++) await Promise.resolve();
  }

  /** @param isKeptAlive over a connection that was open before, which is answered while the node drains */
  ask(page: ScrapedPage, isKeptAlive = false): void {
    if (!this.#node.isUp && !isKeptAlive) return;
    const isElsewhere = page === 'elsewhere';
    this.#see({ what: 'scraping', page });
    this.#open += 1;
    const connection = this.#node.connect(
      {
        isKeptAlive,
        method: 'GET',
        path: isElsewhere ? '/metrics' : page,
        query: '',
        fields: [['host', 'gateway.test']],
        address: isElsewhere ? ELSEWHERE : HERE,
      },
      {
        answered: (status, _, body) => {
          this.#open -= 1;
          const hasSamples = page === '/metrics' && status === OK;
          const odd = hasSamples ? oddHistograms(body) : [];
          this.#see({
            ...{ what: 'scraped', page, status },
            ...(hasSamples && { samples: samplesOf(body) }),
            ...(odd.length > 0 && { odd }),
          });
        },
        cutOff: () => {
          this.#open -= 1;
        },
      },
    );
    if (connection === undefined) this.#open -= 1;
  }
}

function samplesOf(page: string): Samples {
  const samples: Record<string, string> = {};
  for (const [, name = '', value = ''] of page.matchAll(SAMPLE))
    if (value !== '0' && !name.includes('_bucket{')) samples[name] = value;
  return samples;
}
