/** The calls that a node may make for a text, seen from the providers' side. */
import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import { textModelAt } from '../../history/texts/text-setup.js';
import { isGeneration, LedgerImage } from '../facts/disk-image.js';
import type { Invariant, Rule } from '../invariant.js';
import { type KnownCall, TextBook, textIdOf } from './text-book.js';

type Report = (message: string) => void;

export const TEXT_CALLS: Rule = {
  name: 'text-calls',
  says: 'A text is asked for once on each of its routes, in their order, and on a further one only if the one before certainly did not take it; only once its reserve is on disk, with the bound on its tokens, and never after a restart.',
  watch: (setup, report) => new TextCalls(setup, report),
};

class TextCalls implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: Report;
  readonly #book = new TextBook();
  readonly #ledger = new LedgerImage();
  readonly #proven = new Set<string>();
  /** By prompt, the bounds that requests asked for. */
  readonly #caps = new Map<string, Set<number>>();
  #startedAt = Number.NEGATIVE_INFINITY;

  constructor(setup: NodeSetup, report: Report) {
    this.#setup = setup;
    this.#report = report;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    if (seen.what === 'starting') this.#startedAt = seen.at;
    if (seen.what === 'sent' && seen.call.op === 'chat') {
      const { model, prompt, cap } = seen.call;
      const usual = this.#setup.texts?.models.find(({ id }) => id === model)?.outputTokensDefault;
      const caps = this.#caps.get(prompt) ?? new Set();
      this.#caps.set(prompt, caps.add(cap ?? usual ?? 0));
    }
    if (seen.what === 'text_called') {
      const { generationId, provider, model, prompt, cap } = seen;
      const before = this.#book.callsOf(generationId);
      this.#checkRoute(generationId, provider, model, before);
      if (this.#caps.get(prompt)?.has(cap) !== true)
        this.#report(`${generationId} is asked for with at most ${cap} tokens, which nobody asked for`);
    }
    this.#book.observe(seen);
    if (seen.what !== 'answered' || exchange?.sent.call.op !== 'chat') return;
    const { call } = exchange.sent;
    const calls = this.#book.callsOf(textIdOf(seen) ?? '');
    for (const { called } of calls) {
      if (called.prompt !== call.prompt || called.isStreamed !== call.isStreamed)
        this.#report(
          `request ${seen.request} asked for "${call.prompt}", its provider for "${called.prompt}"`,
        );
    }
    if (seen.status === 200 && calls.length === 0)
      this.#report(`request ${seen.request} was answered with a text that no provider was asked for`);
  }

  disk(records: StoreReader): void {
    for (const { job, type } of this.#ledger.read(records, () => {}))
      if (isGeneration(job) && type === 'reserve') this.#proven.add(job);
    for (const id of this.#book.generations) {
      if (this.#proven.has(id)) continue;
      this.#proven.add(id);
      this.#report(`a provider was asked for ${id}, which is not on disk`);
    }
  }

  #checkRoute(id: string, provider: string, model: string, before: readonly KnownCall[]): void {
    const offered = this.#setup.texts?.models.find((one) =>
      one.providers.some((name) => name === provider && textModelAt(one.id, name) === model),
    );
    if (offered === undefined) this.#report(`${id} is asked of ${provider} as ${model}: no such route`);
    const last = before.at(-1);
    if (last === undefined || offered === undefined) return;
    const names: readonly string[] = offered.providers;
    const place = (name: string) => names.indexOf(name);
    if (place(provider) <= place(last.called.provider))
      this.#report(`${id} is asked of ${provider} after ${last.called.provider}`);
    if (last.over !== 'not_now')
      this.#report(
        `${id} is asked of ${provider}, and ${last.called.provider} may have taken it: ${last.over}`,
      );
    if (last.called.at < this.#startedAt) this.#report(`${id} is asked for again after a restart`);
  }
}
