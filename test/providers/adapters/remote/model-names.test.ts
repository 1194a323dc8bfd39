import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ADAPTERS } from '../../../../src/providers/adapters/adapters.js';
import { ANY_PARTS, ONE_PART, SOME_PARTS } from '../../../../src/providers/adapters/remote/model-names.js';

const SHAPES = [ONE_PART, ANY_PARTS, SOME_PARTS];

it.each([
  ['veo-3.0-generate-001', [true, true, false]],
  ['google/veo-3-fast', [false, true, true]],
  ['owner/name:5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa', [false, true, true]],
  ['workflows/me/my-flow', [false, true, true]],
  ...[
    '',
    '/',
    '/a/b',
    'a/b/',
    'a//b',
    '..',
    'a/..',
    '../a/b',
    'a/./b',
    'a b/c',
    'a/b?x',
    'a/b#x',
    'a/b%2e',
    'a\\b/c',
  ]
    .concat('a/b\n', 'a/\u0000', 'a/\u202eb')
    .map((name) => [name, [false, false, false]] as const),
] as const)('%j as the name of a model is judged by the shape that a service has', (name, expected) => {
  expect(SHAPES.map(({ pattern }) => pattern.test(name))).toEqual(expected);
});

it('a name that passes stands in a path as it is', () => {
  const near = fc.string({ unit: fc.constantFrom(...'ab./?#%\\: @~\t') });
  fc.assert(
    fc.property(fc.oneof(near, fc.string()), (name) => {
      fc.pre(ANY_PARTS.pattern.test(name));
      expect(new URL(`https://service.example/v1/${name}/end`).href).toBe(
        `https://service.example/v1/${name}/end`,
      );
    }),
  );
});

it.each(ADAPTERS.filter(({ example }) => example !== undefined))(
  'the example of $kind has a name that passes',
  ({ modelNames, example }) => {
    expect(modelNames?.pattern.test(example?.model ?? '')).not.toBe(false);
  },
);
