/** A text as its client is shown it: under the names of the gateway, and else as its provider wrote it. */
import type { Observation } from '../../history/observation.js';
import { namesIn, restOf } from '../../history/texts/text-shape.js';
import { type Answer, bodyOf } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { TextBook, textIdOf } from './text-book.js';

type Report = (message: string) => void;

interface Shown {
  readonly id: string;
  /** As the request named it. */
  readonly model: string;
}

export const TEXT_SHOWN: Rule = {
  name: 'text-shown',
  says: 'Each piece of a text, and a whole one, has the id of its request, the model that was asked for and one time; all else that its provider wrote is in it, and nothing besides.',
  watch: (_, report) => new TextShown(report),
};

class TextShown implements Invariant {
  readonly #report: Report;
  readonly #book = new TextBook();
  /** By request, of streams. */
  readonly #streams = new Map<number, Shown>();
  /** Streams whose chunks were named before. */
  readonly #named = new Set<number>();

  constructor(report: Report) {
    this.#report = report;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#book.observe(seen);
    if (seen.what === 'read') this.#read(seen);
    if (seen.what === 'stream_over') this.#streams.delete(seen.request);
    if (seen.what !== 'answered' || seen.status !== 200 || exchange?.sent.call.op !== 'chat') return;
    const { model, isStreamed } = exchange.sent.call;
    const shown = { id: textIdOf(seen) ?? '', model };
    if (isStreamed) this.#streams.set(seen.request, shown);
    else this.#answered(seen, shown);
  }

  #read({ request, items }: Extract<Observation, { readonly what: 'read' }>): void {
    const shown = this.#streams.get(request);
    if (shown === undefined) return;
    for (const item of items) {
      if ('named' in item) {
        this.#checkNames(item.named, shown, 'chat.completion.chunk');
        if (this.#named.has(request))
          this.#report(`the chunks of ${shown.id} have other names: ${item.named}`);
        this.#named.add(request);
      }
      if ('delta' in item) this.#checkRest(shown.id, item.rest ?? '', item.delta);
    }
  }

  #answered(answer: Answer, shown: Shown): void {
    const body = bodyOf(answer);
    if (body?.choices === undefined) return;
    this.#checkNames(namesIn(body), shown, 'chat.completion');
    this.#checkRest(shown.id, restOf(body), 'it');
  }

  #checkNames(names: string, { id, model }: Shown, object: string): void {
    const { created } = JSON.parse(names);
    const due = JSON.stringify({ id, object, created, model });
    if (names !== due || !Number.isInteger(created))
      this.#report(`${id} is shown as ${names}, not as ${due}`);
  }

  #checkRest(id: string, rest: string, name: string): void {
    const due = this.#book.callsOf(id).at(-1)?.called.rest;
    if (due !== undefined && rest !== due)
      this.#report(`of ${id}, ${name} comes with ${rest}, and its provider wrote ${due}`);
  }
}
