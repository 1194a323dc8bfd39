// Writes every record anew with each commit, the commit's number in all of them, and prints it; until its input ends.
import { open } from 'lmdb';

const RECORDS = 2_000;

const root = open(process.argv[2], {
  noSubdir: true,
  maxDbs: 40,
  mapSize: 16 * 2 ** 30,
  encoding: 'string',
  overlappingSync: false,
  eventTurnBatching: false,
});
const keys = root.openDB('keys', { encoding: 'string' });

let isOver = false;
process.stdin.on('end', () => {
  isOver = true;
});
process.stdin.resume();

for (let number = 1; !isOver; number++) {
  await root.batch(() => {
    for (let n = 0; n < RECORDS; n++) {
      // Every tenth stands on pages of its own.
      keys.put(`key_${String(n).padStart(6, '0')}`, `${number} ${'x'.repeat(n % 10 === 0 ? 9_000 : 60)}`);
    }
  });
  process.stdout.write(`${number}\n`);
}
await root.close();
