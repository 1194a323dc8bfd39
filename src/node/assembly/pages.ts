/** The pages beside the API: health, metrics, documentation, results by their links. */

import { RESULT_ERRORS } from '../../http/errors.js';
import type { DocumentedOperation } from '../../http/operations/documented-operation.js';
import { lineOfText, plainAnswer, type WebPage } from '../../http/pages/page.js';
import type { Peer } from '../../http/request/client-address.js';
import { VERSION } from '../../packaged/version.js';
import { RESULT_LINKS } from '../../providers/provider.js';
import type { OpenedResult } from '../../routing/result-files.js';
import { METRICS_CONTENT_TYPE } from '../metrics/page.js';

export interface PageParts {
  readonly operations: readonly DocumentedOperation[];
  /** Why the node takes no work; undefined if it does. */
  readonly whyNotReady: () => string | undefined;
  readonly metrics: () => Promise<string>;
  readonly mayReadMetrics: (client: Peer | undefined) => boolean;
  /** Opens the result that a link leads to; undefined if the link was not given out. */
  readonly openResult: (path: string, signal: AbortSignal) => Promise<OpenedResult | undefined>;
}

export function publicPages(parts: PageParts): readonly WebPage[] {
  // Loaded and made when first asked for: most runs of a node are not.
  const documentation = once(async () =>
    (await import('../../http/pages/docs/documentation.js')).documentationOf(parts.operations, VERSION),
  );
  return [
    { path: '/healthz', get: () => lineOfText(200, 'ok') },
    {
      path: '/readyz',
      get: () => {
        const why = parts.whyNotReady();
        return why === undefined ? lineOfText(200, 'ready') : lineOfText(503, `not ready: ${why}`);
      },
    },
    {
      path: '/metrics',
      surface: 'management',
      get: ({ client }) =>
        parts.mayReadMetrics(client)
          ? parts.metrics().then((metrics) => plainAnswer(200, METRICS_CONTENT_TYPE, metrics))
          : lineOfText(403, 'metrics are for configured networks only'),
    },
    {
      path: '/openapi.json',
      get: async () => plainAnswer(200, 'application/json', (await documentation()).document),
    },
    {
      path: '/docs',
      get: async () => {
        const { docs, docsHeaders } = await documentation();
        return plainAnswer(200, 'text/html; charset=utf-8', docs, docsHeaders);
      },
    },
    resultPage(parts.openResult),
  ];
}

/**
 * Results outlive the configuration: the links of a provider that was taken away work until the next start.
 */
function resultPage(openResult: PageParts['openResult']): WebPage {
  return {
    path: RESULT_LINKS,
    surface: 'public',
    tookTooLong: RESULT_ERRORS.unavailable,
    get: async ({ rest, signal }) => {
      const result = await openResult(RESULT_LINKS + rest, signal);
      if (result === undefined) return lineOfText(404, 'no such result');
      if (result.state !== 'open') return { kind: 'error', error: RESULT_ERRORS[result.state] };
      return {
        kind: 'content',
        content: result.file,
        fileName: result.fileName,
        headers: [['Cache-Control', 'private, max-age=31536000, immutable']],
      };
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
