/**
 * The same request again gets the first one's result.
 *
 * A *label* is what makes two requests the same try: a key's Idempotency-Key on submit, the management key's
 * on the creation of a key, the reference of a credit. The rule compares the answers that requests under one
 * label got, against each other and against the order in which they were sent and answered.
 */
import type { NodeSetup } from '../../history/node-history.js';
import { sometimes } from '../../moments/sometimes.js';
import { OptionBounds } from '../facts/options.js';
import { bodyOf, type Exchange, isObject, managerOf } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Invariant, Rule } from '../invariant.js';
import { lengthAsked, offeredModel } from '../jobs/catalogue.js';
import { isRefusedByDisk } from './lost-requests.js';

type Report = (message: string) => void;

interface Try {
  readonly exchange: Exchange;
  /** The demand: the same text for the same request. */
  readonly asks: string;
}

interface Label {
  readonly tries: Try[];
}

interface Labelled {
  readonly label: string;
  readonly asks: string;
}

const HOUR_MS = 3_600_000;

export const IDEMPOTENCY: Rule = {
  name: 'idempotency',
  says: 'The same request under the same Idempotency-Key or reference has one result, said to be a replay; another one is refused; both while it is kept, and no longer.',
  watch: (setup, report) => new Idempotency(setup, report),
};

class Idempotency implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: Report;
  readonly #labels = new Map<string, Label>();
  readonly #doubt = new SteadyDoubt();
  readonly #options: OptionBounds;
  /** Results, by what first had them: a result is made once. */
  readonly #makers = new Map<string, Exchange>();
  #lastEndOfProcessAt = Number.NEGATIVE_INFINITY;

  constructor(setup: NodeSetup, report: Report) {
    this.#setup = setup;
    this.#options = new OptionBounds(setup);
    this.#report = report;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#doubt.observe(seen);
    this.#options.observe(seen);
    if (seen.what === 'crashed' || seen.what === 'stopped') this.#lastEndOfProcessAt = seen.at;
    if (exchange === undefined) return;
    const labelled = this.#labelOf(exchange);
    if (seen.what === 'answered') this.#checkResult(exchange);
    if (labelled === undefined) return;
    const { label, asks } = labelled;
    const known = this.#labels.get(label) ?? { tries: [] };
    this.#labels.set(label, known);
    if (seen.what === 'sent') known.tries.push({ exchange, asks });
    else if (seen.what === 'answered') this.#check(label, known.tries, { exchange, asks });
  }

  #labelOf({ sent }: Exchange): Labelled | undefined {
    const { call, keyId } = sent;
    switch (call.op) {
      case 'submit': {
        if (call.idempotencyKey === undefined) return undefined;
        const model = offeredModel(this.#setup, call.model);
        const length =
          call.seconds === undefined || model === undefined ? call.seconds : lengthAsked(model, call.seconds);
        const fields = Object.entries(call.fields ?? {})
          .map(([name, value]) => [name, asFormText(value)] as const)
          .sort(([one], [other]) => (one < other ? -1 : 1));
        const asks = JSON.stringify([call.model, call.prompt, length ?? null, fields]);
        return { label: `submit ${keyId} ${call.idempotencyKey}`, asks };
      }
      case 'create_key': {
        if (call.idempotencyKey === undefined) return undefined;
        const { newKey, account, rpm, creditsMicroDa } = call;
        const asks = JSON.stringify([newKey, account, rpm ?? null, creditsMicroDa ?? null]);
        return { label: `create_key ${managerOf(sent)} ${call.idempotencyKey}`, asks };
      }
      case 'order':
        if (call.idempotencyKey === undefined) return undefined;
        return {
          label: `order ${managerOf(sent)} ${call.idempotencyKey}`,
          asks: JSON.stringify([call.key, call.amountDa]),
        };
      case 'add_credit':
      case 'debit':
      case 'transfer': {
        const to = call.op === 'transfer' ? call.to : '';
        const asks = `${call.op} ${keyId} ${call.amountMicroDa} ${to}`;
        return { label: `reference ${call.reference}`, asks };
      }
      default:
        return undefined;
    }
  }

  /** Whatever its label: an id that is handed out a second time is handed out as a replay. */
  #checkResult(exchange: Exchange): void {
    const result = resultOf(exchange);
    if (result === undefined) return;
    // Over a network the answer to a repetition may come before that to what it repeats.
    const maker = this.#makers.get(result);
    if (!isReplay(exchange)) {
      if (maker === undefined) this.#makers.set(result, exchange);
      else
        this.#report(
          `${result} was made by request ${maker.sent.request} and again by request ${exchange.sent.request}`,
        );
    } else if (this.#labelOf(exchange) === undefined) {
      this.#report(`request ${exchange.sent.request} was answered as a replay and has nothing to repeat`);
    }
  }

  #check(label: string, tries: readonly Try[], one: Try): void {
    const others = tries.filter(({ exchange }) => exchange !== one.exchange);
    const result = resultOf(one.exchange);
    if (result !== undefined) {
      if (isReplay(one.exchange)) this.#checkReplay(label, others, one, result);
      else this.#checkFirst(label, others, one, result);
      return;
    }
    const code = errorCode(one.exchange);
    if (code === 'idempotency_key_reused' || code === 'reference_reused')
      this.#checkReused(label, others, one, code);
    if (code === 'idempotency_key_in_use') this.#checkInUse(label, others, one);
  }

  #checkFirst(label: string, others: readonly Try[], one: Try, result: string): void {
    for (const { exchange } of others) {
      const other = resultOf(exchange);
      if (other === undefined || other === result) continue;
      // The result that a replay repeats is older than the replay: at most as old as the first try.
      const made = isReplay(exchange) ? (others[0]?.exchange ?? exchange) : exchange;
      if (!this.#isKept(made, one.exchange, label)) {
        sometimes('label-was-used-anew');
        continue;
      }
      this.#report(
        `${label}: request ${exchange.sent.request} made ${other}, request ${one.exchange.sent.request} ${result}`,
      );
      return;
    }
  }

  #checkReplay(label: string, others: readonly Try[], one: Try, result: string): void {
    const { request, at } = one.exchange.sent;
    const makers = others.filter(({ exchange }) => mayHaveMade(exchange, result));
    if (!makers.some(({ asks }) => asks === one.asks)) {
      this.#report(
        `${label}: request ${request} got a replay of ${result}, and none like it can have made it`,
      );
    }
    const maker = others.find(({ exchange }) => resultOf(exchange) === result && !isReplay(exchange));
    if (maker === undefined || label.startsWith('reference ')) return;
    const slackMs = this.#doubt.slackSince(maker.exchange.sent.at);
    const ageMs = at - maker.exchange.endAt;
    const keptMs = this.#options.most('idempotencyHours', maker.exchange.sent.at) * HOUR_MS;
    if (ageMs > keptMs + slackMs)
      this.#report(`${label}: ${result} was replayed after ${ageMs} ms; kept are ${keptMs}`);
  }

  #checkReused(label: string, others: readonly Try[], one: Try, code: string): void {
    const isRight = others.some(
      ({ exchange, asks }) => asks !== one.asks && mayHaveMade(exchange, undefined),
    );
    if (!isRight)
      this.#report(
        `${label}: request ${one.exchange.sent.request} got ${code}, and no other one was accepted`,
      );
  }

  #checkInUse(label: string, others: readonly Try[], one: Try): void {
    const { seq, sent } = one.exchange;
    const isRight = others.some(({ exchange }) => {
      if (exchange.outcome === 'open' || exchange.endSeq > seq) return true;
      const isUntold = exchange.outcome === 'gave_up' || isRefusedByDisk(exchange);
      return isUntold && this.#lastEndOfProcessAt < exchange.sent.at;
    });
    if (!isRight) this.#report(`${label}: request ${sent.request} was told of one under way; there is none`);
  }

  /** Whether what `first` made was kept when `second` was answered, however its instants are chosen. */
  #isKept(first: Exchange, second: Exchange, label: string): boolean {
    if (label.startsWith('reference ')) return true;
    const begunAt = Math.min(first.sent.at, second.sent.at);
    const slackMs = this.#doubt.slackSince(begunAt);
    const keptMs =
      Math.min(
        this.#options.least('idempotencyHours', begunAt),
        this.#options.least('retentionDays', begunAt) * 24,
      ) * HOUR_MS;
    return Math.max(first.endAt, second.endAt) - begunAt < keptMs - slackMs;
  }
}

