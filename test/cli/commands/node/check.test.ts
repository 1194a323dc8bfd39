import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runProgram } from '../../../../src/cli/framework/program.js';
import { SECTIONS } from '../../../../src/commands.js';
import { folderOfFile } from '../../../temporary-folder.js';
import { madeUpIo } from '../../framework/made-up-io.js';

const FILE = `
providers:
  a: { kind: fal, key-env: A_KEY }
  b: { kind: fal, key-env: A_KEY }
  c: { kind: fal, key-env: A_KEY }
models:
  one:
    price-per-second: 1
    seconds: { allowed: [4, 6, 8], default: 8 }
    routes:
      - { provider: a, model: fal-ai/veo3 }
      - { provider: b, model: fal-ai/veo3 }
  two:
    price-per-second: 1
    seconds: { allowed: [4, 6, 8], default: 8 }
    routes:
      - { provider: a, model: fal-ai/veo3 }
      - { provider: a, model: fal-ai/veo3/fast }
`;

it('a check counts the models that each provider has a route of, be it the last', async () => {
  const folder = folderOfFile('check');
  const path = join(folder, 'tollgate.yaml');
  writeFileSync(path, FILE);
  const io = madeUpIo({ environment: { A_KEY: 'a-key' }, folder });
  await runProgram(['check', '--config', path], SECTIONS, io);
  expect(io.said).toMatchObject({
    err: '',
    out: expect.stringMatching(/ 2 models of a, 1 model of b, 0 models of c\.\n$/),
  });
});

const TEXT = `
providers: { a: { kind: openai, key-env: A_KEY } }
models:
  small:
    price-per-million: { input: 40, output: 120 }
    context-tokens: 8192
    output-tokens: { max: 2048 }
    routes: [{ provider: a, model: m }]
`;

it.each([
  [TEXT, { A_KEY: 'a-key' }, 0, /, 1 model of a\.\n$/, /^$/],
  [TEXT, {}, 2, /^$/, /A_KEY/],
  [TEXT.replace('provider: a', 'provider: b'), { A_KEY: 'a-key' }, 2, /^$/, /no provider of text.* named b/],
])('a check judges providers and models of text: %#', async (file, environment, expected, out, err) => {
  const folder = folderOfFile('check');
  writeFileSync(join(folder, 'tollgate.yaml'), file);
  const io = madeUpIo({ environment, folder });
  const status = await runProgram(['check', '--config', join(folder, 'tollgate.yaml')], SECTIONS, io);
  expect({ status, ...io.said }).toMatchObject({
    status: expected,
    out: expect.stringMatching(out),
    err: expect.stringMatching(err),
  });
});
