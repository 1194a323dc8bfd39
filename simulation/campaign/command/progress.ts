/**
 * Shows how a campaign is getting on: on a terminal one line that is drawn over, elsewhere a line now and then.
 */

import type { CoverageNumbers } from '../../coverage/tally.js';
import type { CampaignState } from '../campaign.js';
import { progressItems } from '../readable.js';

const REDRAW_EVERY_MS = 200;
const LINE_EVERY_MS = 10_000;
const BAR_WIDTH = 20;
const CLEAR_LINE = '\r\u001b[K';

export interface ProgressOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export class Progress {
  readonly #output: ProgressOutput;
  readonly #until: { readonly runs: number } | { readonly ms: number };
  #shownAtMs = 0;
  #isDrawn = false;

  constructor(output: ProgressOutput, until: { readonly runs: number } | { readonly ms: number }) {
    this.#output = output;
    this.#until = until;
  }

  /** @param reach asked for only where something is shown */
  update(state: CampaignState, reach: () => CoverageNumbers, elapsedMs: number): void {
    const isTerminal = this.#output.isTTY === true;
    const everyMs = isTerminal ? REDRAW_EVERY_MS : LINE_EVERY_MS;
    if (elapsedMs - this.#shownAtMs < everyMs) return;
    this.#shownAtMs = elapsedMs;
    const figures = progressItems(state, reach(), elapsedMs);
    if (!isTerminal) {
      this.#output.write(`${figures.join('  ')}\n`);
      return;
    }
    const items = [this.#bar(state, elapsedMs), ...figures];
    this.#output.write(CLEAR_LINE + fitting(items, (this.#output.columns ?? 80) - 1));
    this.#isDrawn = true;
  }

  /** Makes place for other text. */
  clear(): void {
    if (this.#isDrawn) this.#output.write(CLEAR_LINE);
    this.#isDrawn = false;
  }

  #bar(state: CampaignState, elapsedMs: number): string {
    const part = 'runs' in this.#until ? state.runs / this.#until.runs : elapsedMs / this.#until.ms;
    const full = Math.min(BAR_WIDTH, Math.floor(part * BAR_WIDTH));
    return `[${'#'.repeat(full)}${' '.repeat(BAR_WIDTH - full)}]`;
  }
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
