/** One reservation and one settlement for each text, and both of the right amount. */
import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import { promptBound, type TextModelSetup } from '../../history/texts/text-setup.js';
import { type GenerationRecord, isGeneration, LedgerImage, TableImage } from '../facts/disk-image.js';
import { InForce } from '../facts/in-force.js';
import type { Requests } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { deltasOf, type KnownCall, priceOfTokens, TextBook, type Tokens, tokensOf } from './text-book.js';

type Report = (message: string) => void;

interface Moved {
  reserved: number;
  charged: number;
  released: number;
}

/** An event that comes in one packet with others may find that nobody reads on. */
const AT_ONCE = 4;

export const TEXT_SETTLEMENT: Rule = {
  name: 'text-settlement',
  says: 'A text reserves the most that it can cost, and is charged once by the tokens that its provider reported, or else by its bytes: at most the reserve, rounded up. One that failed before its first token or was interrupted by a restart costs nothing.',
  watch: (setup, report, requests) => new TextSettlement(setup, report, requests),
};

class TextSettlement implements Invariant {
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #inForce: InForce;
  readonly #models: readonly TextModelSetup[];
  readonly #book = new TextBook();
  readonly #ledger = new LedgerImage();
  readonly #generations = new TableImage<GenerationRecord>('generations');
  readonly #open = new TableImage<unknown>('open_generations');
  readonly #moved = new Map<string, Moved>();
  readonly #checked = new Map<string, GenerationRecord>();

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#report = report;
    this.#requests = requests;
    this.#inForce = new InForce(setup);
    this.#models = setup.texts?.models ?? [];
  }

  observe(seen: Parameters<Invariant['observe']>[0]): void {
    this.#inForce.observe(seen, this.#requests.seq);
    this.#book.observe(seen);
  }

  disk(records: StoreReader): void {
    if (this.#models.length === 0) return;
    for (const { job, type, amount } of this.#ledger.read(records, () => {})) {
      if (!isGeneration(job)) continue;
      const moved = this.#moved.get(job) ?? { reserved: 0, charged: 0, released: 0 };
      this.#moved.set(job, moved);
      if (type === 'reserve') moved.reserved += amount;
      else if (type === 'charge') moved.charged += amount;
      else moved.released += amount;
    }
    const open = this.#open.read(records);
    for (const [id, generation] of this.#generations.read(records)) {
      if ((generation.status === 'open') !== open.has(id)) {
        const has = open.has(id) ? 'an' : 'no';
        this.#report(`on disk, ${id} is ${generation.status} and has ${has} open reservation`);
      }
      if (this.#checked.get(id) === generation) continue;
      this.#checked.set(id, generation);
      this.#checkReserve(id, generation);
      if (generation.status !== 'open') this.#checkCost(id, generation);
    }
  }

  #checkReserve(id: string, { model, prices, reserved }: GenerationRecord): void {
    const offered = this.#models.find((one) => one.id === model);
    if (offered === undefined) {
      this.#report(`${id} is a text of ${model}, which does not exist`);
      return;
    }
    const possible = this.#inForce.textPrices(model, 0, this.#requests.seq) ?? [];
    const isPrice = possible.some(({ input, output }) => input === prices.input && output === prices.output);
    if (!isPrice) this.#report(`${id} has the prices ${JSON.stringify(prices)}, which ${model} never had`);
    const [first] = this.#book.callsOf(id);
    if (first === undefined) return;
    const most = { prompt: promptBound(offered, first.called), completion: first.called.cap };
    const expected = priceOfTokens(prices, most);
    if (reserved !== expected || this.#moved.get(id)?.reserved !== expected) {
      this.#report(
        `${id} may cost ${expected} micro-DA; ${this.#moved.get(id)?.reserved} were reserved, its record says ${reserved}`,
      );
    }
  }

  #checkCost(id: string, generation: GenerationRecord): void {
    const { cost, reserved, prices, status, machine } = generation;
    const moved = this.#moved.get(id);
    if (moved?.charged !== cost || moved.released !== reserved - (cost ?? 0)) {
      this.#report(
        `${id} held ${reserved} micro-DA and cost ${cost}; ${moved?.charged} were charged and ${moved?.released} released`,
      );
    }
    const last = this.#book.callsOf(id).at(-1);
    const { end } = machine.context;
    const possible = tokensFor(generation, last, this.#book.wasLost(id));
    const due = possible.map((tokens) =>
      tokens === undefined ? 0 : Math.min(reserved, priceOfTokens(prices, tokens)),
    );
    if (!due.includes(cost ?? -1)) {
      this.#report(`${id} ${status} and cost ${cost} micro-DA, not ${due.join(' or ')}`);
    }
    const isSaid = possible.some(
      (tokens) =>
        (tokens?.prompt ?? 0) === (end?.promptTokens ?? 0) &&
        (tokens?.completion ?? 0) === (end?.completionTokens ?? 0) &&
        (tokens === undefined || tokens.isEstimated === end?.isEstimated),
    );
    if (!isSaid) this.#report(`${id} ${status} with ${JSON.stringify(end)}, not ${JSON.stringify(possible)}`);
    const isFinished = last?.sent.some(({ finish }) => finish !== undefined) === true;
    if (status === 'completed' && last?.over !== 'whole' && !isFinished)
      this.#report(`${id} completed, and its provider had not ended it`);
    if (status === 'failed' && last?.over === 'whole')
      this.#report(`${id} failed, and its provider had sent it in whole`);
  }
}

/** The tokens that a settled text may be charged; undefined stands for none. */
function tokensFor(
  { status, isStreamed, machine }: GenerationRecord,
  last: KnownCall | undefined,
  wasLost: boolean,
): readonly (Tokens | undefined)[] {
  if (last === undefined) {
    const { end } = machine.context;
    // Its client may have gone in the very moment in which the call failed: nobody knows what came of it.
    const isOfPrompt = wasLost && status === 'interrupted' && end !== null;
    return isOfPrompt
      ? [undefined, { prompt: end.promptTokens, completion: 0, isEstimated: true }]
      : [undefined];
  }
  const { sent } = last;
  if (status === 'completed') return [tokensOf(last, sent)];
  if (status === 'failed')
    return [isStreamed && deltasOf(last) > 0 ? tokensOf(last, sent, false) : undefined];
  if (machine.context.end === null) return [undefined];
  // A failure before the first token costs nothing, whether its client has gone or not.
  if (last.over !== 'left' && deltasOf(last) === 0) return [undefined];
  const lengths = Array.from({ length: AT_ONCE }, (_, fewer) => Math.max(0, sent.length - fewer));
  return [...new Set(lengths)].map((length) => tokensOf(last, sent.slice(0, length), false));
}
