import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { NodeHistory } from '../../../../simulation/history/node-history.js';
import { runNodeHistory } from '../../../../simulation/models/node/node-model.js';

/** Shrunk histories that once showed a defect of the product, each with what it showed. */
const FOLDER = 'test/simulation/models/node/histories';

it.each(readdirSync(FOLDER))('%s shows nothing any more', async (name) => {
  const { history } = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as { history: NodeHistory };
  expect((await runNodeHistory(history, {})).violations).toEqual([]);
});
