/**
 * Whether operations that overlapped could have taken effect one after the other, each at an instant within
 * its own interval, as a sequential specification allows.
 *
 * The search is just-in-time linearization (G. Lowe, "Testing for linearizability", Concurrency and
 * Computation: Practice and Experience 29(4), 2017), after Wing and Gong ("Testing and verifying concurrent
 * objects", JPDC 17, 1993): it goes through the beginnings and ends of operations in order and keeps every
 * *configuration* that the history allows so far, a state and which of the open operations have taken effect
 * in it. An operation is made to take effect when its end comes at the latest. Equal configurations are kept
 * once.
 *
 * If all is quiet, the configurations are nothing but the possible states. So the cost grows with what
 * overlaps, not with the length of the history.
 *
 * Invariants
 *  1. Every configuration is reached by an order of the operations that agrees with their intervals.
 *  2. A read takes effect in a configuration as soon as it can: having done so never rules anything out.
 */

export interface Operation<State> {
  /** Its place in the order of events: it takes effect after this. */
  readonly from: number;
  /** It has taken effect before this; `Infinity` if it may never. */
  readonly until: number;
  /** The index, among the operations, of one that has to take effect first. */
  readonly after?: number | undefined;
  /** True if `apply` never changes the state. */
  readonly isRead: boolean;
  /** The state after it; undefined if it cannot take effect in this state. */
  apply(state: State): State | undefined;
}

export type Verdict =
  | { readonly kind: 'linearizable' }
  /** The operation whose end leaves no possible order. */
  | { readonly kind: 'broken'; readonly operation: number }
  /** More was to be tried than the bound allows. */
  | { readonly kind: 'undecided' };

interface Configuration<State> {
  readonly state: State;
  /** Operations that have taken effect and are still open, ascending. */
  readonly done: readonly number[];
}

/**
 * @param keyOf a text that is the same for equal states, and for them alone
 * @param triedMax how many configurations may be tried for the end of one operation
 */
export function linearize<State>(
  initial: State,
  operations: readonly Operation<State>[],
  keyOf: (state: State) => string,
  triedMax: number,
): Verdict {
  return new Search(initial, operations, keyOf, triedMax).run();
}

class Search<State> {
  readonly #operations: readonly Operation<State>[];
  readonly #keyOf: (state: State) => string;
  readonly #triedMax: number;
  /** Begun, and not yet in the past of every configuration. */
  readonly #open = new Set<number>();
  /** In the past of every configuration. */
  readonly #over = new Set<number>();
  #configurations: Configuration<State>[];

  constructor(
    initial: State,
    operations: readonly Operation<State>[],
    keyOf: (state: State) => string,
    triedMax: number,
  ) {
    this.#operations = operations;
    this.#keyOf = keyOf;
    this.#triedMax = triedMax;
    this.#configurations = [{ state: initial, done: [] }];
  }

  run(): Verdict {
    for (const { operation, isEnd } of eventsOf(this.#operations)) {
      if (!isEnd) {
        this.#open.add(operation);
        this.#configurations = this.#configurations.map((one) => this.#withReads(one));
        continue;
      }
      const verdict = this.#end(operation);
      if (verdict !== undefined) return verdict;
    }
    return { kind: 'linearizable' };
  }

  /** Keeps the configurations in which the operation has taken effect. */
  #end(operation: number): Verdict | undefined {
    const kept = new Map<string, Configuration<State>>();
    const tried = new Set<string>();
    const toTry = [...this.#configurations];
    for (let next = toTry.pop(); next !== undefined; next = toTry.pop()) {
      if (next.done.includes(operation)) {
        const past = { state: next.state, done: next.done.filter((one) => one !== operation) };
        kept.set(this.#textOf(past), past);
        continue;
      }
      const text = this.#textOf(next);
      if (tried.has(text)) continue;
      tried.add(text);
      if (tried.size > this.#triedMax) return { kind: 'undecided' };
      for (const one of this.#open) {
        const after = this.#step(next, one);
        if (after !== undefined) toTry.push(after);
      }
    }
    if (kept.size === 0) return { kind: 'broken', operation };
    this.#configurations = [...kept.values()];
    this.#open.delete(operation);
    this.#over.add(operation);
    this.#forgetWhatIsCertain();
    return undefined;
  }

  #step({ state, done }: Configuration<State>, operation: number): Configuration<State> | undefined {
    if (done.includes(operation) || !this.#mayFollow(done, operation)) return undefined;
    const after = this.#operations[operation]?.apply(state);
    if (after === undefined) return undefined;
    return this.#withReads({ state: after, done: withNumber(done, operation) });
  }

  #mayFollow(done: readonly number[], operation: number): boolean {
    const before = this.#operations[operation]?.after;
    return before === undefined || this.#over.has(before) || done.includes(before);
  }

  #withReads(configuration: Configuration<State>): Configuration<State> {
    const { state } = configuration;
    let { done } = configuration;
    for (const one of this.#open) {
      const operation = this.#operations[one];
      if (operation?.isRead !== true || done.includes(one) || !this.#mayFollow(done, one)) continue;
      if (operation.apply(state) !== undefined) done = withNumber(done, one);
    }
    return done === configuration.done ? configuration : { state, done };
  }

  /** An operation that never ends is over once it has taken effect in the only configuration left. */
  #forgetWhatIsCertain(): void {
    const [only, another] = this.#configurations;
    if (only === undefined || another !== undefined) return;
    const endless = only.done.filter((one) => this.#operations[one]?.until === Number.POSITIVE_INFINITY);
    if (endless.length === 0) return;
    for (const one of endless) {
      this.#open.delete(one);
      this.#over.add(one);
    }
    this.#configurations = [{ ...only, done: only.done.filter((one) => !endless.includes(one)) }];
  }

  #textOf({ state, done }: Configuration<State>): string {
    return `${this.#keyOf(state)}|${done.join(',')}`;
  }
}

/** In order; of one place, ends after beginnings: what only touches may be taken either way round. */
function eventsOf<State>(operations: readonly Operation<State>[]) {
  const events = operations.flatMap(({ from, until }, operation) => [
    { place: from, operation, isEnd: false },
    ...(until === Number.POSITIVE_INFINITY ? [] : [{ place: until, operation, isEnd: true }]),
  ]);
  return events.sort((a, b) => a.place - b.place || Number(a.isEnd) - Number(b.isEnd));
}

function withNumber(numbers: readonly number[], added: number): readonly number[] {
  const at = numbers.findIndex((one) => one > added);
  return at === -1 ? [...numbers, added] : [...numbers.slice(0, at), added, ...numbers.slice(at)];
}
