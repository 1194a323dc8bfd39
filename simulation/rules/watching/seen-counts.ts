/**
 * Counts of what a process did, as its clients and providers saw it.
 *
 * Invariant
 *  1. Everything counts from the start of the process on.
 */
import type { Observation } from '../../history/observation.js';
import { type Answer, codeOf, type Exchange, isMessage } from '../facts/requests.js';

export type SeenCounts = ReadonlyMap<string, number>;

export class ProcessCounts {
  readonly #counts = new Map<string, number>();

  /** As they are now. */
  get now(): SeenCounts {
    return new Map(this.#counts);
  }

  observe(seen: Observation, exchange: Exchange | undefined): void {
    switch (seen.what) {
      case 'starting':
        this.#counts.clear();
        return;
      case 'sent':
        if (seen.credential !== 'page') this.#add('requests');
        return;
      case 'answered':
        if (exchange !== undefined) this.#answered(exchange, seen);
        return;
      case 'cut_off':
        this.#add('unheard');
        return;
      case 'gave_up':
        this.#add('unheard');
        this.#add('left');
        return;
      case 'stream_over':
        if (seen.how === 'left') this.#add('left');
        return;
      case 'provider_called':
        this.#add(`call ${seen.provider} ${seen.kind}`);
        return;
      case 'text_called':
        this.#add(`call ${seen.provider} text`);
        return;
      case 'provider_failed':
        if (seen.how === 'refused') this.#add(`call ${seen.provider} ${seen.kind}`);
        return;
      case 'payment_called':
        this.#add(`payment ${seen.kind}`);
        return;
      case 'mail_sent':
        this.#add('mail');
        if (seen.fate === 'taken') this.#add('mail taken');
        return;
      case 'set_aside':
        this.#add(`finding ${seen.kind}`);
        return;
      case 'results_changed':
        if (seen.madeRoom !== undefined) this.#add('evicted');
        return;
      case 'reloaded':
        this.#add(`reload ${seen.outcome}`);
    }
  }

  #answered({ sent }: Exchange, answer: Answer): void {
    // The answer to a message shows a window, too, and is that of a page.
    if (answer.headers['x-ratelimit-limit-rpm'] === undefined || isMessage(sent)) return;
    if (sent.credential === 'page') this.#add('requests');
    this.#add(`answer ${answer.status}`);
    const code = codeOf(answer);
    if (code !== undefined) this.#add(`error ${code}`);
    if (code === 'rate_limit_exceeded') this.#add('refused');
    else if (sent.credential === 'none' || sent.call.op === 'preflight') this.#add('admitted address');
    // The key may have been revoked after its own window had counted the request.
    else if (code === 'invalid_api_key') return;
    else if (sent.credential === 'api') this.#add('admitted api_key');
    else if (sent.credential === 'management') this.#add('admitted management_key');
  }

  #add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
}
