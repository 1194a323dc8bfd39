/** The endpoints of the OpenAPI document, each as a section of the page. */
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from '../../openapi/openapi-document.js';
import { type Html, html, jsonBlock, prose, slug } from './html.js';
import { fieldRow, resolved, schemaView } from './schema-view.js';

export interface EndpointSection {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

export function endpointsOf(document: OpenApiDocument, tag: string): EndpointSection[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

export function endpointId({ operation }: EndpointSection): string {
  return `operation-${slug(operation.operationId)}`;
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span>`;
}

export function endpointSection(
  endpoint: EndpointSection,
  schemas: Readonly<Record<string, JsonSchema>>,
): Html {
  const { method, path, operation } = endpoint;
  const secret = operation.security.some((one) => 'managementKey' in one) ? 'management key' : 'API key';
  return html`<section class="endpoint" id="${endpointId(endpoint)}">
<h3>${operation.summary}</h3>
<p class="route">${methodBadge(method)}<code>${path}</code><span class="credential">${secret}</span></p>
<div class="columns"><div>
<p>${prose(operation.description)}</p>
${parameterTable(operation.parameters)}
${requestBody(operation, schemas)}
${successes(operation)}
${errorList(operation)}
</div><div class="examples">${requestExample(endpoint)}${answerExamples(operation)}</div></div>
</section>`;
}

function parameterTable(parameters: readonly OpenApiParameter[]): Html | undefined {
  if (parameters.length === 0) return undefined;
  const groups = (['path', 'query', 'header'] as const)
    .map((place) => ({ place, inPlace: parameters.filter((parameter) => parameter.in === place) }))
    .filter(({ inPlace }) => inPlace.length > 0);
  return html`${groups.map(({ place, inPlace }) => {
    const rows = inPlace.map(({ name, schema, description, required }) =>
      fieldRow(name, { ...schema, description }, required),
    );
    return html`<h4>${{ path: 'Path', query: 'Query parameters', header: 'Request headers' }[place]}</h4><div class="scroll"><table class="fields"><tbody>${rows}</tbody></table></div>`;
  })}`;
}

function requestBody(
  { requestBody: body }: OpenApiOperation,
  schemas: Readonly<Record<string, JsonSchema>>,
): Html | undefined {
  const media = Object.entries(body?.content ?? {});
  const [first] = media;
  if (first === undefined) return undefined;
  const types = media.map(([type], at) => html`${at === 0 ? '' : ' or '}<code>${type}</code>`);
  const schema = resolved(first[1].schema, schemas);
  const note = schema.description === undefined ? undefined : html`<p>${prose(schema.description)}</p>`;
  return html`<h4>Body</h4><p>${types}${body?.required === false ? ', may be left out' : ''}</p>${schemaView(schema)}${note}`;
}

function successes(operation: OpenApiOperation): Html {
  const items = byStatus(operation, true).map(([status, { description, content, headers }]) => {
    const [shape] = Object.values(content);
    const shown =
      shape?.schema.$ref === undefined
        ? html`<p class="type">${Object.keys(content).join(', ')}</p>`
        : schemaView(shape.schema);
    const own = Object.entries(headers)
      .filter(([, header]) => 'description' in header)
      .map(
        ([name, header]) =>
          html`<p class="own-header"><code>${name}</code> ${'description' in header ? prose(header.description) : ''}</p>`,
      );
    return html`<div class="answer"><p><span class="status ok">${status}</span> ${prose(description)}</p>${shown}${own}</div>`;
  });
  return html`<h4>Answers</h4>${items}`;
}

function errorList(operation: OpenApiOperation): Html {
  const codes = byStatus(operation, false).flatMap(([status, { content }]) =>
    Object.keys(content['application/json']?.examples ?? {}).map(
      (code) => html`<a class="error-code" href="#error-${slug(code)}"><b>${status}</b> ${code}</a>`,
    ),
  );
  return html`<details><summary>Errors it may answer (${codes.length})</summary><p class="error-codes">${codes}</p></details>`;
}

function requestExample({ method, path, operation }: EndpointSection): Html | undefined {
  const example = operation.requestBody?.content['application/json']?.example;
  if (example === undefined) return undefined;
  return html`<figure><figcaption>${method} ${path}</figcaption>${jsonBlock(example)}</figure>`;
}

function answerExamples(operation: OpenApiOperation): Html {
  const [first] = byStatus(operation, true).flatMap(([status, { content }]) => {
    const example = content['application/json']?.example;
    return example === undefined
      ? []
      : [html`<figure><figcaption>${status}</figcaption>${jsonBlock(example)}</figure>`];
  });
  return html`${first}`;
}

function byStatus({ responses }: OpenApiOperation, areSuccesses: boolean): [string, OpenApiResponse][] {
  return Object.entries(responses).filter(([status]) => status.startsWith('2') === areSuccesses);
}
