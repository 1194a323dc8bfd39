// Holds the newest state of the database file that it is given, says so, and goes on until it is killed.
import { LmdbSnapshot } from '../../../dist/src/store/lmdb/snapshot.js';

globalThis.snapshot = new LmdbSnapshot(process.argv[2]);
process.stdout.write('held\n');
setInterval(() => {}, 1_000);
