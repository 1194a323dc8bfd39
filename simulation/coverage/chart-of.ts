/**
 * The chart of a machine, read off its definition: the states in which it can rest, and what each event does
 * in each of them. An event that a state leaves to the states around it is charted for the state itself.
 *
 * Of machines with plain nested states. A machine that uses more (parallel or history states, `always`,
 * `after`, invoked actors, wildcards) is refused, so that no chart says less than the machine does.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

export interface ChartState {
  /** `queued.watched` */
  readonly path: string;
  readonly isFinal: boolean;
  /** Its own and those of the states around it. */
  readonly tags: readonly string[];
  /** Names of what is done on entering it. */
  readonly entry: readonly string[];
}

/** One way from a state: of several for an event, the first whose guard holds. */
export interface ChartTransition {
  readonly from: string;
  readonly event: string;
  /** The state in which the machine rests right after, before an event that was raised is looked at. */
  readonly to: string;
  /** Undefined if it is always taken. */
  readonly guard: string | undefined;
  readonly actions: readonly string[];
  /** Whether it leaves and enters its state again if it leads back to it. */
  readonly reenters: boolean;
  /** The state that declares it: `from`, or one around it; '' for the machine itself. */
  readonly declaredIn: string;
}

export interface Chart {
  /** The machine's id. */
  readonly machine: string;
  readonly initial: string;
  /** In the order of the definition, as are events and transitions. */
  readonly states: readonly ChartState[];
  readonly events: readonly string[];
  readonly transitions: readonly ChartTransition[];
}

/** Throws if the machine is none that can be charted. */
export function chartOf(machine: AnyStateMachine): Chart {
  const root: AnyStateNode = machine.root;
  const leaves = leavesOf(root);
  const events = [...new Set(leaves.flatMap((leaf) => lineOf(leaf).flatMap((node) => Object.keys(node.on))))];
  return {
    machine: machine.id,
    initial: pathOf(restingIn(root)),
    states: leaves.map(stateOf),
    events,
    transitions: leaves.flatMap((leaf) => events.flatMap((event) => transitionsOf(leaf, event))),
  };
}

function leavesOf(node: AnyStateNode): readonly AnyStateNode[] {
  assertPlain(node);
  const inner: AnyStateNode[] = Object.values(node.states);
  return inner.length === 0 ? [node] : inner.flatMap(leavesOf);
}

function assertPlain(node: AnyStateNode): void {
  const beyond = [
    node.type === 'parallel' || node.type === 'history' ? `a ${node.type} state` : '',
    node.always !== undefined ? 'always' : '',
    node.after.length > 0 ? 'after' : '',
    node.invoke.length > 0 ? 'invoke' : '',
    Object.keys(node.on).some((event) => event.includes('*')) ? 'a wildcard' : '',
  ].filter((what) => what !== '');
  if (beyond.length > 0) throw new Error(`${node.id} uses ${beyond.join(', ')}, which a chart does not show`);
}

/** The state and those around it, from the inside out. */
function lineOf(leaf: AnyStateNode): readonly AnyStateNode[] {
  const line: AnyStateNode[] = [];
  for (let node: AnyStateNode | undefined = leaf; node !== undefined; node = node.parent) line.push(node);
  return line;
}

function stateOf(leaf: AnyStateNode): ChartState {
  return {
    path: pathOf(leaf),
    isFinal: leaf.type === 'final',
    tags: lineOf(leaf)
      .toReversed()
      .flatMap(({ tags }) => tags),
    entry: leaf.entry.map(nameOf),
  };
}

function transitionsOf(leaf: AnyStateNode, event: string): readonly ChartTransition[] {
  const all: AnyTransitionDefinition[] = lineOf(leaf).flatMap((node) => node.on[event] ?? []);
  // A transition behind one that is always taken never is taken.
  const last = all.findIndex(({ guard }) => guard === undefined);
  return all.slice(0, last === -1 ? all.length : last + 1).map((definition) => ({
    from: pathOf(leaf),
    event,
    to: pathOf(restingIn(definition.target?.[0] ?? leaf)),
    guard: definition.guard === undefined ? undefined : nameOf(definition.guard),
    actions: definition.actions.map(nameOf),
    reenters: definition.reenter,
    declaredIn: pathOf(definition.source),
  }));
}

function restingIn(node: AnyStateNode): AnyStateNode {
  const inner: AnyStateNode | undefined = node.initial?.target[0];
  return inner === undefined ? node : restingIn(inner);
}

function pathOf(node: AnyStateNode): string {
  return node.path.join('.');
}

/** Of an action or guard; `raise` for the built-in `xstate.raise`. */
function nameOf(named: unknown): string {
  if (typeof named === 'string') return named;
  const { type, name } = named as { readonly type?: string; readonly name?: string };
  return (type ?? name ?? '').replace(/^xstate\./, '');
}
