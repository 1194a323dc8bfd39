/**
 * Compiles an XState machine, once: for each state in which it can rest, the transitions of each event.
 *
 * XState's own step works them out anew each time, with sets of state nodes (about 10 µs and 15 KB of
 * garbage, measured with Node 20). The steps are XState's, for the machines that this product has: states
 * within states, guards, `assign`, `raise`, entry and exit actions. A machine with anything else is refused
 * here (parallel and history states, `always`, `after`, `invoke`, wildcards, guards made of guards, final
 * states that are not at the top), so none is ever run by other rules than XState's; `test/machines/` holds
 * both to the same steps.
 */
import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate';

type AnyArguments = { readonly context: object; readonly event: AnyEvent };
export type AnyEvent = { readonly type: string };
type Implementation = (args: AnyArguments, params: unknown) => unknown;
type Params = (args: AnyArguments) => unknown;

/** One action of a transition. An effect has a name only: the machine's host carries it out. */
export type Action =
  | { readonly type: 'effect'; readonly name: string }
  | { readonly type: 'assign'; readonly next: (context: object, event: AnyEvent) => object }
  | { readonly type: 'raise'; readonly event: (context: object, event: AnyEvent) => AnyEvent };

/** One candidate for an event; the first whose guard holds is taken. */
export interface Transition {
  readonly holds: ((context: object, event: AnyEvent) => boolean) | undefined;
  /** Those of the states left, of the transition, and of the states entered, in order. */
  readonly actions: readonly Action[];
  /** The path of the state that it leads to; undefined if it stays. */
  readonly to: string | undefined;
}

/** A state in which the machine can rest: one without states within it, together with those around it. */
export interface State {
  /** `queued.watched` */
  readonly path: string;
  readonly value: StateValue;
  readonly tags: ReadonlySet<unknown>;
  readonly transitions: ReadonlyMap<string, readonly Transition[]>;
  readonly isFinal: boolean;
}

/** The states in which a machine can rest, by path. @throws if the machine has a feature that is refused */
export function compileMachine(machine: AnyStateMachine): ReadonlyMap<string, State> {
  const states = new Map<string, State>();
  const visit = (node: AnyStateNode): void => {
    assertPlain(node);
    const children = Object.values<AnyStateNode>(node.states);
    if (children.length === 0) states.set(pathOf(node), stateOf(node, machine));
    for (const child of children) visit(child);
  };
  visit(machine.root);
  return states;
}

/** `queued.watched` for `{ queued: 'watched' }`. Of machines without parallel states. */
export function statePath(value: StateValue): string {
  if (typeof value === 'string') return value;
  for (const outer in value) {
    const inner = value[outer];
    return inner === undefined ? outer : `${outer}.${statePath(inner)}`;
  }
  return '';
}

function stateOf(leaf: AnyStateNode, machine: AnyStateMachine): State {
  const active = [leaf, ...ancestorsOf(leaf)];
  const transitions = new Map<string, Transition[]>();
  for (const node of active) {
    for (const [type, candidates] of node.transitions) {
      const known = transitions.get(type) ?? [];
      transitions.set(type, [...known, ...candidates.map((one) => transitionOf(one, active, machine))]);
    }
  }
  return {
    path: pathOf(leaf),
    value: valueAt(leaf),
    tags: new Set(active.flatMap((node) => node.tags)),
    transitions,
    isFinal: leaf.type === 'final',
  };
}

interface Candidate {
  readonly source: AnyStateNode;
  readonly target: readonly AnyStateNode[] | undefined;
  readonly reenter: boolean;
  readonly guard?: unknown;
  readonly actions: readonly unknown[];
}

function transitionOf(
  candidate: Candidate,
  active: readonly AnyStateNode[],
  machine: AnyStateMachine,
): Transition {
  const { source, target, reenter, guard, actions } = candidate;
  const [to, ...others] = target ?? [];
  if (others.length > 0) throw unsupported(source, 'a transition to several states');
  const holds = guard === undefined ? undefined : guardOf(guard, source, machine);
  if (to === undefined) return { holds, actions: actionsOf(actions, source, machine), to: undefined };
  if (!reenter && [to, ...ancestorsOf(to)].includes(source)) {
    throw unsupported(source, 'a transition to itself, or to a state within it, that does not reenter');
  }
  const around = ancestorsOf(to).find((node) => node !== source && ancestorsOf(source).includes(node));
  if (around === undefined) throw unsupported(source, 'a transition that leaves the machine');
  const left = active.slice(0, active.indexOf(around));
  const targetAndAround = [to, ...ancestorsOf(to)];
  const entered = targetAndAround.slice(0, targetAndAround.indexOf(around)).reverse();
  for (let inner = initialOf(to); inner !== undefined; inner = initialOf(inner)) entered.push(inner);
  const leaf = entered.at(-1);
  return {
    holds,
    actions: [
      ...left.flatMap((node) => actionsOf(node.exit, node, machine)),
      ...actionsOf(actions, source, machine),
      ...entered.flatMap((node) => actionsOf(node.entry, node, machine)),
    ],
    to: pathOf(leaf ?? to),
  };
}

