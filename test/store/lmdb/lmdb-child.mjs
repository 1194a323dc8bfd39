/**
 * A process that commits to an LMDB store and says on standard output how each commit ended, for tests that
 * kill it, trace it, or take its disk away. It runs the built program: `npm test` builds before it tests.
 *
 *   lmdb-child.mjs endless FILE          commits 1, 2, 3, … until killed
 *   lmdb-child.mjs count FILE COUNT      commits 1 to COUNT, then closes the store
 *   lmdb-child.mjs full FILE BALLAST     fills the disk, removes BALLAST, and goes on
 *
 * Commit n writes n as `count`, and one record of its own into each of two tables. There is no handler for
 * unhandled rejections on purpose: one of them ends this process with a status the tests see.
 */
import { rmSync, writeSync } from 'node:fs';
import { openLmdbStore } from '../../../dist/src/store/lmdb/lmdb-store.js';

const [mode, path, argument] = process.argv.slice(2);
const store = openLmdbStore({ path });

/** Synchronous, so that a line is out before anything else happens. */
const say = (line) => writeSync(1, `${line}\n`);

const recordKey = (number) => String(number).padStart(8, '0');

const commit = (number, padding) =>
  store.commit([
    { table: 'jobs', key: recordKey(number), value: `job ${number}${padding}` },
    { table: 'ledger', key: recordKey(number), value: `entry ${number}` },
    { table: 'meta', key: 'count', value: String(number) },
  ]);

async function commitAndSay(number, padding) {
  say(`begin ${number}`);
  try {
    await commit(number, padding);
    say(`acknowledged ${number}`);
    return true;
  } catch (failure) {
    say(`failed ${number} ${failure.message}`);
    return false;
  }
}

/** Lets whatever a failure left behind come to the surface. */
async function idle() {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function sayHowOpeningEnds(file) {
  try {
    openLmdbStore({ path: file });
    say('opened');
  } catch (failure) {
    say(`refused ${failure.code}`);
  }
}

async function fillDisk(ballast) {
  const padding = ' '.repeat(64 * 1024);
  let number = 1;
  while (await commitAndSay(number, padding)) number += 1;
  for (let again = 0; again < 5; again += 1) {
    number += 1;
    await commitAndSay(number, padding);
    await idle();
    say(`reads count ${store.get('meta', 'count')}`);
    say(`walks ${[...store.range('jobs', {})].length}`);
  }
  sayHowOpeningEnds(`${path}.another`);
  rmSync(ballast);
  say('room again');
  for (let again = 0; again < 5; again += 1) {
    number += 1;
    await commitAndSay(number, padding);
  }
}

const commitCount = { endless: Number.POSITIVE_INFINITY, count: Number(argument) }[mode];
if (commitCount === undefined) await fillDisk(argument);
else for (let number = 1; number <= commitCount; number += 1) await commitAndSay(number, '');
await idle();
await store.close();
say('closed');
