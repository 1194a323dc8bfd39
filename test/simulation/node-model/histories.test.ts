import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { NodeHistory } from '../../../src/simulation/node-model/node-history.js';
import { runNodeHistory } from '../../../src/simulation/node-model/node-model.js';

/** Shrunk histories that once showed a defect of the product, each with what it showed. */
const FOLDER = 'test/simulation/node-model/histories';

it.each(readdirSync(FOLDER))('%s shows nothing any more', async (name) => {
  const { history } = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as { history: NodeHistory };
  expect((await runNodeHistory(history, {})).violations).toEqual([]);
});
