/**
 * The prices, limits and models of the configuration, and when they held: each value from the reload on that
 * brought it, or from the first. A process that starts has what was in force when the one before it ended.
 */
import { lengthsOf, type ModelLengths } from '../../history/model-routes.js';
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation } from '../../history/observation.js';
import type { LeftModels, ModelBounds } from '../../history/reload-words.js';
import type { TextPrices } from '../../history/texts/text-setup.js';
import { type OptionValue, optionsIn, optionsOf } from './options.js';

/** A value and the place, among the observations, of the reload that brought it. */
interface Since<T> {
  readonly seq: number;
  readonly value: T;
}

class History<T> {
  readonly #values: Since<T>[];

  constructor(value: T) {
    this.#values = [{ seq: 0, value }];
  }

  change(value: T, seq: number): void {
    this.#values.push({ seq, value });
  }

  /** Those in force at some time between two observations, these included. */
  possible(first: number, last: number): readonly T[] {
    return this.#values
      .filter(({ seq }, n) => seq <= last && (this.#values[n + 1]?.seq ?? Number.POSITIVE_INFINITY) > first)
      .map(({ value }) => value);
  }
}

export class InForce {
  readonly #options: ReadonlyMap<string, History<OptionValue>>;
  readonly #prices: ReadonlyMap<string, History<number>>;
  readonly #textPrices: ReadonlyMap<string, History<TextPrices>>;
  readonly #left = new History<LeftModels>({});
  readonly #bounds = new History<ModelBounds>({});
  readonly #setup: NodeSetup;

  constructor(setup: NodeSetup) {
    this.#setup = setup;
    const { models, texts } = setup;
    this.#options = new Map(
      Object.entries(optionsOf(setup)).map(([name, value]) => [name, new History(value)]),
    );
    this.#textPrices = new Map(
      (texts?.models ?? []).map(({ id, input, output }) => [id, new History({ input, output })]),
    );
    this.#prices = new Map(
      models.map(({ id, pricePerSecondMicroDa }) => [id, new History(pricePerSecondMicroDa)]),
    );
  }

  /** The prices of tokens that a text model of the setup may have had; undefined for another model. */
  textPrices(model: string, first: number, last: number): readonly TextPrices[] | undefined {
    return this.#textPrices.get(model)?.possible(first, last);
  }

  /** @param seq the place of `seen` among the observations */
  observe(seen: Observation, seq: number): void {
    if (seen.what !== 'reloaded' || seen.outcome !== 'applied') return;
    const { models, texts } = this.#setup;
    const { prices, textPrices, leftModels, bounds } = seen;
    if (leftModels !== undefined) this.#left.change(leftModels, seq);
    if (bounds !== undefined) this.#bounds.change(bounds, seq);
    // A reload with prices names those of the first models; the others have those of the setup then.
    if (prices !== undefined) {
      for (const [n, { id, pricePerSecondMicroDa }] of models.entries())
        this.#prices.get(id)?.change(prices[n] ?? pricePerSecondMicroDa, seq);
    }
    if (textPrices !== undefined) {
      for (const [n, { id, input, output }] of (texts?.models ?? []).entries())
        this.#textPrices.get(id)?.change(textPrices[n] ?? { input, output }, seq);
    }
    for (const [name, value] of Object.entries(optionsIn(seen))) this.#options.get(name)?.change(value, seq);
  }

  /** Whether a model that exists may have been on offer, and whether it may not. */
  offered(model: string, first: number, last: number): readonly boolean[] {
    return this.#left.possible(first, last).map((left) => left[model] === undefined);
  }

  /** The lengths that a model of the setup may have taken; undefined for another model. */
  lengths(model: string, first: number, last: number): readonly ModelLengths[] | undefined {
    const setup = this.#setup.models.find(({ id }) => id === model);
    return setup && this.#bounds.possible(first, last).map((within) => lengthsOf(setup, within[model]));
  }

  /** The values that an option may have had. */
  option(name: string, first: number, last: number): readonly OptionValue[] {
    return this.#options.get(name)?.possible(first, last) ?? [];
  }

  /** As `option`, of one that is a number. */
  numbers(name: string, first: number, last: number): readonly number[] {
    return this.option(name, first, last).filter((value) => typeof value === 'number');
  }

  /** The prices that a second of a model of the setup may have had; undefined for another model. */
  prices(model: string, first: number, last: number): readonly number[] | undefined {
    return this.#prices.get(model)?.possible(first, last);
  }
}
