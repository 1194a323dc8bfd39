/**
 * A node that notes what it commits. Arguments: a data folder, the file for the commits, which is written
 * when the node has stopped (SIGTERM), and the most unfinished jobs of a key. Requests and jobs run as with
 * `tollgate serve`.
 */
import { readConfig } from '../../../src/node/config/config.js';
import type { Store, Write } from '../../../src/store/store.js';
import { startWatchedNode } from '../../servers/watched-node.js';
import { writeCommits } from './durable-commits.js';

const [data = '', file = '', openJobsMax = ''] = process.argv.slice(2);
const commits: (readonly Write[])[] = [];

function noting(store: Store): Store {
  return {
    get: (table, key) => store.get(table, key),
    range: (table, range) => store.range(table, range),
    commit(writes) {
      commits.push(writes);
      return store.commit(writes);
    },
    close: () => store.close(),
  };
}

const config = readConfig(
  new Map([
    ['openJobsMax', openJobsMax],
    ['port', '0'],
  ]),
  process.env,
  data,
);
await startWatchedNode(config, { store: noting, stopped: () => writeCommits(file, commits) });
