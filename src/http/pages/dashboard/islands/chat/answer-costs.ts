/** Asks what answers have cost until the gateway knows: that of a stopped one takes it a while. */
import type { ChatGateway, ToldCost } from './gateway.js';

/** A text whose client has gone is read on for some ten seconds before it is settled. */
const ASKED_AFTER_MS = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** The status of a generation that is not settled yet. */
export const OPEN = 'open';

export class AnswerCosts {
  readonly #gateway: Pick<ChatGateway, 'costOf'>;
  readonly #told: (generation: string, told: ToldCost) => void;
  readonly #asked = new Set<string>();

  /** @param told is told of each look that was answered, for the balance, too */
  constructor(gateway: Pick<ChatGateway, 'costOf'>, told: (generation: string, told: ToldCost) => void) {
    this.#gateway = gateway;
    this.#told = told;
  }

  /** Unless it asks already. */
  ask(generation: string): void {
    if (this.#asked.has(generation)) return;
    this.#asked.add(generation);
    void this.#ask(generation).finally(() => this.#asked.delete(generation));
  }

  async #ask(generation: string): Promise<void> {
    for (const waitMs of ASKED_AFTER_MS) {
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const told = await this.#gateway.costOf(generation);
      if (told !== undefined) this.#told(generation, told);
      if (told !== undefined && told.status !== OPEN) return;
    }
  }
}
