/**
 * The seed of the history that found each defect when it was last hunted for.
 *
 * A hunt tries it before the others. If it finds the defect again, the histories from seed 1 up to it are
 * seen to find the defect, in the time of one; if not, they are searched from the first on.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** From the top of the project, the folder that hunts are run in. */
const FILE = 'test/simulation/mutants/found-at.json';

export function readFoundAt(): Map<string, number> {
  return new Map(Object.entries(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>));
}

/** @param names of the defects that there are: others are left out */
export function writeFoundAt(foundAt: ReadonlyMap<string, number>, names: readonly string[]): void {
  const kept = [...foundAt].filter(([name]) => names.includes(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
