/** The documentation of the API: the OpenAPI document, and the page for people that is made from it. */
import { openApiDocument } from '../../openapi/openapi.js';
import type { DocumentedOperation } from '../../operations/documented-operation.js';
import { docsPage, docsPolicy } from './docs-page.js';

interface Documentation {
  /** JSON. */
  readonly document: string;
  /** HTML. */
  readonly docs: string;
  readonly docsHeaders: readonly (readonly [name: string, value: string])[];
}

/** @param version of the program that serves it */
export function documentationOf(operations: readonly DocumentedOperation[], version: string): Documentation {
  const document = openApiDocument(operations, version);
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
