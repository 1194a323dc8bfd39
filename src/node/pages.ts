/** The pages beside the API: health, metrics, documentation, results of the simulated provider. */

import { docsPage } from '../http/docs-page.js';
import type { IpAddress } from '../http/ip-address.js';
import { openApiDocument } from '../http/openapi.js';
import type { DocumentedOperation } from '../http/operations/documented-operation.js';
import type { PublicAnswer, PublicPage } from '../http/public-page.js';
import { METRICS_CONTENT_TYPE } from './metrics/page.js';
import type { ProviderDesk } from './provider-desk.js';
import { VERSION } from './version.js';

const TEXT = 'text/plain; charset=utf-8';

export interface PageParts {
  readonly operations: readonly DocumentedOperation[];
  /** Why the node takes no work; undefined where it does. */
  readonly whyNotReady: () => string | undefined;
  readonly metrics: () => Promise<string>;
  readonly mayReadMetrics: (client: IpAddress | undefined) => boolean;
  readonly desk: ProviderDesk;
  /** The provider whose results the gateway serves itself; undefined where there is none. */
  readonly simulatedProvider: string | undefined;
}

export function publicPages(parts: PageParts): readonly PublicPage[] {
  // Made when first asked for: most runs of a node are not.
  const document = once(() => openApiDocument(parts.operations, VERSION));
  const documentText = once(() => JSON.stringify(document()));
  const docs = once(() => docsPage(document()));
  return [
    { path: '/healthz', handle: () => text(200, 'ok') },
    {
      path: '/readyz',
      handle: () => {
        const why = parts.whyNotReady();
        return why === undefined ? text(200, 'ready') : text(503, `not ready: ${why}`);
      },
    },
    {
      path: '/metrics',
      handle: ({ client }) =>
        parts.mayReadMetrics(client)
          ? parts.metrics().then((metrics) => page(200, METRICS_CONTENT_TYPE, metrics))
          : text(403, 'metrics are for configured networks only'),
    },
    { path: '/openapi.json', handle: () => page(200, 'application/json', documentText()) },
    { path: '/docs', handle: () => page(200, 'text/html; charset=utf-8', docs()) },
    ...resultPage(parts),
  ];
}

function resultPage({ desk, simulatedProvider }: PageParts): PublicPage[] {
  if (simulatedProvider === undefined) return [];
  return [
    {
      path: '/results/',
      handle: async ({ rest, signal }) => {
        const content = await desk.content(simulatedProvider, `/results/${rest}`, signal);
        if (content === undefined) return text(404, 'no such result');
        return {
          kind: 'content',
          content,
          headers: [['Cache-Control', 'private, max-age=31536000, immutable']],
        };
      },
    },
  ];
}

function text(status: number, line: string): PublicAnswer {
  return page(status, TEXT, `${line}\n`);
}

function page(status: number, contentType: string, body: string): PublicAnswer {
  return { kind: 'page', status, contentType, body, headers: [['Cache-Control', 'no-store']] };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
