/**
 * Finds the endpoint of a path, and the id in it.
 *
 * A segment is percent-decoded before it is compared. In the place of an id stands what an id of ours may
 * look like and nothing else: every other text could not exist, so its path is as unknown as the id would be.
 */
import type { ShedClass } from '../../overload/load-shedder.js';
import { type RouteMetrics, TimedFirst } from '../monitoring/gateway-metrics.js';
import type { Operation } from '../operation.js';
import { percentDecoded } from '../request/percent.js';

/** An operation, and where its answers are counted. */
export interface Route {
  readonly operation: Operation;
  readonly metrics: RouteMetrics;
  /** The operation's; here it costs a hot request nothing to ask. */
  readonly shedAs: ShedClass | undefined;
}

/** All operations of one path. */
export interface Endpoint {
  readonly path: string;
  /** All operations of a path take the same. */
  readonly credential: Operation['credential'];
  readonly byMethod: ReadonlyMap<string, Route>;
  /** The route of GET, and of HEAD. */
  readonly get: Route | undefined;
  /** For the Allow field; GET brings HEAD with it. */
  readonly allow: readonly string[];
  readonly timed: TimedFirst;
}

export interface Match {
  /** As sent. */
  readonly path: string;
  readonly endpoint: Endpoint;
  /** The text in the place of `{id}`; '' if the path has no such place. */
  readonly id: string;
}

interface Node {
  readonly literals: Map<string, Node>;
  /** The node behind an id. */
  thing: Node | undefined;
  endpoint: Endpoint | undefined;
}

const ID = /^[0-9A-Za-z_-]{1,100}$/;
const ID_PLACE = '{id}';
/** Two to the power of this many paths are remembered. */
const RECENT_BITS = 12;

export class Router {
  readonly #root = emptyNode();
  /**
   * The matches of paths asked for lately, each at the index that its hash gives it: clients ask for the same
   * few paths, and for the same job, again and again.
   */
  readonly #recent = new Array<Match | undefined>(1 << RECENT_BITS).fill(undefined);

  /** Throws if an id is called otherwise, or a path has two. */
  constructor(routes: readonly Route[]) {
    for (const [path, endpoint] of endpointsOf(routes)) this.#insert(path, endpoint);
  }

  /** @param path as sent; a segment whose percent-encoding is broken is none of ours */
  match(path: string): Match | undefined {
    const place = stateOf(path);
    const recent = this.#recent[place];
    if (recent !== undefined && recent.path === path) return recent;
    const match = this.#matchSegments(path);
    if (match !== undefined) this.#recent[place] = match;
    return match;
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
      else if (node.thing !== undefined && ID.test(segment)) {
        id = segment;
        node = node.thing;
      } else return undefined;
      start = end + 1;
    }
    return node.endpoint && { path, endpoint: node.endpoint, id };
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

/** By three characters at the end, where ids differ, and three in the middle, where paths behind an id do. */
function stateOf(path: string): number {
  const [end, middle] = [path.length, path.length >> 1];
  const first = path.charCodeAt(end - 1) | (path.charCodeAt(end - 2) << 8) | (path.charCodeAt(end - 3) << 16);
  const second =
    path.charCodeAt(middle) | (path.charCodeAt(middle + 1) << 8) | (path.charCodeAt(middle - 1) << 16);
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  return mixed >>> (32 - RECENT_BITS);
}

/** The route of an endpoint for this method. */
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
  const allow = allowOf([...byMethod.keys()]);
  return { path, credential, byMethod, get: byMethod.get('GET'), allow, timed: new TimedFirst() };
}

function allowOf(methods: readonly string[]): readonly string[] {
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
}
