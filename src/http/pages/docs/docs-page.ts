/**
 * The documentation as a page: generated from the OpenAPI document, with a guide written by hand.
 *
 * Invariants
 *  1. The page is whole in itself: it loads nothing, runs no script, and its own policy allows neither.
 *  2. Every operation, every object and every error of the document is on it.
 */
import { createHash } from 'node:crypto';
import type { OpenApiDocument, OpenApiError } from '../../openapi/openapi-document.js';
import { type EndpointSection, endpointId, endpointSection, endpointsOf, methodBadge } from './endpoints.js';
import { type GuideSection, guideSections } from './guide.js';
import { Html, html, prose, slug } from './html.js';
import { schemaView } from './schema-view.js';
import { STYLE } from './style.js';

interface EndpointGroup {
  readonly tag: string;
  readonly endpoints: readonly EndpointSection[];
}

/** The page as HTML text; to be made once, at start. */
export function docsPage(document: OpenApiDocument): string {
  const guide = guideSections(document);
  const groups = document.tags.map(({ name }) => ({ tag: name, endpoints: endpointsOf(document, name) }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${docsPolicy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${document.info.title} API</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<div class="layout">
${navigation(document, guide, groups)}
<main id="content">
${opening(document)}
${guide.map(({ title, body }) => html`<h2 id="${slug(title)}">${title}</h2>${body}`)}
${groups.map(({ tag, endpoints }) => html`<h2 id="${slug(tag)}">${tag}</h2>${endpoints.map((one) => endpointSection(one, document.components.schemas))}`)}
<h2 id="objects">Objects</h2>
${objects(document)}
<h2 id="errors">Errors</h2>
${errorTable(document['x-errors'])}
</main>
</div>
</body>
</html>
`.text;
}

/** Only the one style, by its hash. As a header field it may say more, such as who may show it in a frame. */
export function docsPolicy(): string {
  const hash = createHash('sha256').update(STYLE, 'utf8').digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

function opening({ info }: OpenApiDocument): Html {
  const [first = '', ...more] = info.description.split('\n\n');
  return html`<header><h1>${info.title} API</h1><p>${prose(first)}</p></header>${more.map((text) => html`<p>${prose(text)}</p>`)}`;
}

function navigation(
  { info }: OpenApiDocument,
  guide: readonly GuideSection[],
  groups: readonly EndpointGroup[],
): Html {
  const item = (href: string, text: Html) => html`<li><a href="#${href}">${text}</a></li>`;
  return html`<nav aria-label="Contents">
<a class="brand" href="#content">${info.title}<small>${info.version}</small></a>
<h2>Guide</h2><ul>${guide.map(({ title }) => item(slug(title), html`${title}`))}</ul>
${groups.map(
  ({ tag, endpoints }) =>
    html`<h2>${tag}</h2><ul>${endpoints.map((one) => item(endpointId(one), html`${methodBadge(one.method)}${one.operation.summary}`))}</ul>`,
)}
<h2>Reference</h2><ul>${item('objects', html`Objects`)}${item('errors', html`Errors`)}<li><a href="/openapi.json">openapi.json</a></li></ul>
</nav>`;
}

function objects({ components }: OpenApiDocument): Html {
  return html`${Object.entries(components.schemas).map(([name, schema]) => {
    const description =
      schema.description === undefined ? undefined : html`<p>${prose(schema.description)}</p>`;
    return html`<section class="object" id="object-${slug(name)}"><h3>${name}</h3>${description}${schemaView(schema)}</section>`;
  })}`;
}

function errorTable(errors: readonly OpenApiError[]): Html {
  const rows = errors.map(
    ({ code, status, type, when }, at) =>
      html`<tr id="error-${slug(code)}"><td>${at + 1}</td><td><b>${status}</b></td><td><code>${code}</code></td><td class="type">${type}</td><td>${prose(when)}</td></tr>`,
  );
  return html`<p>In order of precedence: if several apply, the first is answered.</p>
<div class="scroll"><table><thead><tr><th></th><th>Status</th><th>Code</th><th>Type</th><th>When</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
