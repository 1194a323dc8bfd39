/**
 * Finds the endpoint of a path, and what its parameters are.
 *
 * A segment is percent-decoded before it is compared. A parameter takes what an id of ours may look like and
 * nothing else: every other text could not exist, so its path is as unknown as the id would be.
 */
import type { RouteFigure } from './gateway-figures.js';
import type { Operation } from './operation.js';
import { percentDecoded } from './percent.js';

/** An operation, and where its answers are counted. */
export interface Route {
  readonly operation: Operation;
  readonly figure: RouteFigure;
}

/** All operations of one path. */
export interface Endpoint {
  readonly path: string;
  /** All operations of a path take the same. */
  readonly credential: Operation['credential'];
  readonly byMethod: ReadonlyMap<string, Route>;
  /** What answers GET, and HEAD. */
  readonly get: Route | undefined;
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
  /** Nodes that only a parameter leads on from, with the path before it. */
  readonly #beforeParameter: { readonly path: string; readonly parameter: NonNullable<Node['parameter']> }[] =
    [];
  /** The path without a parameter that was found last: to compare two texts costs less than to hash one. */
  #lastFixed: { readonly path: string; readonly match: Match } | undefined;

  constructor(routes: readonly Route[]) {
    for (const [path, endpoint] of endpointsOf(routes)) {
      this.#insert(path, endpoint);
      if (!path.includes('{')) this.#fixed.set(path, { endpoint, params: NO_PARAMS });
    }
    this.#index(this.#root, '/');
  }

  /** @param path as sent; a segment whose percent-encoding is broken is none of ours */
  match(path: string): Match | undefined {
    return this.#matchFixed(path) ?? this.#matchLast(path) ?? this.#matchSegments(path);
  }

  #matchFixed(path: string): Match | undefined {
    if (this.#lastFixed?.path === path) return this.#lastFixed.match;
    const match = this.#fixed.get(path);
    if (match !== undefined) this.#lastFixed = { path, match };
    return match;
  }

  /** A path whose last segment is its only parameter, as in most requests for one thing. */
  #matchLast(path: string): Match | undefined {
    for (const { path: before, parameter } of this.#beforeParameter) {
      if (!path.startsWith(before)) continue;
      const id = path.slice(before.length);
      const { endpoint } = parameter.node;
      return endpoint !== undefined && ID.test(id)
        ? { endpoint, params: { [parameter.name]: id } }
        : undefined;
    }
    return undefined;
  }

  #matchSegments(path: string): Match | undefined {
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

  #index(node: Node, path: string): void {
    if (node.parameter !== undefined && node.literals.size === 0) {
      this.#beforeParameter.push({ path, parameter: node.parameter });
    }
    for (const [segment, next] of node.literals) this.#index(next, `${path}${segment}/`);
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

/** What an endpoint does with a request of this method. */
export function routeOf({ get, byMethod }: Endpoint, method: string): Route | undefined {
  return method === 'GET' || method === 'HEAD' ? get : byMethod.get(method);
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

function endpointsOf(routes: readonly Route[]): ReadonlyMap<string, Endpoint> {
  const methods = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const { method, path } = route.operation;
    const byMethod = methods.get(path) ?? new Map<string, Route>();
    if (byMethod.has(method)) throw new Error(`${method} ${path} is there twice`);
    methods.set(path, byMethod.set(method, route));
  }
  return new Map([...methods].map(([path, byMethod]) => [path, endpointOf(path, byMethod)]));
}

function endpointOf(path: string, byMethod: ReadonlyMap<string, Route>): Endpoint {
  const [credential, other] = new Set([...byMethod.values()].map(({ operation }) => operation.credential));
  if (credential === undefined || other !== undefined) throw new Error(`${path} takes two credentials`);
  return { path, credential, byMethod, get: byMethod.get('GET'), allow: allowOf([...byMethod.keys()]) };
}

function allowOf(methods: readonly string[]): readonly string[] {
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
}
