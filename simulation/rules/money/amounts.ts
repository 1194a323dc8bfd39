/**
 * Amounts of credit, as bodies say them and answers tell them: by arithmetic on decimal digits and whole
 * numbers alone.
 *
 * The life of a key takes 10^15 micro-DA. The credit that it surely received and the most that it may have
 * are told apart: a request without an answer may have taken effect, and an order may still be paid.
 */
import type { ClientCall } from '../../history/client-call.js';
import { sometimes } from '../../moments/sometimes.js';
import { amountsUnder, microDaAsked, misprinted } from '../facts/exact-amounts.js';
import { bodyOf, codeOf, type Exchange, isObject, type Requests } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { orderAsked } from '../orders/orders-made.js';

type Report = (message: string) => void;
type CreditCall = Extract<ClientCall, { readonly op: 'create_key' | 'add_credit' | 'debit' | 'transfer' }>;

const LIFETIME_MICRO_DA = 10n ** 15n;
const MICRO_DA_PER_DA = 1_000_000n;
const REFERENCE_MAX = 200;
/** They are the gateway's own. */
const RESERVED = ['chargily:', 'simulated:', 'import:'];
/** Errors that come after that of a body that says something wrong. */
const LATER: readonly string[] = [
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'reference_reused',
  'too_many_keys',
  'insufficient_credits',
];

interface Received {
  sure: bigint;
  atMost: bigint;
}

export const AMOUNTS: Rule = {
  name: 'amounts',
  says: 'An amount is read as its shortest decimal form says, to the micro-DA, and printed so; what is none, or more than a key receives in its life, is refused, and nothing else is.',
  watch: (_, report, requests) => new Amounts(report, requests),
};

class Amounts implements Invariant {
  readonly #report: Report;
  readonly #requests: Requests;
  /** By the number of the key. */
  readonly #received = new Map<number, Received>();

  constructor(report: Report, requests: Requests) {
    this.#report = report;
    this.#requests = requests;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    if (exchange === undefined) return;
    const { call, credential } = exchange.sent;
    if (seen.what === 'sent') this.#noteAsked(call);
    if (seen.what !== 'answered') return;
    const about = `request ${exchange.sent.request} (${call.op})`;
    if (credential !== 'page' && credential !== 'none' && call.op !== 'chat' && call.op !== 'content') {
      for (const text of misprinted(seen.body)) this.#report(`${about} shows ${text}`);
    }
    if (isOfCredit(call)) this.#check(call, exchange, about);
  }

  /** It may take effect from now on. */
  #noteAsked(call: ClientCall): void {
    const order = orderAsked(call);
    if (order !== undefined) this.#of(order.key).atMost += BigInt(order.amountDa) * MICRO_DA_PER_DA;
    if (!isOfCredit(call)) return;
    const recipient = recipientOf(call);
    if (recipient !== undefined) this.#of(recipient).atMost += amountOf(call) ?? 0n;
  }

  #check(call: CreditCall, exchange: Exchange, about: string): void {
    const { answer, sent } = exchange;
    if (answer === undefined) return;
    const code = codeOf(answer);
    const isAccepted = answer.status < 300;
    const amount = amountOf(call);
    const flaw = flawOf(call, amount);
    if (flaw !== undefined) {
      if (isAccepted || (code !== undefined && LATER.includes(code)))
        this.#report(`${about} got ${code ?? answer.status}, and ${flaw} is to be refused`);
      const { error } = bodyOf(answer) ?? {};
      const param = isObject(error) ? error.param : undefined;
      if (code === 'invalid_request' && !flaw.startsWith(`the ${param} `))
        this.#report(`${about} was refused for ${param}, and ${flaw} is wrong`);
      return;
    }
    const recipient = recipientOf(call);
    const isReplay = answer.headers['idempotent-replayed'] !== undefined;
    // To itself a key need not move anything.
    const isToItself = call.op === 'transfer' && call.to === call.key;
    const isTooMuch = this.#isTooMuch(recipient);
    if (code === 'invalid_request' && isTooMuch) sometimes('life-was-full');
    if (code === 'invalid_request' && !isToItself && !isTooMuch)
      this.#report(`${about} was refused, and ${amount} micro-DA is an amount that the key may receive`);
    if (!isAccepted || amount === undefined) return;
    if (recipient !== undefined && !isReplay) {
      const received = this.#of(recipient);
      received.sure += amount;
      if (received.sure > LIFETIME_MICRO_DA)
        this.#report(`${about}: its key has received ${received.sure} micro-DA, more than in a life`);
    }
    const name = call.op === 'create_key' ? 'balance' : 'amount';
    const [shown] = call.op === 'create_key' && isReplay ? [amount] : amountsUnder(name, answer.body);
    if (shown !== amount) this.#report(`${about} shows ${name} ${shown}; asked for were ${amount} micro-DA`);
    const key = this.#requests.key(sent.keyId);
    if (key === undefined || call.op === 'create_key') return;
    const { id, reference } = bodyOf(answer) ?? {};
    if (!String(id).startsWith(`le_${key.id.slice('key_'.length)}_`) || reference !== call.reference)
      this.#report(`${about} was answered with ${id} and the reference ${reference}`);
  }

  /** Whether the key may have received so much that what was asked for is too much. */
  #isTooMuch(recipient: number | undefined): boolean {
    return recipient !== undefined && this.#of(recipient).atMost > LIFETIME_MICRO_DA;
  }

  #of(key: number): Received {
    const known = this.#received.get(key) ?? { sure: 0n, atMost: 0n };
    this.#received.set(key, known);
    return known;
  }
}

function isOfCredit(call: ClientCall): call is CreditCall {
  return (
    (call.op === 'create_key' && call.fields === undefined) ||
    call.op === 'add_credit' ||
    call.op === 'debit' ||
    call.op === 'transfer'
  );
}

/** In micro-DA; undefined if it is none. */
function amountOf(call: CreditCall): bigint | undefined {
  if (call.amountText !== undefined) return microDaAsked(call.amountText);
  return BigInt(call.op === 'create_key' ? (call.creditsMicroDa ?? 0) : call.amountMicroDa);
}

function recipientOf(call: CreditCall): number | undefined {
  if (call.op === 'create_key') return call.newKey;
  return call.op === 'add_credit' ? call.key : call.op === 'transfer' ? call.to : undefined;
}

/** The first thing that is wrong with a body, whatever is known of the key. */
function flawOf(call: CreditCall, amount: bigint | undefined): string | undefined {
  const name = call.op === 'create_key' ? 'credits' : 'amount';
  if (amount === undefined) return `the ${name} ${call.amountText}`;
  if (amount > LIFETIME_MICRO_DA || (amount === 0n && call.op !== 'create_key'))
    return `the ${name} ${call.amountText ?? amount}`;
  if (call.op === 'create_key') return undefined;
  const { reference } = call;
  const length = [...reference].length;
  const isWrong = length < 1 || length > REFERENCE_MAX || RESERVED.some((name) => reference.startsWith(name));
  return isWrong ? `the reference ${reference.slice(0, 20)}, ${length} long,` : undefined;
}
