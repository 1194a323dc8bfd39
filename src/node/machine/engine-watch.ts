/** Watches the event loop and the collections of garbage, for as long as it is started. */
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { Histogram, type HistogramNumbers, WAIT_BOUNDS_MS } from '../../metrics/histogram.js';

const LOOKS_EVERY_MS = 20;

const { NODE_PERFORMANCE_GC_MINOR, NODE_PERFORMANCE_GC_MAJOR } = constants;
const { NODE_PERFORMANCE_GC_INCREMENTAL, NODE_PERFORMANCE_GC_WEAKCB } = constants;
const KINDS: ReadonlyMap<number, string> = new Map([
  [NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
]);

/** Node's entry for a collection, which its types leave out. */
interface CollectionEntry {
  readonly duration: number;
  readonly detail: { readonly kind: number };
}

export class EngineWatch {
  readonly #loopDelays = new Histogram(WAIT_BOUNDS_MS);
  readonly #collections = new Map([...KINDS.values()].map((kind) => [kind, new Histogram(WAIT_BOUNDS_MS)]));
  readonly #observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as readonly CollectionEntry[]) {
      this.#collections.get(KINDS.get(entry.detail.kind) ?? '')?.observe(entry.duration);
    }
  });
  #timer: NodeJS.Timeout | undefined;

  get loopDelays(): HistogramNumbers {
    return this.#loopDelays.numbers();
  }

  /** How long collections of garbage took, by kind. */
  get collections(): ReadonlyMap<string, HistogramNumbers> {
    return new Map([...this.#collections].map(([kind, durations]) => [kind, durations.numbers()]));
  }

  start(): void {
    this.#observer.observe({ entryTypes: ['gc'] });
    this.#look();
  }

  stop(): void {
    this.#observer.disconnect();
    clearTimeout(this.#timer);
  }

  #look(): void {
    const setAt = performance.now();
    this.#timer = setTimeout(() => {
      this.#loopDelays.observe(Math.max(0, performance.now() - setAt - LOOKS_EVERY_MS));
      this.#look();
    }, LOOKS_EVERY_MS);
    this.#timer.unref();
  }
}