/** The id that the answer hands out; undefined for any other answer. */
function resultOf({ sent, answer }: Exchange): string | undefined {
  if (answer === undefined) return undefined;
  const { op } = sent.call;
  const isMade =
    (op === 'submit' && answer.status === 202) ||
    ((op === 'create_key' || op === 'order') && answer.status === 201) ||
    ((op === 'add_credit' || op === 'debit' || op === 'transfer') &&
      (answer.status === 201 || answer.status === 200));
  return isMade ? String(bodyOf(answer)?.id) : undefined;
}

function isReplay({ answer }: Exchange): boolean {
  return answer?.headers['idempotent-replayed'] === 'true';
}

/** Whether the exchange was answered with `result`, or with nothing that rules out that it made one. */
function mayHaveMade(exchange: Exchange, result: string | undefined): boolean {
  const made = resultOf(exchange);
  if (made !== undefined) return result === undefined || made === result;
  return exchange.answer === undefined || exchange.answer.status === 500 || isRefusedByDisk(exchange);
}

function errorCode({ answer }: Exchange): unknown {
  if (answer === undefined || answer.status < 400) return undefined;
  const { error } = bodyOf(answer) ?? {};
  return isObject(error) ? error.code : undefined;
}

/** A number or a truth value is the same as its text, so that JSON may be repeated as a form. */
function asFormText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
