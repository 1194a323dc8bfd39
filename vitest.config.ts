import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // A checkout has no executable for it to test.
    exclude: process.env.TOLLGATE_TEST_PROGRAM ? [] : ['test/contract/process/packaged.test.ts'],
    // Processes, not threads: tests start servers, set the umask and load native addons.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 5_000,
    globals: false,
  },
});
