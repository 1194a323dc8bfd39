/** The end of a text that a client was told is on disk, across crashes; and each text ends. */
import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import type { TextUsage } from '../../history/texts/text-observation.js';
import { addsUp, isWholeText, saidIn, shortened } from '../../history/texts/text-shape.js';
import { type GenerationRecord, isGeneration, LedgerImage, TableImage } from '../facts/disk-image.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { hasSmallMailboxes } from '../facts/options.js';
import { type Answer, bodyOf, codeOf, isObject } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { Retention } from '../jobs/retention.js';
import { SettledTexts } from './settled-texts.js';
import { isEndOfText, TextBook, textIdOf, tokensOf } from './text-book.js';

type Report = (message: string) => void;

/** Of the error of an answer: how the call for its text ended, at the last provider that was asked. */
const CAUSES: Readonly<Record<string, readonly string[]>> = {
  provider_error: ['failed', 'lost', 'broken'],
  provider_rejected: ['rejected'],
  content_rejected: ['rejected'],
  provider_timeout: ['left'],
};

export const TEXT_ENDS: Rule = {
  name: 'text-ends',
  says: 'A client that has read the end of a text finds it completed and charged from then on, with the tokens that it was shown; an error before the first token is its cause and costs nothing; and no text stays open.',
  watch: (setup, report) => new TextEnds(setup, report),
};

class TextEnds implements Invariant {
  readonly #report: Report;
  readonly #isCrowded: boolean;
  readonly #book = new TextBook();
  readonly #settledTexts: SettledTexts;
  readonly #trouble = new DiskTrouble();
  readonly #retention: Retention;
  readonly #generations = new TableImage<GenerationRecord>('generations');
  readonly #open = new TableImage<unknown>('open_generations');
  readonly #ledger = new LedgerImage();
  /** Settled by the ledger. */
  readonly #settled = new Set<string>();
  /** Generations whose end was read, and when each was asked for. */
  readonly #ended = new Map<string, number>();
  readonly #shown = new Map<string, TextUsage>();
  /** Generations whose request was answered with an error. */
  readonly #failed = new Map<string, string>();
  /** By request, the generation of a stream. */
  readonly #streams = new Map<number, { readonly id: string; readonly sentAt: number }>();
  #now = 0;

  constructor(setup: NodeSetup, report: Report) {
    this.#report = report;
    this.#settledTexts = new SettledTexts(this.#book, setup.settings.gateTimeLimitMs);
    this.#isCrowded = hasSmallMailboxes(setup);
    this.#retention = new Retention(setup);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#now = seen.at;
    this.#retention.observe(seen);
    this.#trouble.observe(seen);
    this.#book.observe(seen);
    this.#settledTexts.observe(seen);
    if (seen.what === 'read') {
      const stream = this.#streams.get(seen.request);
      if (stream === undefined) return;
      for (const item of seen.items) {
        if (isEndOfText(item)) this.#ended.set(stream.id, stream.sentAt);
        if ('usage' in item) this.#shown.set(stream.id, item.usage);
      }
      return;
    }
    if (seen.what !== 'answered' || exchange?.sent.call.op !== 'chat') return;
    const id = textIdOf(seen);
    if (id === undefined) return;
    const sentAt = exchange.sent.at;
    if (seen.status !== 200) this.#failedWith(seen, id);
    else if (exchange.sent.call.isStreamed) this.#streams.set(seen.request, { id, sentAt });
    else {
      this.#ended.set(id, sentAt);
      this.#checkWhole(seen, id);
    }
  }

  disk(records: StoreReader, when: 'restart' | 'end'): void {
    // A text that costs nothing is never charged.
    for (const { job, type, amount } of this.#ledger.read(records, () => {}))
      if (isGeneration(job) && (type !== 'reserve' || amount === 0)) this.#settled.add(job);
    const generations = this.#generations.read(records);
    for (const [id, sentAt] of this.#ended) {
      const record = generations.get(id);
      if (!this.#settled.has(id)) this.#report(`the end of ${id} was read, and it is not charged on disk`);
      if (record === undefined) {
        if (!this.#retention.mayBeOver(sentAt, this.#now))
          this.#report(`the end of ${id} was read, and it is not on disk`);
        continue;
      }
      if (record.status !== 'completed')
        this.#report(`the end of ${id} was read, and on disk it ${record.status}`);
      const { end } = record.machine.context;
      const shown = this.#shown.get(id);
      if (
        shown !== undefined &&
        (shown.prompt !== end?.promptTokens || shown.completion !== end.completionTokens)
      )
        this.#report(`${id} was shown with ${JSON.stringify(shown)}, and has ${JSON.stringify(end)} on disk`);
    }
    for (const [id, code] of this.#failed) {
      const { cost = null, status = '' } = generations.get(id) ?? {};
      if (cost !== null && cost !== 0) this.#report(`${id} was answered ${code} and cost ${cost} micro-DA`);
      if (status === 'completed') this.#report(`${id} was answered ${code} and completed on disk`);
    }
    for (const id of this.#open.read(records).keys()) {
      if (when === 'end') this.#report(`${id} is open at the end`);
      else if (this.#settledTexts.wasSettledAtEnd(id))
        this.#report(`${id} was open when the process ended, and its provider had ended it long before`);
    }
  }

  #failedWith(answer: Answer, id: string): void {
    const code = codeOf(answer) ?? '';
    const causes = CAUSES[code];
    const last = this.#book.callsOf(id).at(-1);
    if (code === 'outcome_unknown') {
      // A message that no mailbox takes is not stored, either.
      const mayNotBeStored = this.#isCrowded || this.#trouble.isOnAt(answer.at);
      if (last?.over !== 'whole' || !mayNotBeStored)
        this.#report(`${id} was answered ${code}; its provider: ${last?.over}`);
      return;
    }
    if (causes !== undefined && !causes.includes(last?.over ?? ''))
      this.#report(`${id} was answered ${code}; its provider: ${last?.over}`);
    if (causes !== undefined || code === 'provider_unavailable') this.#failed.set(id, code);
  }

  #checkWhole(answer: Answer, id: string): void {
    const call = this.#book.callsOf(id).at(-1);
    const body = bodyOf(answer);
    const { usage, choices } = body ?? {};
    if (!isWholeText(body) || !addsUp(usage)) this.#report(`${id} was answered with what is no text`);
    if (call === undefined || !isObject(usage)) {
      this.#report(`${id} was answered without its usage`);
      return;
    }
    const { prompt, completion } = tokensOf(call, call.sent);
    this.#shown.set(id, { prompt: Number(usage.prompt_tokens), completion: Number(usage.completion_tokens) });
    if (usage.prompt_tokens !== prompt || usage.completion_tokens !== completion)
      this.#report(
        `${id} was answered with the usage ${JSON.stringify(usage)}, not ${prompt} and ${completion}`,
      );
    const said = Array.isArray(choices) ? shortened(saidIn(choices[0]?.message)) : '';
    if (!call.sent.some(({ text }) => text === said))
      this.#report(`${id} was answered with another text: ${said}`);
  }
}
