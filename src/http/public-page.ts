/**
 * Pages that are no part of the API contract: health, metrics, documentation, result links.
 *
 * They take GET and HEAD, need no key, are counted on no window, and carry none of the API's header fields.
 */

import type { ResultContent } from '../providers/provider.js';
import type { IpAddress } from './ip-address.js';

export interface PublicPage {
  /** The page's path, or, where it ends in a slash, what all its paths begin with. */
  readonly path: string;
  handle(input: PublicInput): PublicAnswer | Promise<PublicAnswer>;
}

export interface PublicInput {
  /** What follows the page's own path, percent-decoded; '' where nothing does. */
  readonly rest: string;
  readonly query: string;
  /** The client, trusted proxies seen through; undefined where its address cannot be read. */
  readonly client: IpAddress | undefined;
  /** Base of absolute links, without a trailing slash. */
  readonly baseUrl: string;
  /** Aborted when the client has gone away or the node stops. */
  readonly signal: AbortSignal;
}

export type PublicAnswer =
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

export class PublicPages {
  readonly #exact = new Map<string, PublicPage>();
  readonly #prefixed: PublicPage[] = [];

  constructor(pages: readonly PublicPage[]) {
    for (const page of pages) {
      if (page.path.endsWith('/')) this.#prefixed.push(page);
      else this.#exact.set(page.path, page);
    }
  }

  find(path: string): PublicPage | undefined {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return exact;
    for (const page of this.#prefixed) if (path.startsWith(page.path)) return page;
    return undefined;
  }
}
