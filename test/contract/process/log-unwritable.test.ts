/** A log that nobody can write. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, freshFolder, MAIN, OPERATOR_KEY, TollgateProcess } from '../support/harness.js';

afterAll(cleanUp);

test.runIf(existsSync('/dev/full'))(
  'a log whose disk is full ends no node, and keeps none from its end in order',
  async () => {
    const data = await freshFolder();
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0', '--data', data], {
      env: { ...process.env, TOLLGATE_MANAGEMENT_KEY: OPERATOR_KEY },
      stdio: ['ignore', 'pipe', full],
    });
    closeSync(full);
    const node = new TollgateProcess(data, child);
    try {
      await expect.poll(() => node.stdout).toMatch(/listening on http:\S+:\d+\n/);
      node.port = Number(/:(\d+)\n/.exec(node.stdout)?.[1]);
      child.kill('SIGHUP');
      const reloads = async () => (await node.call('GET', '/metrics')).text;
      await expect.poll(reloads).toContain('tollgate_config_reloads_total{outcome="applied"} 1');
      expect((await node.createKey()).key).toMatch(/^sk-/);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await node.exited).toEqual({ code: 0, signal: null });
  },
);
