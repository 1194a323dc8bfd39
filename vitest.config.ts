import { defineConfig } from 'vitest/config';

/** `npm run test:fast` leaves out the files that start nodes or search among thousands of histories. */
const SLOW = ['test/contract/**', 'test/audit/**', 'test/simulation/**', 'test/**/*.stress.test.ts'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      // A checkout has no executable for it to test.
      ...(process.env.TOLLGATE_TEST_PROGRAM ? [] : ['test/contract/process/packaged.test.ts']),
      ...(process.env.TEST_SET === 'fast' ? SLOW : []),
    ],
    // Processes, not threads: tests start servers, set the umask and load native addons.
    pool: 'forks',
    // One process runs many files of the fast set: starting one costs more than most of them do. A file that
    // starts nodes has a process of its own.
    isolate: process.env.TEST_SET !== 'fast',
    // One more than the cores of the machine that the tests are timed on: some wait for a process or a clock.
    maxWorkers: 3,
    // Far more than any test takes, for a machine that is busy with others.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    teardownTimeout: 5_000,
    globals: false,
  },
});
