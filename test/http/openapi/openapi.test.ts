import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../../src/http/errors.js';
import type { OpenApiOperation } from '../../../src/http/openapi/openapi-document.js';
import { operations } from '../../../src/http/operations/index.js';
import { document, validatorOf } from '../operations/answer-shapes.js';

const all: [string, OpenApiOperation][] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, OpenApiOperation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);

describe('the OpenAPI document', () => {
  it('has every operation once, and no other', () => {
    expect(all.map(([name]) => name).sort()).toEqual(
      operations.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    const ids = all.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refers to nothing that it does not have', () => {
    const text = JSON.stringify(document);
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = pointer
        .split('/')
        .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
      expect(found, pointer).toBeDefined();
    }
  });

  it('names in every operation all parts of its path', () => {
    for (const { path, doc } of operations) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(doc.pathParameters ?? {}), path).toEqual(parts);
    }
  });

  it('says every header that an operation reads', () => {
    for (const { path, headers = [], doc } of operations) {
      const documented = (doc.requestHeaders ?? []).map(({ name }) => name.toLowerCase());
      expect(documented, path).toEqual(expect.arrayContaining([...headers]));
    }
  });

  it('has every error of the table in some operation, and the table in its order', () => {
    const used = new Set(
      all.flatMap(([, { responses }]) =>
        Object.values(responses).flatMap(({ content }) =>
          Object.keys(content['application/json']?.examples ?? {}),
        ),
      ),
    );
    // The chat is a page: no operation answers so.
    used.add('chat_limit_exceeded');
    expect([...used].sort()).toEqual(Object.keys(ERRORS).sort());
    expect(document['x-errors'].map(({ code }) => code)).toEqual(Object.keys(ERRORS));
  });

  it.each(all)('has schemas for %s that compile, and examples that they take', (_, operation) => {
    const bodies = Object.values(operation.requestBody?.content ?? {});
    const answers = Object.values(operation.responses).flatMap(({ content }) => Object.values(content));
    expect(answers.length).toBeGreaterThan(0);
    for (const { schema, example } of [...bodies, ...answers]) {
      const validate = validatorOf(schema);
      if (example !== undefined) expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
    }
    for (const { schema } of operation.parameters) expect(() => validatorOf(schema)).not.toThrow();
  });

  it.each(Object.entries(document.components.examples))(
    'shows %s as an error of its form',
    (code, example) => {
      const validate = validatorOf({ $ref: '#/components/schemas/Error' });
      expect(validate(example.value), JSON.stringify(validate.errors)).toBe(true);
      expect(example.value).toMatchObject({ error: { code } });
    },
  );

  it('has rate-limit headers and a request id on every answer, and the balance on every success', () => {
    for (const [name, { responses }] of all) {
      for (const [status, { headers }] of Object.entries(responses)) {
        const names = Object.keys(headers);
        expect(names, `${name} ${status}`).toEqual(
          expect.arrayContaining([
            'X-Request-Id',
            'X-RateLimit-Limit-RPM',
            'X-RateLimit-Remaining-RPM',
            'X-RateLimit-Reset',
          ]),
        );
        expect(names.includes('X-Balance-Available'), `${name} ${status}`).toBe(status.startsWith('2'));
        if (status === '429' || status === '503') expect(names).toContain('Retry-After');
      }
    }
  });
});
