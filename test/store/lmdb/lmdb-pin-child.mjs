// Pins the newest state of the database file it is given, says so, and holds it until it is killed.
import { LmdbPin } from '../../../dist/src/store/lmdb/pin.js';

globalThis.pin = new LmdbPin(process.argv[2]);
process.stdout.write('pinned\n');
setInterval(() => {}, 1_000);
