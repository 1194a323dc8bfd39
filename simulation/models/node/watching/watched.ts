/** The view of one who watches a node: its frames as they come, and at some of them the figures beside it. */
import type { ClientCall } from '../../../history/client-call.js';
import type { Computer } from '../../../world/computer.js';
import type { Seen } from '../process-environment.js';
import type { Scraper } from './scraper.js';

interface WatchedParts {
  readonly computer: Computer;
  readonly scraper: Scraper;
  readonly see: (seen: Seen) => void;
}

/** At the first frame and at each so manieth, the figures are asked for in the same instant. */
const SCRAPED_EVERY = 5;

export class Watched {
  readonly #request: number;
  readonly #call: ClientCall;
  readonly #parts: WatchedParts;
  #frames = 0;
  #isOver = false;

  constructor(request: number, call: ClientCall, parts: WatchedParts) {
    [this.#request, this.#call, this.#parts] = [request, call, parts];
  }

  /** @param leave ends the connection */
  begun(leave: () => void): void {
    const { op } = this.#call;
    const { leavesAfterMs } = op === 'watch' || op === 'watch_page' ? this.#call : {};
    if (leavesAfterMs === undefined) return;
    this.#parts.computer.world.after(leavesAfterMs, () => {
      if (this.#isOver) return;
      this.over('left');
      leave();
    });
  }

  frame(text: string): void {
    if (this.#isOver) return;
    const frame = JSON.parse(text, shortened) as Readonly<Record<string, unknown>>;
    const wallMs = this.#parts.computer.world.wallMs();
    this.#parts.see({ what: 'frame', request: this.#request, frame, wallMs });
    if (this.#call.op === 'watch' && this.#frames % SCRAPED_EVERY === 0) this.#parts.scraper.ask('/metrics');
    this.#frames += 1;
  }

  over(code: number | 'lost' | 'left'): void {
    this.#isOver = true;
    this.#parts.see({ what: 'watch_over', request: this.#request, code });
  }
}

/** Of a histogram, its count in the place of its buckets. */
function shortened(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('bounds_ms' in value) || !('buckets' in value))
    return value;
  const { bounds_ms: _bounds, buckets, ...rest } = value;
  const counts = buckets as readonly number[];
  return { count: counts.reduce((sum, count) => sum + count, 0), ...rest };
}
