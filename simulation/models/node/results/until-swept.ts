/** The end of a history, once no file is left in the folder of kept results that nobody can ask for. */
import type { StoreReader } from '../../../../src/store/store.js';
import { type KeptFolder, leftovers } from '../../../rules/facts/kept-image.js';
import type { Computer } from '../../../world/computer.js';

/** Kept results without a job are gone by then. */
const SWEPT_WITHIN_MS = 2_000_000;

/** To be called last of all: jobs go when their time is over, and leave their files to the next sweep. */
export async function untilSwept(
  computer: Computer,
  node: { readonly keptFolder: KeptFolder; readonly records: StoreReader },
): Promise<void> {
  const sweptBy = computer.nowMs + SWEPT_WITHIN_MS;
  while (computer.nowMs < sweptBy && leftovers(node.keptFolder, node.records).length > 0)
    await computer.world.advance(30_000);
}
