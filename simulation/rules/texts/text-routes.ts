/** The routes of texts that are passed over, and those that are not to be called for a while. */
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation } from '../../history/observation.js';
import type { TextOver } from '../../history/texts/text-observation.js';
import { type TextModelSetup, textRoutesBeside, textRoutesOf } from '../../history/texts/text-setup.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { hasSmallMailboxes, OptionBounds } from '../facts/options.js';
import { codeOf } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { deltasOf, TextBook, textIdOf } from './text-book.js';

/** From the request for a text to its call, at most, with commits that take long. */
const BEFORE_CALL_MS = 30_000;
/** Of calls under way, and of those begun in a second: with fewer a route is full now and then. */
const FEW_CALLS = 200;
const ROUNDING_MS = 1;
/** No breaker is open for longer once the last call is over, whatever it is configured to. */
const OPEN_MS_MAX = 61_000;
/** With each call that fails then it is open for twice as long, and for a little more by chance. */
const LENGTHENED = 1.5;
const LONG_AGO = Number.NEGATIVE_INFINITY;
const OPEN = { pausedUntil: LONG_AGO, closedUntil: LONG_AGO, overAt: LONG_AGO };
const SOUND: readonly TextOver['how'][] = ['whole', 'rejected'];

export const TEXT_ROUTES: Rule = {
  name: 'text-routes',
  says: 'A route of a text is passed over only if its own calls failed in a row, or its own provider wants no calls for its model; then it is called no sooner than it wants, which its client is told.',
  watch: (setup, report) => new TextRoutes(setup, report),
};

class TextRoutes implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: (message: string) => void;
  readonly #options: OptionBounds;
  readonly #book = new TextBook();
  readonly #trouble = new DiskTrouble();
  readonly #places = new Map<string, Place>();
  /** By generation, the routes on which it was asked for, or was to be. */
  readonly #asked = new Map<string, string[]>();

  constructor(setup: NodeSetup, report: (message: string) => void) {
    this.#setup = setup;
    this.#report = report;
    this.#options = new OptionBounds(setup);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#options.observe(seen);
    this.#book.observe(seen);
    this.#trouble.observe(seen);
    this.#watchPlaces(seen);
    if (seen.what === 'text_called') {
      const id = seen.generationId;
      const { pausedUntil } = this.#placeOf(seen.model);
      if (seen.at < pausedUntil - ROUNDING_MS)
        this.#report(`${id} is asked of ${seen.model}, ${pausedUntil - seen.at} ms before it wants a call`);
      const routes = textRoutesBeside(this.#models, seen.model);
      const [first] = this.#book.callsOf(id);
      const since = (first?.called.at ?? seen.at) - BEFORE_CALL_MS;
      this.#check(id, routes.slice(0, routes.indexOf(seen.model)), since);
      this.#ask(id, seen.model);
    }
    const call = exchange?.sent.call;
    if (seen.what !== 'answered' || exchange === undefined || call?.op !== 'chat') return;
    if (codeOf(seen) !== 'provider_unavailable') return;
    // The next route is written down before it is called.
    if (this.#trouble.isOnAt(seen.at) || hasSmallMailboxes(this.#setup)) return;
    const id = textIdOf(seen);
    if (id === undefined) return;
    const model = this.#models.find((one) => one.id === call.model);
    if (model === undefined) return;
    const routes = textRoutesOf(model);
    this.#check(id, routes, exchange.sent.at);
    const last = this.#book.callsOf(id).at(-1);
    const told = Number(seen.headers['retry-after']);
    if (last?.pauseMs === undefined || last.called.model !== routes.at(-1)) return;
    if (told !== Math.ceil(last.pauseMs / 1_000))
      this.#report(`${id} is to be asked for in ${told} s, and its provider wants ${last.pauseMs} ms`);
  }

  #ask(generation: string, route: string): void {
    this.#asked.set(generation, [...(this.#asked.get(generation) ?? []), route]);
  }

  #check(id: string, routes: readonly string[], since: number): void {
    if (this.#options.leastCalls(since) <= FEW_CALLS) return;
    const open = routes.find((route) => {
      if (this.#asked.get(id)?.includes(route) === true) return false;
      const { failures, closedUntil, pausedUntil, underWay, overAt } = this.#placeOf(route);
      const isCool = underWay === 0 && Math.max(overAt + this.#openMs(failures), pausedUntil) < since;
      return isCool || (failures < this.#failuresMax && closedUntil < since);
    });
    if (open !== undefined) this.#report(`${id} passed over ${open}, which stood open`);
  }

  /** For how long it is open at most after so many calls in a row that failed. */
  #openMs(failures: number): number {
    const further = Math.max(0, failures - this.#failuresMax);
    const openMs = this.#options.most('providerBreakerCoolDownMs', LONG_AGO) * LENGTHENED * 2 ** further;
    return Math.min(openMs + ROUNDING_MS, OPEN_MS_MAX);
  }

  #watchPlaces(seen: Observation): void {
    switch (seen.what) {
      case 'starting':
        this.#places.clear();
        return;
      case 'provider_failed': {
        if (seen.kind !== 'text') return;
        this.#ask(seen.jobId, seen.model);
        const place = this.#placeOf(seen.model);
        place.failures += 1;
        place.overAt = seen.at;
        return;
      }
      case 'text_called':
        this.#placeOf(seen.model).underWay += 1;
        return;
      case 'text_sent': {
        const call = this.#book.call(seen.call);
        if (call === undefined || seen.delta === undefined) return;
        // Its first text alone is an answer.
        if (deltasOf(call) === 1) this.#answered(call.called.model, seen.at);
        return;
      }
      case 'text_over': {
        const call = this.#book.call(seen.call);
        if (call === undefined) return;
        const { model } = call.called;
        const place = this.#placeOf(model);
        place.underWay -= 1;
        place.overAt = seen.at;
        if (!SOUND.includes(seen.how)) place.failures += 1;
        // A text that has no delta may have been an answer before its end.
        else if (seen.how === 'rejected') this.#answered(model, seen.at);
        if (seen.pauseMs !== undefined) this.#pause(model, seen.at + seen.pauseMs);
      }
    }
  }

  /** An answer closes a breaker that was open until then. */
  #answered(model: string, at: number): void {
    const place = this.#placeOf(model);
    if (place.failures >= this.#failuresMax) this.#close(model, at);
    place.failures = 0;
  }

  #close(model: string, until: number): void {
    const place = this.#placeOf(model);
    place.closedUntil = Math.max(place.closedUntil, until);
  }

  #pause(model: string, until: number): void {
    const place = this.#placeOf(model);
    place.pausedUntil = Math.max(place.pausedUntil, until);
    this.#close(model, until);
  }

  #placeOf(model: string): Place {
    const place = this.#places.get(model) ?? { failures: 0, underWay: 0, ...OPEN };
    this.#places.set(model, place);
    return place;
  }

  /** A failure may be noted before the one that came with it. */
  get #failuresMax(): number {
    return this.#options.least('providerBreakerFailures', LONG_AGO) - 1;
  }

  get #models(): readonly TextModelSetup[] {
    return this.#setup.texts?.models ?? [];
  }
}

/** A model at one of its providers, in the process that runs. */
interface Place {
  /** Calls in a row that failed. */
  failures: number;
  underWay: number;
  /** When its last call was over. */
  overAt: number;
  /** Until then its provider wants no calls. */
  pausedUntil: number;
  /** The last time at which it may have been closed, as far as it is over or known. */
  closedUntil: number;
}
