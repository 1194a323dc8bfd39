/**
 * Which secrets of a key may be valid, by the rotations that its owner asked for.
 *
 * A rotation ends every secret of before once its grace is over. One whose answer was lost may have happened
 * or not.
 */
import type { Observation } from '../../history/observation.js';
import { outcomeOf } from './people-outcomes.js';
import type { Exchange, Sent } from './requests.js';
import { SteadyDoubt } from './steady-doubt.js';

interface Standing {
  readonly mayBeValid: boolean;
  readonly mayBeOver: boolean;
}

/** Secrets of before that a key keeps; the oldest of more than that ends. */
const EARLIER_MAX = 8;

export class SecretBook {
  readonly #rotations = new Map<string, Exchange[]>();
  /** By key, the rotation that made each secret that was heard of; of the first there is none. */
  readonly #makers = new Map<string, Exchange[]>();
  readonly #doubt = new SteadyDoubt();

  observe(seen: Observation, exchange: Exchange | undefined): void {
    this.#doubt.observe(seen);
    if (exchange === undefined || graceMs(exchange) === undefined) return;
    const { keyId } = exchange.sent;
    if (seen.what === 'sent') this.#rotations.set(keyId, [...(this.#rotations.get(keyId) ?? []), exchange]);
    if (seen.what === 'answered' && isDone(exchange))
      this.#makers.set(keyId, [...(this.#makers.get(keyId) ?? []), exchange]);
  }

  /** Of the secret that a request came with, between two observations. */
  standing({ keyId, secret = 0, at }: Sent, first: number, last: number): Standing {
    const maker = this.#makers.get(keyId)?.[secret - 1];
    const since = (this.#rotations.get(keyId) ?? []).filter(
      (one) =>
        one !== maker && one.seq <= last && (maker === undefined || one.endSeq > maker.seq) && mayHappen(one),
    );
    const mayBeOver = since.length > EARLIER_MAX || since.some((one) => this.#overFrom(one) <= at);
    const isOver = since.some(
      (one) => one.endSeq <= first && one.seq > (maker?.endSeq ?? -1) && this.#overBy(one) <= at,
    );
    return { mayBeValid: !isOver, mayBeOver };
  }

  /** The earliest end of the grace. */
  #overFrom(one: Exchange): number {
    return one.sent.at + (graceMs(one) ?? 0) - this.#doubt.slackSince(one.sent.at);
  }

  /** The latest end of the grace, of a rotation that surely happened. */
  #overBy(one: Exchange): number {
    if (!isDone(one)) return Number.POSITIVE_INFINITY;
    return one.endAt + (graceMs(one) ?? 0) + this.#doubt.slackSince(one.sent.at);
  }
}

/** Undefined if it is no rotation, by an operation or by a form. */
function graceMs({ sent: { call } }: Exchange): number | undefined {
  const rotates = call.op === 'rotate' || (call.op === 'form' && call.act === 'rotate_key');
  return rotates ? call.graceSeconds * 1_000 : undefined;
}

function isDone(one: Exchange): boolean {
  return one.sent.call.op === 'rotate' ? one.answer?.status === 200 : outcomeOf(one) === 'done';
}

/** A refusal means that it did not, but for one that says that the disk or the node failed. */
function mayHappen(one: Exchange): boolean {
  return one.answer === undefined || isDone(one) || one.answer.status >= 500;
}
