/**
 * Finds the endpoint of a path, and the id in it.
 *
 * A segment is percent-decoded before it is compared. In the place of an id stands what an id of ours may look like
 * and nothing else: every other text could not exist, so its path is as unknown as the id would be.
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
  /** What stands in the place of `{id}`; '' where the path has no such place. */
  readonly id: string;
}

interface Node {
  readonly literals: Map<string, Node>;
  /** Where an id leads. */
  thing: Node | undefined;
  endpoint: Endpoint | undefined;
}

const ID_LENGTH_MAX = 100;
/** 1 for each character that an id may have. */
const ID_CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[0-9A-Za-z_-]/.test(String.fromCharCode(code))),
);
const ID_PLACE = '{id}';

export class Router {
  readonly #root = emptyNode();
  /** Paths without an id, found without taking them apart. */
  readonly #fixed = new Map<string, Match>();
  readonly #fixedLengthMax: number;
  /** Where an id is all that leads on, and the path before it. */
  readonly #beforeThing: { readonly path: string; readonly thing: Node }[] = [];
  /** The path without an id that was found last: to compare two texts costs less than to hash one. */
  #lastFixed: { readonly path: string; readonly match: Match } | undefined;

  /** Throws where the place of an id is called otherwise, or a path has two. */
  constructor(routes: readonly Route[]) {
    for (const [path, endpoint] of endpointsOf(routes)) {
      this.#insert(path, endpoint);
      if (!path.includes('{')) this.#fixed.set(path, { endpoint, id: '' });
    }
    this.#fixedLengthMax = Math.max(0, ...[...this.#fixed.keys()].map(({ length }) => length));
    this.#index(this.#root, '/');
  }

  /** @param path as sent; a segment whose percent-encoding is broken is none of ours */
  match(path: string): Match | undefined {
    return this.#matchFixed(path) ?? this.#matchThing(path) ?? this.#matchSegments(path);
  }

  #matchFixed(path: string): Match | undefined {
    if (path.length > this.#fixedLengthMax) return undefined;
    if (this.#lastFixed?.path === path) return this.#lastFixed.match;
    const match = this.#fixed.get(path);
    if (match !== undefined) this.#lastFixed = { path, match };
    return match;
  }

  /** A path that ends in its id, as in most requests for one thing. */
  #matchThing(path: string): Match | undefined {
    for (const { path: before, thing } of this.#beforeThing) {
      if (!path.startsWith(before)) continue;
      const { endpoint } = thing;
      return endpoint !== undefined && isIdFrom(path, before.length)
        ? { endpoint, id: path.slice(before.length) }
        : undefined;
    }
    return undefined;
  }

  #matchSegments(path: string): Match | undefined {
    let node = this.#root;
    let id = '';
    for (let start = 1; start <= path.length; ) {
      const slash = path.indexOf('/', start);
      const end = slash === -1 ? path.length : slash;
      const segment = percentDecoded(path.slice(start, end)) ?? '';
      const literal = node.literals.get(segment);
      if (literal !== undefined) node = literal;
      else if (node.thing !== undefined && isIdFrom(segment, 0)) {
        id = segment;
        node = node.thing;
      } else return undefined;
      start = end + 1;
    }
    return node.endpoint && { endpoint: node.endpoint, id };
  }

  #index(node: Node, path: string): void {
    if (node.thing !== undefined && node.literals.size === 0) {
      this.#beforeThing.push({ path, thing: node.thing });
    }
    for (const [segment, next] of node.literals) this.#index(next, `${path}${segment}/`);
  }

  #insert(path: string, endpoint: Endpoint): void {
    let node = this.#root;
    const [, ...segments] = path.split('/');
    if (segments.filter((segment) => segment.includes('{')).length > 1)
      throw new Error(`${path} has two ids`);
    for (const segment of segments) {
      if (segment.includes('{') && segment !== ID_PLACE)
        throw new Error(`${path} does not call its id ${ID_PLACE}`);
      node = segment === ID_PLACE ? thingOf(node) : literalOf(node, segment);
    }
    node.endpoint = endpoint;
  }
}

function isIdFrom(text: string, start: number): boolean {
  const length = text.length - start;
  if (length < 1 || length > ID_LENGTH_MAX) return false;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127 || ID_CHARACTERS[code] === 0) return false;
  }
  return true;
}

/** What an endpoint does with a request of this method. */
export function routeOf({ get, byMethod }: Endpoint, method: string): Route | undefined {
  return method === 'GET' || method === 'HEAD' ? get : byMethod.get(method);
}

function emptyNode(): Node {
  return { literals: new Map(), thing: undefined, endpoint: undefined };
}

function literalOf(node: Node, segment: string): Node {
  const found = node.literals.get(segment) ?? emptyNode();
  node.literals.set(segment, found);
  return found;
}

function thingOf(node: Node): Node {
  node.thing ??= emptyNode();
  return node.thing;
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
