/**
 * Prices, as answers tell them, against the configured ones: by arithmetic on whole numbers and decimal
 * digits, from what was asked and answered, and from no record on disk.
 */
import type { SubmitCall } from '../../history/client-call.js';
import type { ModelLengths } from '../../history/model-routes.js';
import type { NodeSetup } from '../../history/node-history.js';
import { promptBound, type TextModelSetup } from '../../history/texts/text-setup.js';
import { amountsUnder, costOfLength, costOfTokens, millisecondsIn } from '../facts/exact-amounts.js';
import { InForce } from '../facts/in-force.js';
import {
  type Answer,
  bodyOf,
  codeOf,
  type Exchange,
  isObject,
  type JsonObject,
  type Requests,
} from '../facts/requests.js';
import { microDaShown } from '../facts/shown-amounts.js';
import type { Invariant, Rule } from '../invariant.js';
import { offeredModel } from '../jobs/catalogue.js';
import { TextBook, textIdOf } from '../texts/text-book.js';

type Report = (message: string) => void;

export const PRICES: Rule = {
  name: 'prices',
  says: 'What a job or text reserves, and what a refusal for money requires, is the configured price times what was asked for, rounded up; the list of models tells those in force and their prices.',
  watch: (setup, report, requests) => new Prices(setup, report, requests),
};

