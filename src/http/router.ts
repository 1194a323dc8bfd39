/**
 * Finds the endpoint of a path, and what its parameters are.
 *
 * A segment is percent-decoded before it is compared. A parameter takes what an id of ours may look like and
 * nothing else: every other text could not exist, so its path is as unknown as the id would be.
 */
import type { Operation } from './operation.js';
import { percentDecoded } from './percent.js';

/** All operations of one path. */
export interface Endpoint {
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, Operation>;
  /** What the Allow field says; GET brings HEAD with it. */
  readonly allow: readonly string[];
}

export interface Match {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter: { readonly name: string; readonly node: Node } | undefined;
  endpoint: Endpoint | undefined;
}

const ID = /^[0-9A-Za-z_-]{1,100}$/;
const NO_PARAMS: Match['params'] = Object.freeze({});

export class Router {
  readonly #root = emptyNode();
  /** Paths without a parameter, found without taking them apart. */
  readonly #fixed = new Map<string, Match>();

  constructor(operations: readonly Operation[]) {
    for (const [path, endpoint] of endpointsOf(operations)) {
      this.#insert(path, endpoint);
      if (!path.includes('{')) this.#fixed.set(path, { endpoint, params: NO_PARAMS });
    }
  }

  /** @param path as sent; its percent-encoding is sound */
  match(path: string): Match | undefined {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined) return fixed;
    let node = this.#root;
    let params: Record<string, string> | undefined;
    for (let start = 1; start <= path.length; ) {
      const slash = path.indexOf('/', start);
      const end = slash === -1 ? path.length : slash;
      const segment = percentDecoded(path.slice(start, end)) ?? '';
      const literal = node.literals.get(segment);
      if (literal !== undefined) node = literal;
      else if (node.parameter !== undefined && ID.test(segment)) {
        params ??= {};
        params[node.parameter.name] = segment;
        node = node.parameter.node;
      } else return undefined;
      start = end + 1;
    }
    return node.endpoint && { endpoint: node.endpoint, params: params ?? NO_PARAMS };
  }

  #insert(path: string, endpoint: Endpoint): void {
    let node = this.#root;
    for (const segment of path.slice(1).split('/')) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      node = name === undefined ? literalOf(node, segment) : parameterOf(node, name, path);
    }
    node.endpoint = endpoint;
  }
}

function emptyNode(): Node {
  return { literals: new Map(), parameter: undefined, endpoint: undefined };
}

function literalOf(node: Node, segment: string): Node {
  const found = node.literals.get(segment) ?? emptyNode();
  node.literals.set(segment, found);
  return found;
}

function parameterOf(node: Node, name: string, path: string): Node {
  node.parameter ??= { name, node: emptyNode() };
  if (node.parameter.name !== name)
    throw new Error(`${path} names a parameter otherwise than its neighbour does`);
  return node.parameter.node;
}

function endpointsOf(operations: readonly Operation[]): ReadonlyMap<string, Endpoint> {
  const methods = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const byMethod = methods.get(operation.path) ?? new Map<string, Operation>();
    if (byMethod.has(operation.method))
      throw new Error(`${operation.method} ${operation.path} is there twice`);
    methods.set(operation.path, byMethod.set(operation.method, operation));
  }
  return new Map(
    [...methods].map(([path, byMethod]) => [path, { path, byMethod, allow: allowOf([...byMethod.keys()]) }]),
  );
}

function allowOf(methods: readonly string[]): readonly string[] {
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
}
