import { defineConfig } from 'vitest/config';
import { filesThatShareProcesses } from './test/shared-processes.js';

/**
 * `npm run test:fast` leaves out the files that start nodes, search among thousands of histories, wait for a
 * disk or a process again and again, or meet every adapter or every page and role.
 */
const SLOW = [
  'test/contract/**',
  'test/simulation/**',
  'test/audit/**',
  'test/bench/**',
  'test/store/store.test.ts',
  'test/store/lmdb/**',
  'test/node/folder/**',
  'test/node/scripts.test.ts',
  'test/providers/conformance/**',
  'test/http/access/**',
  'test/**/*.stress.test.ts',
];

/** Files that start nodes. */
const NODES = ['test/contract/**/*.test.ts'];

const leftOut = [
  // A checkout has no executable for it to test.
  ...(process.env.TOLLGATE_TEST_PROGRAM ? [] : ['test/contract/process/packaged.test.ts']),
  ...(process.env.TEST_SET === 'fast' ? SLOW : []),
];
const shared = filesThatShareProcesses();

export default defineConfig({
  test: {
    // Files that start nodes or touch their process have one of their own: one that all files shared has hung
    // at its end. In CI nobody is there to see that, so no file shares one. Projects begin in the order of
    // their names: `nodes` waits longest, and `shared` fills the end.
    projects: [
      { extends: true, test: { name: 'nodes', include: NODES, exclude: leftOut } },
      {
        extends: true,
        test: { name: 'others', include: ['test/**/*.test.ts'], exclude: [...NODES, ...shared, ...leftOut] },
      },
      {
        extends: true,
        test: { name: 'shared', include: shared, exclude: leftOut, isolate: process.env.CI !== undefined },
      },
    ],
    // Processes, not threads: tests start servers, set the umask and load native addons.
    pool: 'forks',
    // One more than the cores of the machine that the tests are timed on: some wait for a process or a clock.
    maxWorkers: 3,
    // Far more than any test takes, for a machine that is ten times slower or busy with others. No test has a
    // limit of its own.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
    teardownTimeout: 5_000,
    globals: false,
    globalSetup: 'test/build-program.ts',
  },
});