function actionsOf(actions: readonly unknown[], node: AnyStateNode, machine: AnyStateMachine): Action[] {
  return actions.map((action) => {
    const { implementation, name, params } = resolved(action, machine.implementations.actions);
    const type = implementation?.type;
    if (type === undefined) return { type: 'effect', name };
    if (type === 'xstate.assign') return assigning(implementation?.assignment, params);
    if (type === 'xstate.raise' && implementation?.delay === undefined) {
      return raising(implementation?.event, params);
    }
    throw unsupported(node, `an action of type ${type}`);
  });
}

function assigning(assignment: unknown, params: Params): Action {
  if (typeof assignment === 'function') {
    const update = assignment as Implementation;
    const next = (context: object, event: AnyEvent) => {
      const args = { context, event };
      return { ...context, ...(update(args, params(args)) as object) };
    };
    return { type: 'assign', next };
  }
  const updates = Object.entries(assignment as Readonly<Record<string, unknown>>);
  const next = (context: object, event: AnyEvent) => {
    const args = { context, event };
    const given = params(args);
    const changed: Record<string, unknown> = { ...context };
    for (const [field, update] of updates) {
      changed[field] = typeof update === 'function' ? (update as Implementation)(args, given) : update;
    }
    return changed;
  };
  return { type: 'assign', next };
}

function raising(said: unknown, params: Params): Action {
  if (typeof said !== 'function') return { type: 'raise', event: () => said as AnyEvent };
  const event = (context: object, cause: AnyEvent) => {
    const args = { context, event: cause };
    return (said as Implementation)(args, params(args)) as AnyEvent;
  };
  return { type: 'raise', event };
}

function guardOf(
  guard: unknown,
  node: AnyStateNode,
  machine: AnyStateMachine,
): NonNullable<Transition['holds']> {
  const { implementation, name, params } = resolved(guard, machine.implementations.guards);
  if (implementation === undefined) throw unsupported(node, `guard ${name}, which is not implemented`);
  if (implementation.check !== undefined) throw unsupported(node, 'a guard made of guards');
  return (context, event) => {
    const args = { context, event };
    return Boolean(implementation(args, params(args)));
  };
}

/** A function that one of XState's creators of actions and guards returned. */
type Built = Implementation & {
  readonly type?: string;
  readonly assignment?: unknown;
  readonly event?: unknown;
  readonly delay?: unknown;
  readonly check?: unknown;
};

/** An action or guard, inline or by name, with or without parameters. */
function resolved(
  said: unknown,
  implementations: Readonly<Record<string, unknown>>,
): { readonly implementation: Built | undefined; readonly name: string; readonly params: Params } {
  if (typeof said === 'function') {
    return {
      implementation: said as Built,
      name: (said as Built).type ?? said.name,
      params: () => undefined,
    };
  }
  const { type, params } =
    typeof said === 'string' ? { type: said } : (said as { type: string; params?: unknown });
  const implementation = implementations[type] as Built | undefined;
  return {
    implementation,
    name: type,
    params: typeof params === 'function' ? (params as Params) : () => params,
  };
}

function assertPlain(node: AnyStateNode): void {
  const isTop = node.parent === undefined;
  if (node.type === 'parallel' || node.type === 'history') throw unsupported(node, `a ${node.type} state`);
  if (node.always !== undefined && node.always.length > 0) throw unsupported(node, '`always`');
  if (node.after.length > 0) throw unsupported(node, '`after`');
  if (node.invoke.length > 0) throw unsupported(node, '`invoke`');
  if (isTop && (node.entry.length > 0 || node.transitions.size > 0))
    throw unsupported(node, 'actions or events at the top');
  if (node.type === 'final' && node.parent?.parent !== undefined)
    throw unsupported(node, 'a final state within a state');
  if ((isTop || node.type === 'final') && node.exit.length > 0) throw unsupported(node, 'actions at the end');
  if ([...node.transitions.keys()].some((type) => type.includes('*'))) throw unsupported(node, 'a wildcard');
}

function unsupported(node: AnyStateNode, feature: string): Error {
  return new Error(`state ${node.id} has ${feature}, which compiled machines do not support`);
}

/** From the nearest to the machine's root. */
function ancestorsOf(node: AnyStateNode): AnyStateNode[] {
  return node.parent === undefined ? [] : [node.parent, ...ancestorsOf(node.parent)];
}

function initialOf(node: AnyStateNode): AnyStateNode | undefined {
  return Object.keys(node.states).length === 0 ? undefined : node.initial.target[0];
}

function pathOf(node: AnyStateNode): string {
  return node.path.join('.');
}

function valueAt(leaf: AnyStateNode): StateValue {
  return (
    leaf.path.reduceRight<StateValue | undefined>(
      (inner, key) => (inner === undefined ? key : { [key]: inner }),
      undefined,
    ) ?? {}
  );
}
