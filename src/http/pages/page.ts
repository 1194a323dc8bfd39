/**
 * The seam between the gateway and the pages that are no part of the API's contract, such as health, metrics,
 * documentation and result links.
 *
 * A page needs no key, counts on no window, and carries none of the API's header fields.
 */
import type { RemoteFile } from '../../outward/outward.js';
import type { ApiError } from '../errors.js';
import type { Exchange, LiveWatcher } from '../exchange.js';
import type { Peer } from '../request/client-address.js';
import type { SetCookie } from '../response/set-cookie.js';
import type { Surface } from '../surface.js';

export interface WebPage {
  /** The page's path, or, if it ends in a slash and is not `/`, the beginning of all its paths. */
  readonly path: string;
  /** The one listener that serves it, if there are two; left out if both do. */
  readonly surface?: 'public' | 'management';
  /**
   * True if it is there for requests that accept text/html only: to others its path is as unknown as any.
   */
  readonly isForBrowsers?: boolean;
  /** Request header fields that it reads, in lower case; `cookie` for cookies. */
  readonly headers?: readonly string[];
  /** The answer to every method, HEAD without the body; left out if the page has methods of its own. */
  readonly toAll?: PageAnswer;
  /** Answers GET, and HEAD without the body. */
  readonly get?: (input: PageInput) => PageAnswer | Promise<PageAnswer>;
  /** The answer if it is not finished in time; left out if a line of text will do. */
  readonly tookTooLong?: ApiError;
  /** True if it answers in bounded time by itself, which may be longer than all others have. */
  readonly hasOwnTimeLimit?: true;
  /** Takes a body of any kind as it was sent, complete. A page takes this or a form. */
  readonly postBytes?: (input: PageInput, body: Uint8Array) => PageAnswer;
  /** A bound on forms of this page that are under way, and the answer to further ones. */
  readonly crowd?: {
    readonly formsMax: () => number;
    /** The pace at which people are told to come back. */
    readonly formsPerSecond: number;
    readonly answer: (retryAfterMs: number) => PageAnswer | Promise<PageAnswer>;
  };
  /** Takes a form, which is complete. */
  readonly post?: (input: PageInput, form: URLSearchParams) => PageAnswer | Promise<PageAnswer>;
}

export interface PageInput {
  /** The end of the path behind the page's own, percent-decoded. */
  readonly rest: string;
  readonly query: string;
  /** The client, trusted proxies seen through; undefined if its address cannot be read. */
  readonly client: Peer | undefined;
  /** Base of absolute links, without a trailing slash. */
  readonly baseUrl: string;
  /** Scheme and host that the client asked for, by the word of a trusted proxy if there is one. */
  readonly requested: string;
  /** Aborted when the client has gone away, the time of the page is over, or the node stops. */
  readonly signal: AbortSignal;
  readonly cookies: ReadonlyMap<string, string>;
  /** An id for what is done on behalf of this request, `req_…`; each call makes another one. */
  newRequestId(): string;
  /** A header field that the page names in `headers`; undefined if absent. */
  header(name: string): string | undefined;
}

export type PageAnswer = PageBody & {
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly cookies?: readonly SetCookie[];
};

type PageBody =
  | {
      readonly kind: 'page';
      readonly status: number;
      readonly contentType: string;
      readonly body: string | Uint8Array;
    }
  /** Has the browser get another page: 303, so that reloading that one sends no form again. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** Sent with range support if its size is known. A browser saves it under `fileName`, '' for none. */
  | { readonly kind: 'content'; readonly content: RemoteFile; readonly fileName: string }
  /** Makes a WebSocket of the connection: the answer of a page that answers at once. */
  | {
      readonly kind: 'upgrade';
      readonly watcher: LiveWatcher;
      /** Why it may not watch now. */
      readonly refusal: ApiError | undefined;
    }
  /** As the API words it. */
  | { readonly kind: 'error'; readonly error: ApiError }
  /** Of an unknown size. */
  | {
      readonly kind: 'stream';
      readonly contentType: string;
      readonly chunks: () => AsyncIterable<Uint8Array>;
    };

/** Several pages may share a path: the first one that is there for a request answers it. */
export class WebPages {
  readonly #exact = new Map<string, WebPage[]>();
  readonly #prefixed = new Map<string, WebPage[]>();

  constructor(pages: readonly WebPage[]) {
    for (const page of pages) {
      const pagesOf = page.path.endsWith('/') && page.path !== '/' ? this.#prefixed : this.#exact;
      const others = pagesOf.get(page.path);
      if (others === undefined) pagesOf.set(page.path, [page]);
      else others.push(page);
    }
  }

  /** @param surface what the listener serves; a page of the other one is `ELSEWHERE` */
  find(exchange: Exchange, surface: Surface): WebPage | undefined {
    let isElsewhere = false;
    for (const page of this.#at(exchange.path)) {
      const isHere = surface === 'whole' || page.surface === undefined || page.surface === surface;
      if (isHere && (page.isForBrowsers !== true || acceptsHtml(exchange))) return page;
      isElsewhere ||= !isHere && page.isForBrowsers !== true;
    }
    return isElsewhere ? ELSEWHERE : undefined;
  }

  #at(path: string): readonly WebPage[] {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return exact;
    for (const [prefix, pages] of this.#prefixed) if (path.startsWith(prefix)) return pages;
    return NO_PAGES;
  }
}

const NO_PAGES: readonly WebPage[] = [];

/** Of an answer that nobody keeps, or takes for anything else than its type says. */
export const PLAIN_FIELDS = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;

/** It names the type: a client that takes any type, as most programs do, is no browser. */
function acceptsHtml(exchange: Exchange): boolean {
  let isHtml = false;
  exchange.eachField((name, value) => {
    if (name === 'accept') isHtml ||= value.toLowerCase().includes('text/html');
  });
  return isHtml;
}

/** In the place of a page that the other listener serves. */
const ELSEWHERE: WebPage = {
  path: '',
  toAll: lineOfText(404, 'There is no such page here.'),
};

/** An answer that is no page to look at: a line of text. */
export function lineOfText(status: number, line: string): PageAnswer {
  return plainAnswer(status, 'text/plain; charset=utf-8', `${line}\n`);
}

/** Kept by nobody, and taken for nothing else than its type says. */
export function plainAnswer(
  status: number,
  contentType: string,
  body: string,
  more: readonly (readonly [name: string, value: string])[] = [],
): PageAnswer {
  return {
    kind: 'page',
    status,
    contentType,
    body,
    headers: [...PLAIN_FIELDS, ...more],
  };
}
