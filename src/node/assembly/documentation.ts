/** The documentation of the API: the OpenAPI document, and the page for people that is made from it. */
import { openApiDocument } from '../../http/openapi/openapi.js';
import type { DocumentedOperation } from '../../http/operations/documented-operation.js';
import { docsPage, docsPolicy } from '../../http/pages/docs/docs-page.js';
import { VERSION } from '../../packaged/version.js';

export interface Documentation {
  /** JSON. */
  readonly document: string;
  /** HTML. */
  readonly docs: string;
  readonly docsHeaders: readonly (readonly [name: string, value: string])[];
}

export function documentationOf(operations: readonly DocumentedOperation[]): Documentation {
  const document = openApiDocument(operations, VERSION);
  return {
    document: JSON.stringify(document),
    docs: docsPage(document),
    // It runs nothing, is shown in no frame, and sends no one where it is from.
    docsHeaders: [
      ['Content-Security-Policy', `${docsPolicy()}; frame-ancestors 'none'`],
      ['Referrer-Policy', 'no-referrer'],
    ],
  };
}
