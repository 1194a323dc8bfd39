/**
 * Starts a baseline once it was seen to do the same work as Tollgate: the same answer, and a limit of each
 * key.
 */
import { mkdir } from 'node:fs/promises';
import { difference, getRaw, type RawAnswer } from '../load/raw-answer.js';
import type { ServerProcess } from '../servers/server-process.js';
import { HIGHEST_RPM } from '../servers/tollgate-server.js';
import { type Baseline, LIMITING } from './index.js';

/** The limit of a baseline that is to be seen to refuse. */
const TRIED_LIMIT = 5;

/**
 * With a limit that no load reaches.
 *
 * @param folder does not exist yet
 */
export async function startChecked(
  baseline: Baseline,
  recorded: RawAnswer,
  folder: string,
): Promise<ServerProcess> {
  if (LIMITING.includes(baseline)) {
    await mkdir(`${folder}-tried`);
    const tried = await baseline.start(recorded, TRIED_LIMIT, `${folder}-tried`);
    try {
      await assertLimits(tried);
    } finally {
      await tried.stop();
    }
  }
  await mkdir(folder);
  const server = await baseline.start(recorded, HIGHEST_RPM, folder);
  const found = await getRaw(server.port, '/v1/credits', 'Bearer sk-1');
  const wrong = difference(recorded, found);
  if (wrong === undefined) return server;
  await server.stop();
  throw new Error(`${baseline.name} answers something else: ${wrong}`);
}

/** Throws unless one key is refused in the end while another is served. */
async function assertLimits({ name, port }: ServerProcess): Promise<void> {
  const statusFor = async (key: string) =>
    (await getRaw(port, '/v1/credits', `Bearer ${key}`)).status.slice(0, 3);
  const statuses: string[] = [];
  for (let asked = 0; asked < 4 * TRIED_LIMIT; asked++) statuses.push(await statusFor('sk-1'));
  const other = await statusFor('sk-2');
  if (statuses[0] !== '200' || statuses.at(-1) !== '429' || other !== '200') {
    throw new Error(`${name} does not limit each key: ${statuses.join(' ')}, and ${other} to another key`);
  }
}
