/** Shows how something is getting on, in one line. */
import type { CommandIo } from './command.js';
import { count, duration } from './format.js';

const SHOWN_AFTER_MS = 1_000;
const REDRAWN_EVERY_MS = 200;
const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001b[K';

type ProgressIo = Pick<CommandIo, 'err' | 'nowMs'>;

/**
 * A line that is drawn over on a terminal, from the second second on. Elsewhere it is silent, or a line now
 * and then.
 */
export class ProgressLine {
  readonly #io: ProgressIo;
  readonly #plainEveryMs: number;
  readonly #beganAtMs: number;
  #shownAtMs: number;
  #isDrawn = false;

  /** @param plainEveryMs how often a line is written if there is no terminal; never, if left out */
  constructor(io: ProgressIo, plainEveryMs = Number.POSITIVE_INFINITY) {
    this.#io = io;
    this.#plainEveryMs = plainEveryMs;
    this.#beganAtMs = io.nowMs();
    this.#shownAtMs = this.#beganAtMs;
  }

  /**
   * @param items the most important first: a narrow terminal shows as many as fit. Called only if they are
   *   shown.
   * @param part how much is done, from 0 to 1; undefined if that is unknown
   */
  update(items: () => readonly string[], part?: number): void {
    const { err } = this.#io;
    const now = this.#io.nowMs();
    const isTerminal = err.isTTY === true;
    if (isTerminal && now - this.#beganAtMs < SHOWN_AFTER_MS) return;
    if (now - this.#shownAtMs < (isTerminal ? REDRAWN_EVERY_MS : this.#plainEveryMs)) return;
    this.#shownAtMs = now;
    this.#isDrawn = isTerminal;
    if (!isTerminal) err.write(`${items().join('  ')}\n`);
    else {
      const all = part === undefined ? items() : [...bar(part, now - this.#beganAtMs), ...items()];
      err.write(CLEAR_LINE + fitting(all, (err.columns ?? 80) - 1));
    }
  }

  /** Makes room for other text. */
  end(): void {
    if (this.#isDrawn) this.#io.err.write(CLEAR_LINE);
    this.#isDrawn = false;
  }
}

/** The line of what is counted. */
export class Progress {
  readonly #line: ProgressLine;
  readonly #what: string;
  readonly #total: number | undefined;

  /**
   * @param what is counted, in the plural
   * @param total of them; undefined if it is unknown beforehand
   */
  constructor(io: ProgressIo, what: string, total?: number) {
    this.#line = new ProgressLine(io);
    this.#what = what;
    this.#total = total;
  }

  update(done: number): void {
    const total = this.#total;
    const part = total === undefined ? undefined : total === 0 ? 1 : done / total;
    const of = total === undefined ? '' : ` of ${count(total)}`;
    this.#line.update(() => [`${count(done)}${of} ${this.#what}`], part);
  }

  /** Makes room for other text. */
  end(): void {
    this.#line.end();
  }
}

function bar(part: number, elapsedMs: number): readonly string[] {
  const done = Math.min(1, part);
  const full = Math.floor(done * BAR_WIDTH);
  const left = done > 0 ? `, ${duration(((1 - done) / done) * (elapsedMs / 1_000))} left` : '';
  return [`[${'#'.repeat(full)}${' '.repeat(BAR_WIDTH - full)}] ${Math.floor(done * 100)} %${left}`];
}

/** As many of the items as stand whole in a line of so many characters. */
function fitting(items: readonly string[], charactersMax: number): string {
  let line = '';
  for (const item of items) {
    const longer = line === '' ? item : `${line}  ${item}`;
    if (longer.length > charactersMax) break;
    line = longer;
  }
  return line;
}
