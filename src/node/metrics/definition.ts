/**
 * The definition of a metric, apart from its values: its name, type, meaning and labels.
 *
 * Names follow the conventions of Prometheus (https://prometheus.io/docs/practices/naming/): base units,
 * counters end in `_total`. The one unit that is not among theirs is the DA.
 */
export interface Definition {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** One line: what it counts, and what of it needs saying. */
  readonly help: string;
  /** Names of its labels; never one with a key, an id or an address in it. */
  readonly labels: readonly string[];
}

export function counter(name: string, help: string, labels: readonly string[] = []): Definition {
  return { name, type: 'counter', help, labels };
}

export function gauge(name: string, help: string, labels: readonly string[] = []): Definition {
  return { name, type: 'gauge', help, labels };
}

export function histogram(name: string, help: string, labels: readonly string[] = []): Definition {
  return { name, type: 'histogram', help, labels };
}
