/**
 * Runs XState machines as pure functions: (snapshot, event) → (snapshot, intents).
 *
 * A step is looked up in the machine's tables (`machine-tables.ts`), well under a microsecond. Nothing is executed:
 * actions that are not built in are returned as intents. Who wants to see each microstep says so with the call.
 */
import {
  type AnyStateMachine,
  type EventFromLogic,
  type InputFrom,
  initialTransition,
  type SnapshotFrom,
  type StateValue,
} from 'xstate';
import { type AnyEvent, compileMachine, type State, statePath, type Transition } from './compile-machine.js';

const NO_WAYS: readonly Transition[] = [];

type ContextOf<Machine extends AnyStateMachine> = SnapshotFrom<Machine>['context'];
type ValueOf<Machine extends AnyStateMachine> = SnapshotFrom<Machine>['value'];
type TagOf<Machine extends AnyStateMachine> = Parameters<SnapshotFrom<Machine>['hasTag']>[0];

/** How a machine stands, at rest: immutable, and shared where nothing changed. */
export class MachineSnapshot<Machine extends AnyStateMachine> {
  readonly value: ValueOf<Machine>;
  readonly context: ContextOf<Machine>;
  readonly #place: State;

  constructor(place: State, context: ContextOf<Machine>) {
    this.value = place.value as ValueOf<Machine>;
    this.context = context;
    this.#place = place;
  }

  get path(): string {
    return this.#place.path;
  }

  /** Whether the machine has come to its end. */
  get isDone(): boolean {
    return this.#place.isFinal;
  }

  hasTag(tag: TagOf<Machine>): boolean {
    return this.#place.tags.has(tag);
  }
}

export interface Step<Machine extends AnyStateMachine> {
  readonly snapshot: MachineSnapshot<Machine>;
  /** The names of the actions to carry out, in order. */
  readonly intents: readonly string[];
}

/** One microstep of a machine: `event` met it in `from`; `to` is the same where nothing moved. */
export interface MachineStep {
  /** The id of the machine. */
  readonly machine: string;
  /** State as a path, `queued.watched`. */
  readonly from: string;
  readonly event: string;
  readonly to: string;
  /** Whether a transition was taken, guards included; it may have changed nothing. */
  readonly isHandled: boolean;
}

export type MachineObserver = (step: MachineStep) => void;

export class MachineRunner<Machine extends AnyStateMachine> {
  readonly #machine: Machine;
  readonly #places: ReadonlyMap<string, State>;

  /** Throws where the machine has what the tables cannot hold. */
  constructor(machine: Machine) {
    this.#machine = machine;
    this.#places = compileMachine(machine);
  }

  /** By XState itself: who takes it often keeps it, for it depends on the input alone. */
  initial(input: InputFrom<Machine>): Step<Machine> {
    const [snapshot, actions] = initialTransition(this.#machine, input as never);
    return {
      snapshot: this.at(snapshot as { value: ValueOf<Machine>; context: ContextOf<Machine> }),
      intents: actions.map(({ type }) => type).filter((type) => !type.startsWith('xstate.')),
    };
  }

  /** A snapshot as it was stored. Throws where the machine cannot be in such a state. */
  at(stored: {
    readonly value: ValueOf<Machine>;
    readonly context: ContextOf<Machine>;
  }): MachineSnapshot<Machine> {
    return new MachineSnapshot(this.#placeAt(statePath(stored.value as StateValue)), stored.context);
  }

  /**
   * @param observe told each microstep: that of `event`, and those of the events that its actions raise, in
   *   order. It hears what the machine did, whatever then becomes of the step at the caller's.
   */
  next(
    snapshot: MachineSnapshot<Machine>,
    event: EventFromLogic<Machine>,
    observe?: MachineObserver,
  ): Step<Machine> {
    const intents: string[] = [];
    const raised: AnyEvent[] = [];
    let place = this.#placeAt(snapshot.path);
    let context: object = snapshot.context;
    let isHandled = false;
    for (let met: AnyEvent | undefined = event; met !== undefined; met = raised.shift()) {
      const from = place;
      const way = wayFor(met, from, context);
      if (way !== undefined) {
        isHandled = true;
        context = carriedOut(way, context, met, intents, raised);
        if (way.to !== undefined) place = this.#placeAt(way.to);
      }
      observe?.({
        machine: this.#machine.id,
        from: from.path,
        event: met.type,
        to: place.path,
        isHandled: way !== undefined,
      });
      // What was raised on the way to the end is not heard any more.
      if (place.isFinal) break;
    }
    if (!isHandled) return { snapshot, intents };
    return { snapshot: new MachineSnapshot(place, context as ContextOf<Machine>), intents };
  }

  #placeAt(path: string): State {
    const place = this.#places.get(path);
    if (place === undefined) throw new Error(`machine ${this.#machine.id} has no state ${path}`);
    return place;
  }
}

function wayFor(event: AnyEvent, { transitions }: State, context: object): Transition | undefined {
  for (const way of transitions.get(event.type) ?? NO_WAYS) {
    if (way.holds === undefined || way.holds(context, event)) return way;
  }
  return undefined;
}

/** The context afterwards. What is intended and raised is added to the lists. */
function carriedOut(
  { actions }: Transition,
  before: object,
  event: AnyEvent,
  intents: string[],
  raised: AnyEvent[],
): object {
  let context = before;
  for (const act of actions) {
    if (act.does === 'intend') intents.push(act.name);
    else if (act.does === 'assign') context = act.next(context, event);
    else raised.push(act.event(context, event));
  }
  return context;
}
