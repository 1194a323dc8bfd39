/**
 * One line on a terminal that shows how something is getting on; nothing elsewhere, and nothing for what is over
 * within a second.
 */
import type { CommandIo } from './command.js';
import { count, duration } from './format.js';

const SHOWN_AFTER_MS = 1_000;
const REDRAWN_EVERY_MS = 200;
const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001b[K';

export class Progress {
  readonly #io: Pick<CommandIo, 'err' | 'nowMs'>;
  readonly #what: string;
  readonly #total: number | undefined;
  readonly #beganAtMs: number;
  #shownAtMs = Number.NEGATIVE_INFINITY;
  #isDrawn = false;

  /**
   * @param what is counted, in the plural
   * @param total of them; undefined where nobody knows beforehand
   */
  constructor(io: Pick<CommandIo, 'err' | 'nowMs'>, what: string, total?: number) {
    this.#io = io;
    this.#what = what;
    this.#total = total;
    this.#beganAtMs = io.nowMs();
  }

  update(done: number): void {
    const { err, nowMs } = this.#io;
    if (err.isTTY !== true) return;
    const now = nowMs();
    if (now - this.#beganAtMs < SHOWN_AFTER_MS || now - this.#shownAtMs < REDRAWN_EVERY_MS) return;
    this.#shownAtMs = now;
    this.#isDrawn = true;
    err.write(CLEAR_LINE + this.#line(done, now - this.#beganAtMs).slice(0, (err.columns ?? 80) - 1));
  }

  /** Makes place for other text. */
  end(): void {
    if (this.#isDrawn) this.#io.err.write(CLEAR_LINE);
    this.#isDrawn = false;
  }

  #line(done: number, elapsedMs: number): string {
    if (this.#total === undefined) return `${count(done)} ${this.#what}`;
    const part = this.#total === 0 ? 1 : Math.min(1, done / this.#total);
    const full = Math.floor(part * BAR_WIDTH);
    const bar = `[${'#'.repeat(full)}${' '.repeat(BAR_WIDTH - full)}]`;
    const left = part > 0 ? `, ${duration(((1 - part) / part) * (elapsedMs / 1_000))} left` : '';
    return `${bar} ${Math.floor(part * 100)} %  ${count(done)} of ${count(this.#total)} ${this.#what}${left}`;
  }
}
