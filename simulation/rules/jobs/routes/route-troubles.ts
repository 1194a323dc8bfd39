/** Whether a route may be closed, from the calls to it. */
import type { RouteName } from '../../../../src/providers/provider.js';
import type { Observation, ProviderAnswered } from '../../../history/observation.js';
import { HEARD_WITHIN_MS } from '../provider-record.js';

/** The calls of a process that did not end well: a route without any is not closed. */
export class RouteTroubles {
  readonly #open = new Map<number, { readonly place: string; readonly at: number }>();
  /** By route, when the last call ended. */
  readonly #endedAt = new Map<string, number>();
  /** By route, of this process. */
  readonly #unsound = new Map<string, number>();
  /** By route, when the last process ended that had some. */
  readonly #unsoundUntil = new Map<string, number>();

  /** A job may have passed over it without a call, in this process or in one with such an end. */
  mayBeClosed(route: RouteName, mayHavePassed: (endedAt: number) => boolean): boolean {
    const place = placeOf(route);
    const until = this.#unsoundUntil.get(place);
    return (this.#unsound.get(place) ?? 0) > 0 || (until !== undefined && mayHavePassed(until));
  }

  /** Whether a call of the process has ended since, or is under way. */
  wasCalledSince(route: RouteName, at: number): boolean {
    const place = placeOf(route);
    return (
      (this.#endedAt.get(place) ?? Number.NEGATIVE_INFINITY) >= at ||
      [...this.#open.values()].some((one) => one.place === place)
    );
  }

  observe(seen: Observation): void {
    switch (seen.what) {
      case 'starting':
        for (const [place, calls] of this.#unsound) if (calls > 0) this.#unsoundUntil.set(place, seen.at);
        this.#open.clear();
        this.#unsound.clear();
        return;
      case 'provider_called':
        this.#open.set(seen.call, { place: placeOf(seen), at: seen.at });
        this.#add(placeOf(seen), 1);
        return;
      case 'provider_failed':
        this.#add(placeOf(seen), 1);
        this.#endedAt.set(placeOf(seen), seen.at);
        return;
      case 'provider_answered': {
        const call = this.#open.get(seen.call);
        this.#open.delete(seen.call);
        if (call !== undefined) this.#endedAt.set(call.place, seen.at);
        if (call !== undefined && isSound(seen) && seen.at - call.at < HEARD_WITHIN_MS)
          this.#add(call.place, -1);
      }
    }
  }

  #add(place: string, calls: number): void {
    this.#unsound.set(place, (this.#unsound.get(place) ?? 0) + calls);
  }
}

function isSound({ answer }: ProviderAnswered): boolean {
  if (answer.kind === 'submit') return answer.answer.outcome !== 'not_now';
  return answer.kind === 'state';
}

function placeOf({ provider, model }: RouteName): string {
  return `${provider} ${model}`;
}
