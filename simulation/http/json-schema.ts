/**
 * Judges a value by a JSON Schema, as far as the gateway's OpenAPI document uses it: types, constants,
 * bounds, patterns, properties, items, alternatives and references within the document.
 */

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

export type Schemas = Readonly<Record<string, JsonSchema>>;

const REFERENCE = '#/components/schemas/';

export function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const named = schemas[schema.$ref.slice(REFERENCE.length)];
  if (named === undefined) throw new Error(`the document has no ${schema.$ref}`);
  return named;
}

/** @returns what is wrong and where; undefined where nothing is */
export function flawBySchema(
  value: unknown,
  given: JsonSchema,
  schemas: Schemas,
  at = 'body',
): string | undefined {
  const schema = resolved(given, schemas);
  if (schema.anyOf !== undefined) {
    const flaws = schema.anyOf.map((each) => flawBySchema(value, each, schemas, at));
    if (!flaws.includes(undefined)) return flaws.join('; or ');
  }
  const { type } = schema;
  if (type !== undefined && !(typeof type === 'string' ? [type] : type).some((each) => isOfType(value, each)))
    return `${at} is no ${type}`;
  if ('const' in schema && value !== schema.const) return `${at} is not ${JSON.stringify(schema.const)}`;
  if (schema.enum !== undefined && !schema.enum.includes(value)) return `${at} is none of its enum`;
  if (typeof value === 'string') return flawOfText(value, schema, at);
  if (typeof value === 'number') return flawOfNumber(value, schema, at);
  if (Array.isArray(value)) return flawOfItems(value, schema, schemas, at);
  if (typeof value === 'object' && value !== null) return flawOfObject(value, schema, schemas, at);
  return undefined;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isSafeInteger(value);
    default:
      return typeof value === type;
  }
}

function flawOfText(text: string, schema: JsonSchema, at: string): string | undefined {
  const length = [...text].length;
  if (length < (schema.minLength ?? 0)) return `${at} is too short`;
  if (length > (schema.maxLength ?? length)) return `${at} is too long`;
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text))
    return `${at} does not match ${schema.pattern}`;
  return undefined;
}

function flawOfNumber(number: number, schema: JsonSchema, at: string): string | undefined {
  if (number < (schema.minimum ?? number) || number > (schema.maximum ?? number))
    return `${at} is out of bounds`;
  if (schema.exclusiveMinimum !== undefined && number <= schema.exclusiveMinimum) return `${at} is too small`;
  return undefined;
}

function flawOfItems(
  items: readonly unknown[],
  { items: schema }: JsonSchema,
  schemas: Schemas,
  at: string,
): string | undefined {
  if (schema === undefined) return undefined;
  for (const [index, item] of items.entries()) {
    const flaw = flawBySchema(item, schema, schemas, `${at}[${index}]`);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

function flawOfObject(value: object, schema: JsonSchema, schemas: Schemas, at: string): string | undefined {
  for (const name of schema.required ?? []) if (!(name in value)) return `${at}.${name} is missing`;
  for (const [name, each] of Object.entries(value)) {
    const property = schema.properties?.[name];
    if (property === undefined) {
      if (schema.additionalProperties === false) return `${at}.${name} is not described`;
      continue;
    }
    const flaw = flawBySchema(each, property, schemas, `${at}.${name}`);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}
