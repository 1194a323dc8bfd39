/**
 * Holds answers against the OpenAPI document: every one that a test of the operations gets goes through here.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../../src/http/openapi/openapi.js';
import type { JsonSchema } from '../../../src/http/openapi/openapi-document.js';
import { operations } from '../../../src/http/operations/index.js';

export const document = openApiDocument(operations, '0.0.0-test');

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'tollgate', components: document.components });

const compiled = new Map<string, ValidateFunction>();

/** A validator for a schema of the document; its references are the document's. */
export function validatorOf(schema: JsonSchema): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/', '"tollgate#/');
  const known = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, known);
  return known;
}

/** Throws if the body is not what the document says of this operation and status. */
export function assertAnswerShape(method: string, path: string, status: number, body: unknown): void {
  const schema =
    document.paths[path]?.[method.toLowerCase()]?.responses[String(status)]?.content['application/json'];
  if (schema === undefined) throw new Error(`the document has no ${status} of ${method} ${path}`);
  const validate = validatorOf(schema.schema);
  if (!validate(body)) {
    throw new Error(
      `${method} ${path} ${status} is not as documented: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
    );
  }
}

/** Throws if the document does not say that this operation may answer this error. */
export function assertErrorDocumented(method: string, path: string, code: string): void {
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  const isNamed = Object.values(responses).some((response) =>
    Object.values(response.content).some(({ examples }) => examples !== undefined && code in examples),
  );
  if (!isNamed) throw new Error(`the document does not say that ${method} ${path} may answer ${code}`);
}
