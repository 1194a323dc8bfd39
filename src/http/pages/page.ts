/**
 * Pages that are no part of the API contract: health, metrics, documentation, result links.
 *
 * They take GET and HEAD, need no key, are counted on no window, and carry none of the API's header fields.
 */
import type { ResultContent } from '../../providers/provider.js';
import type { Peer } from '../request/client-address.js';
import type { Surface } from '../surface.js';

export interface WebPage {
  /** The page's path, or, where it ends in a slash, what all its paths begin with. */
  readonly path: string;
  /** The one listener that serves it, where there are two; absent where both do. */
  readonly surface?: 'public' | 'management';
  handle(input: PageInput): PageAnswer | Promise<PageAnswer>;
}

export interface PageInput {
  /** What follows the page's own path, percent-decoded; '' where nothing does. */
  readonly rest: string;
  readonly query: string;
  /** The client, trusted proxies seen through; undefined where its address cannot be read. */
  readonly client: Peer | undefined;
  /** Base of absolute links, without a trailing slash. */
  readonly baseUrl: string;
  /** Aborted when the client has gone away or the node stops. */
  readonly signal: AbortSignal;
}

export type PageAnswer =
  | {
      readonly kind: 'page';
      readonly status: number;
      readonly contentType: string;
      readonly body: string | Uint8Array;
      readonly headers?: readonly (readonly [name: string, value: string])[];
    }
  /** Sent with range support. */
  | {
      readonly kind: 'content';
      readonly content: ResultContent;
      readonly headers?: readonly (readonly [name: string, value: string])[];
    };

export class WebPages {
  readonly #exact = new Map<string, WebPage>();
  readonly #prefixed: WebPage[] = [];

  constructor(pages: readonly WebPage[]) {
    for (const page of pages) {
      if (page.path.endsWith('/')) this.#prefixed.push(page);
      else this.#exact.set(page.path, page);
    }
  }

  /** @param surface what the listener serves; a page of the other one is `ELSEWHERE` */
  find(path: string, surface: Surface): WebPage | undefined {
    const page = this.#find(path);
    const isHere = surface === 'whole' || page?.surface === undefined || page.surface === surface;
    return isHere ? page : ELSEWHERE;
  }

  #find(path: string): WebPage | undefined {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return exact;
    for (const page of this.#prefixed) if (path.startsWith(page.path)) return page;
    return undefined;
  }
}

/** In the place of a page that the other listener serves. */
const ELSEWHERE: WebPage = {
  path: '',
  handle: () => ({
    kind: 'page',
    status: 404,
    contentType: 'text/plain; charset=utf-8',
    body: 'There is no such page here.\n',
  }),
};