class Prices implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #inForce: InForce;
  readonly #texts = new TextBook();
  /** By the id of the text. */
  readonly #chats = new Map<string, Exchange>();

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#setup = setup;
    this.#report = report;
    this.#requests = requests;
    this.#inForce = new InForce(setup);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#inForce.observe(seen, this.#requests.seq);
    this.#texts.observe(seen);
    if (seen.what !== 'answered' || exchange === undefined) return;
    const { call } = exchange.sent;
    if (call.op === 'chat') this.#chats.set(textIdOf(seen) ?? '', exchange);
    if (call.op === 'submit' && codeOf(seen) === 'insufficient_credits')
      this.#checkRequired(call, exchange, seen);
    if (seen.status !== 200) return;
    if (call.op === 'models') this.#checkModels(exchange, seen);
    if (call.op === 'ledger' || (call.op === 'page' && call.list === 'ledger')) this.#checkEntries(seen);
  }

  #checkRequired(call: SubmitCall, exchange: Exchange, answer: Answer): void {
    const due = this.#costs(call, exchange);
    const [required] = amountsUnder('required', answer.body);
    if (due === undefined || (required !== undefined && due.includes(required))) return;
    this.#report(
      `request ${exchange.sent.request} was refused for ${required} micro-DA; its job costs ${due.join(' or ')}`,
    );
  }

  /** The possible prices of the job of a submit, in micro-DA; undefined if there is no such model. */
  #costs({ model, seconds }: SubmitCall, { seq, endSeq }: Exchange): readonly bigint[] | undefined {
    const offered = offeredModel(this.#setup, model);
    if (offered === undefined) return undefined;
    const usual = this.#inForce.lengths(model, seq, endSeq) ?? [offered];
    const asked = seconds === undefined ? undefined : millisecondsIn(seconds);
    if (seconds !== undefined && asked === undefined) return undefined;
    const prices = this.#inForce.prices(model, seq, endSeq) ?? [offered.pricePerSecondMicroDa];
    return usual.flatMap(({ lengthDefaultMs }) =>
      prices.map((price) => costOfLength(BigInt(price), asked ?? BigInt(lengthDefaultMs))),
    );
  }

  #checkEntries(answer: Answer): void {
    const { data } = bodyOf(answer) ?? {};
    for (const entry of Array.isArray(data) ? data.filter(isObject) : []) {
      if (entry.type !== 'reserve') continue;
      const id = String(entry.job_id ?? entry.generation_id);
      const due = entry.job_id === undefined ? this.#costsOfText(id) : this.#costsOfJob(id);
      const amount = microDaShown(entry.amount);
      if (due === undefined || amount === undefined || due.includes(BigInt(amount))) continue;
      this.#report(`${id} reserved ${amount} micro-DA; it may cost ${due.join(' or ')}`);
    }
  }

  #costsOfJob(id: string): readonly bigint[] | undefined {
    const submit = this.#requests.job(id)?.submit;
    if (submit?.sent.call.op !== 'submit') return undefined;
    // A replay does not tell when the job was accepted.
    const isReplay = submit.answer?.headers['idempotent-replayed'] !== undefined;
    return this.#costs(submit.sent.call, isReplay ? { ...submit, seq: 0 } : submit);
  }

  /** Undefined of a text that no provider was asked for, or whose client was told nothing of. */
  #costsOfText(id: string): readonly bigint[] | undefined {
    const called = this.#texts.callsOf(id)[0]?.called;
    const chat = this.#chats.get(id);
    if (called === undefined || chat?.sent.call.op !== 'chat') return undefined;
    const { model } = chat.sent.call;
    const offered = this.#setup.texts?.models.find((one) => one.id === model);
    const prices = this.#inForce.textPrices(model, chat.seq, chat.endSeq);
    if (offered === undefined || prices === undefined) return undefined;
    const most = { prompt: promptBound(offered, called), completion: called.cap };
    return prices.map((price) => costOfTokens(price, most));
  }

  #isOffered(id: string): boolean {
    const isText = this.#setup.texts?.models.some((model) => model.id === id);
    return isText === true || offeredModel(this.#setup, id) !== undefined;
  }

  #checkModels({ sent, seq, endSeq }: Exchange, answer: Answer): void {
    const { data } = bodyOf(answer) ?? {};
    const listed = new Map((Array.isArray(data) ? data.filter(isObject) : []).map((one) => [one.id, one]));
    const about = `request ${sent.request} (models)`;
    const [strange] = [...listed.keys()].filter((id) => !this.#isOffered(String(id)));
    if (strange !== undefined) this.#report(`${about} shows ${strange}, which is not configured`);
    const offered = (id: unknown) => this.#inForce.offered(String(id), seq, endSeq);
    for (const id of listed.keys())
      if (!offered(id).includes(true)) this.#report(`${about} shows ${id}, which is not on offer`);
    const isShown = (id: string) => listed.has(id) || !offered(id).includes(false);
    for (const model of this.#setup.models) {
      if (!isShown(model.id)) continue;
      const shown = listed.get(model.id);
      const {
        min,
        max,
        default: byDefault,
        allowed,
      } = isObject(shown?.seconds) ? shown.seconds : ({} as JsonObject);
      const lengths = this.#inForce.lengths(model.id, seq, endSeq) ?? [];
      const bounds = JSON.stringify([min, max, byDefault, allowed]);
      if (!lengths.map(inSeconds).includes(bounds))
        this.#report(`${about} shows ${model.id} with the lengths ${bounds}`);
      const prices = this.#inForce.prices(model.id, seq, endSeq) ?? [];
      const price = microDaShown(shown?.price_per_second);
      if (price === undefined || !prices.includes(price))
        this.#report(`${about} shows ${model.id} for ${price} micro-DA a second, not ${prices.join(' or ')}`);
    }
    for (const model of this.#setup.texts?.models ?? []) {
      const { id } = model;
      if (!isShown(id)) continue;
      const bounds = boundsShown(listed.get(id));
      if (bounds !== boundsOf(model)) this.#report(`${about} shows ${id} with ${bounds}`);
      const price = listed.get(id)?.price_per_million;
      const [input, output] = isObject(price) ? [price.input, price.output].map(microDaShown) : [];
      const prices = this.#inForce.textPrices(id, seq, endSeq) ?? [];
      if (!prices.some((one) => one.input === input && one.output === output))
        this.#report(`${about} shows ${id} for ${input} and ${output} micro-DA a million tokens`);
    }
  }
}

/** As the list of models says them, in its order. */
function inSeconds({ lengthMinMs, lengthMaxMs, lengthDefaultMs, lengthsAllowedMs }: ModelLengths): string {
  const bounds = [lengthMinMs, lengthMaxMs, lengthDefaultMs].map((ms) => ms / 1000);
  return JSON.stringify([...bounds, lengthsAllowedMs?.map((ms) => ms / 1000)]);
}

/** The bounds of a model of text, and the provider of its first route. */
function boundsOf({
  providers,
  contextTokens,
  outputTokensMax,
  outputTokensDefault,
}: TextModelSetup): string {
  return JSON.stringify([providers[0], providers[0], contextTokens, outputTokensMax, outputTokensDefault]);
}

function boundsShown(shown: JsonObject | undefined): string {
  const output = isObject(shown?.output_tokens) ? shown.output_tokens : {};
  return JSON.stringify([
    shown?.provider,
    shown?.owned_by,
    shown?.context_tokens,
    output.max,
    output.default,
  ]);
}
