/** Schemas of the OpenAPI document, for readers: tables of fields, and types in words. */
import { digitGroups } from '../../../metrics/digit-groups.js';
import type { JsonSchema } from '../../openapi/openapi-document.js';
import { type Html, html, prose, slug } from './html.js';

const REFERENCE = '#/components/schemas/';

/** The schema that a reference of the document leads to; any other is itself. */
export function resolved(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return schemas[schema.$ref?.slice(REFERENCE.length) ?? ''] ?? schema;
}

/** The fields of an object; of a union, what it is one of. */
export function schemaView(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) return html`<p class="type">${typeOf(schema)}</p>`;
  if (schema.anyOf !== undefined) {
    return html`<p class="type">One of ${joined(schema.anyOf.map(asSchema).map(typeOf), ', ')}.</p>`;
  }
  return fieldTable(schema);
}

function fieldTable(schema: JsonSchema): Html {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldRow(name, asSchema(property), required.has(name)),
  );
  return html`<div class="scroll"><table class="fields"><thead><tr><th>Field</th><th>Type</th><th></th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

export function fieldRow(name: string, schema: JsonSchema, isRequired: boolean): Html {
  const { description, properties } = schema;
  const nested = properties === undefined ? undefined : fieldTable(schema);
  return html`<tr><td><code>${name}</code>${isRequired ? undefined : html`<span class="optional">optional</span>`}</td><td class="type">${typeOf(schema)}</td><td>${description === undefined ? undefined : prose(description)}${nested}</td></tr>`;
}

/** A type in a few words, with its bounds. */
function typeOf(schema: JsonSchema): Html {
  if (schema.$ref?.startsWith(REFERENCE)) return objectLink(schema.$ref.slice(REFERENCE.length));
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined) {
    return joined(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' · ',
    );
  }
  if (schema.anyOf !== undefined) return joined(schema.anyOf.map(asSchema).map(typeOf), ' or ');
  if (schema.type === 'array') return html`list of ${typeOf(itemsOf(schema))}`;
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return html`${type}${boundsOf(schema)}`;
}

function boundsOf(schema: JsonSchema): Html | undefined {
  const bounds = [
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minimum, schema.maximum, ''),
    schema.exclusiveMinimum === undefined ? undefined : `above ${schema.exclusiveMinimum}`,
    schema.format === 'date' ? 'YYYY-MM-DD' : schema.format,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ].filter((bound) => bound !== undefined);
  return bounds.length === 0 ? undefined : html`<span class="bounds">${bounds.join(', ')}</span>`;
}

/** A lower bound of 0 alone goes without saying. */
function range(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (max === undefined) return min === undefined || min === 0 ? undefined : `at least ${min}${unit}`;
  return `${digitGroups(min ?? 0)} to ${digitGroups(max)}${unit}`;
}

function objectLink(name: string): Html {
  return html`<a href="#object-${slug(name)}">${name}</a>`;
}

function itemsOf({ items }: JsonSchema): JsonSchema {
  return Array.isArray(items) ? {} : asSchema(items);
}

/** JSON Schema also has `true` and `false` for schemas; the generator writes neither with any content. */
function asSchema(schema: JsonSchema | boolean | undefined): JsonSchema {
  return typeof schema === 'object' ? schema : {};
}

function joined(parts: readonly Html[], separator: string): Html {
  return html`${parts.map((part, at) => html`${at === 0 ? '' : separator}${part}`)}`;
}
