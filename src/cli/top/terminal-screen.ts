/**
 * The terminal as a screen. It is given back as it was found: when the screen is closed, when the process
 * ends for whatever reason, and while the process is stopped (Ctrl-Z).
 */
import { type Line, painted } from './lines.js';
import type { ScreenSize } from './screen.js';

const ENTER = '\u001b[?1049h\u001b[?25l\u001b[2J';
const LEAVE = '\u001b[0m\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const CLEAR_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';
/** `q`, Ctrl-C, Ctrl-D. */
const LEAVING = ['q', 'Q', '\u0003', '\u0004'];
const CTRL_Z = '\u001a';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Signals go to the whole process group: a shell watches the process that it started itself. */
const GROUP = 0;

export interface ScreenOptions {
  readonly isColoured: boolean;
  /** Asks for the lines again: the terminal has another size, or was given back meanwhile. */
  readonly onRedraw: () => void;
  /** The user quits. */
  readonly onLeave: () => void;
}

export class TerminalScreen {
  readonly #input = process.stdin;
  readonly #output = process.stdout;
  readonly #options: ScreenOptions;
  /** False once the terminal was given back: lines drawn later would appear among those of the shell. */
  #isOurs = false;
  readonly #onKeys = (keys: Buffer): void => {
    const typed = keys.toString('latin1');
    if (LEAVING.some((key) => typed.includes(key))) this.#options.onLeave();
    else if (typed.includes(CTRL_Z)) this.#stop();
  };
  readonly #giveBack = (): void => {
    this.#isOurs = false;
    if (this.#input.isTTY === true) this.#input.setRawMode(false);
    this.#output.write(LEAVE);
  };
  /**
   * Returns when the process is continued; at once if nobody could continue it, for then the signal is
   * ignored.
   */
  readonly #stop = (): void => {
    this.#giveBack();
    process.off('SIGTSTP', this.#stop);
    process.kill(GROUP, 'SIGTSTP');
    process.on('SIGTSTP', this.#stop);
    this.#goOn();
  };
  readonly #goOn = (): void => {
    this.#take();
    this.#options.onRedraw();
  };

  constructor(options: ScreenOptions) {
    this.#options = options;
    const { onLeave, onRedraw } = options;
    process.once('exit', this.#giveBack);
    for (const signal of SIGNALS) process.on(signal, onLeave);
    process.on('SIGTSTP', this.#stop);
    process.on('SIGCONT', this.#goOn);
    this.#output.on('resize', onRedraw);
    if (this.#input.isTTY === true) this.#input.on('data', this.#onKeys).resume();
    this.#take();
  }

  get size(): ScreenSize {
    return { columns: this.#output.columns || 80, rows: this.#output.rows || 24 };
  }

  draw(lines: readonly Line[]): void {
    if (!this.#isOurs) return;
    const { columns, rows } = this.size;
    // A line is cleared before it is written: after a full line the cursor still stands on its last
    // character.
    const text = lines
      .slice(0, rows)
      .map((line) => CLEAR_LINE + painted(line, columns, this.#options.isColoured))
      .join('\r\n');
    this.#output.write(HOME + text + (lines.length < rows ? `\r\n${CLEAR_BELOW}` : ''));
  }

  close(): void {
    const { onLeave, onRedraw } = this.#options;
    process.off('exit', this.#giveBack);
    for (const signal of SIGNALS) process.off(signal, onLeave);
    process.off('SIGTSTP', this.#stop);
    process.off('SIGCONT', this.#goOn);
    this.#output.off('resize', onRedraw);
    if (this.#input.isTTY === true) this.#input.off('data', this.#onKeys).pause();
    this.#giveBack();
  }

  #take(): void {
    this.#isOurs = true;
    if (this.#input.isTTY === true) this.#input.setRawMode(true);
    this.#output.write(ENTER);
  }
}
