/**
 * Runs XState machines as pure functions: (snapshot, event) → (snapshot, effects).
 *
 * A step is a look-up in the compiled machine (`compile-machine.ts`), well under a microsecond. Nothing is
 * executed: actions that are not built in are returned as effects, by name. An observer, if there is one,
 * sees each microstep.
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

const NO_TRANSITIONS: readonly Transition[] = [];

type ContextOf<Machine extends AnyStateMachine> = SnapshotFrom<Machine>['context'];
type ValueOf<Machine extends AnyStateMachine> = SnapshotFrom<Machine>['value'];
type TagOf<Machine extends AnyStateMachine> = Parameters<SnapshotFrom<Machine>['hasTag']>[0];

/** A machine at rest: its state and context, immutable and shared if nothing changed. */
export class MachineSnapshot<Machine extends AnyStateMachine> {
  readonly value: ValueOf<Machine>;
  readonly context: ContextOf<Machine>;
  readonly #state: State;

  constructor(state: State, context: ContextOf<Machine>) {
    this.value = state.value as ValueOf<Machine>;
    this.context = context;
    this.#state = state;
  }

  get path(): string {
    return this.#state.path;
  }

  /** Whether the machine has come to its end. */
  get isDone(): boolean {
    return this.#state.isFinal;
  }

  hasTag(tag: TagOf<Machine>): boolean {
    return this.#state.tags.has(tag);
  }
}

export interface Step<Machine extends AnyStateMachine> {
  readonly snapshot: MachineSnapshot<Machine>;
  /** The names of the actions to carry out, in order. */
  readonly effects: readonly string[];
}

/** One microstep of a machine: `event` met it in `from`; `to` is the same if nothing moved. */
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
  readonly #states: ReadonlyMap<string, State>;

  /** @throws if the machine cannot be compiled */
  constructor(machine: Machine) {
    this.#machine = machine;
    this.#states = compileMachine(machine);
  }

  /** By XState itself, which is slow. It depends on the input alone, so it can be kept. */
  initial(input: InputFrom<Machine>): Step<Machine> {
    const [snapshot, actions] = initialTransition(this.#machine, input as never);
    return {
      snapshot: this.at(snapshot as { value: ValueOf<Machine>; context: ContextOf<Machine> }),
      effects: actions.map(({ type }) => type).filter((type) => !type.startsWith('xstate.')),
    };
  }

  /** A snapshot as it was stored. @throws if the machine has no such state */
  at(stored: {
    readonly value: ValueOf<Machine>;
    readonly context: ContextOf<Machine>;
  }): MachineSnapshot<Machine> {
    return new MachineSnapshot(this.#stateAt(statePath(stored.value as StateValue)), stored.context);
  }

  /**
   * @param observe told each microstep: that of `event`, and those of the events that its actions raise, in
   *   order. It hears of every step, also of one that the caller drops.
   */
  next(
    snapshot: MachineSnapshot<Machine>,
    event: EventFromLogic<Machine>,
    observe?: MachineObserver,
  ): Step<Machine> {
    const effects: string[] = [];
    const raised: AnyEvent[] = [];
    let state = this.#stateAt(snapshot.path);
    let context: object = snapshot.context;
    let isHandled = false;
    for (let met: AnyEvent | undefined = event; met !== undefined; met = raised.shift()) {
      const from = state;
      const transition = transitionFor(met, from, context);
      if (transition !== undefined) {
        isHandled = true;
        context = applied(transition, context, met, effects, raised);
        if (transition.to !== undefined) state = this.#stateAt(transition.to);
      }
      observe?.({
        machine: this.#machine.id,
        from: from.path,
        event: met.type,
        to: state.path,
        isHandled: transition !== undefined,
      });
      // Events that were raised on the way into a final state are dropped, as XState does.
      if (state.isFinal) break;
    }
    if (!isHandled) return { snapshot, effects };
    return { snapshot: new MachineSnapshot(state, context as ContextOf<Machine>), effects };
  }

  #stateAt(path: string): State {
    const state = this.#states.get(path);
    if (state === undefined) throw new Error(`machine ${this.#machine.id} has no state ${path}`);
    return state;
  }
}

function transitionFor(event: AnyEvent, { transitions }: State, context: object): Transition | undefined {
  for (const transition of transitions.get(event.type) ?? NO_TRANSITIONS) {
    if (transition.holds === undefined || transition.holds(context, event)) return transition;
  }
  return undefined;
}

/** Adds the transition's effects and raised events to the lists. @returns the context afterwards */
function applied(
  { actions }: Transition,
  before: object,
  event: AnyEvent,
  effects: string[],
  raised: AnyEvent[],
): object {
  let context = before;
  for (const action of actions) {
    if (action.type === 'effect') effects.push(action.name);
    else if (action.type === 'assign') context = action.next(context, event);
    else raised.push(action.event(context, event));
  }
  return context;
}
