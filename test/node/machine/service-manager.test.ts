import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { connectServiceManager, watchdogMs } from '../../../src/node/machine/service-manager.js';
import { folderOfTest } from '../../temporary-folder.js';

const PID = 4_711;

let folder = '';
let warnings: string[] = [];

beforeEach(() => {
  folder = folderOfTest('manager');
  warnings = [];
});

/** Stands in for `systemd-notify`: notes its message, and who started it. */
function placeNotifier(): void {
  const path = join(folder, 'systemd-notify');
  writeFileSync(
    path,
    `#!/bin/sh\necho "$PPID" >${folder}/shell\n[ "$1" = -- ] && printf '%s\\n' "$2" >>${folder}/messages\n`,
  );
  chmodSync(path, 0o755);
}

function messages(): readonly string[] {
  const path = join(folder, 'messages');
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}

function environment(more: Record<string, string> = {}): Record<string, string> {
  return { NOTIFY_SOCKET: '/run/a/socket', PATH: `${folder}:/usr/bin:/bin`, ...more };
}

class Node {
  readonly world = new VirtualWorld();
  readonly url = 'http://127.0.0.1:8080';
  why: string | undefined;
  stalled = false;

  whyNotReady(): string | undefined {
    return this.why;
  }

  isStalled(): boolean {
    return this.stalled;
  }
}

function connect(more?: Record<string, string>) {
  const manager = connectServiceManager(environment(more), PID, (line) => warnings.push(line));
  if (manager === undefined) throw new Error('no manager');
  return manager;
}

describe('a service manager', () => {
  it('is not there without NOTIFY_SOCKET', () => {
    for (const NOTIFY_SOCKET of [undefined, '']) {
      expect(connectServiceManager({ NOTIFY_SOCKET, WATCHDOG_USEC: '1000' }, PID, () => {})).toBeUndefined();
    }
  });

  it('is told that the node is ready and where, and that it stops', async () => {
    placeNotifier();
    const manager = connect();
    manager.ready(new Node());
    manager.stopping();
    const said = [
      'STATUS=listening on http://127.0.0.1:8080',
      'READY=1',
      'STOPPING=1',
      'STATUS=draining: open requests finish',
    ];
    await expect.poll(messages).toEqual(said);
  });

  it('gets a sign of life each third of the time it waits for one, until the node stops', async () => {
    placeNotifier();
    const node = new Node();
    const manager = connect({ WATCHDOG_USEC: '30000000', WATCHDOG_PID: String(PID) });
    manager.ready(node);
    await node.world.advance(9_999);
    const before = node.world.armedTimers;
    await node.world.advance(1);
    await node.world.advance(20_000);
    manager.stopping();
    await node.world.advance(60_000);
    await expect.poll(messages).toContain('STATUS=draining: open requests finish');
    expect(messages().filter((message) => message === 'WATCHDOG=1').length).toBe(4);
    expect([before, node.world.armedTimers]).toEqual([1, 0]);
  });

  it('gets none from a node that is stalled', async () => {
    placeNotifier();
    const node = new Node();
    const manager = connect({ WATCHDOG_USEC: '3000000' });
    manager.ready(node);
    node.stalled = true;
    await node.world.advance(10_000);
    manager.stopping();
    await expect.poll(messages).toContain('STATUS=draining: open requests finish');
    expect(messages().filter((message) => message === 'WATCHDOG=1').length).toBe(1);
  });

  it('gets them from a node whose disk takes no writes, and is told so, and when it does again', async () => {
    placeNotifier();
    const node = new Node();
    const manager = connect({ WATCHDOG_USEC: '3000000' });
    manager.ready(node);
    node.why = 'the disk takes no writes';
    await node.world.advance(2_000);
    node.why = undefined;
    await node.world.advance(1_000);
    manager.stopping();
    await expect.poll(messages).toContain('STATUS=draining: open requests finish');
    expect(messages()).toEqual([
      'STATUS=listening on http://127.0.0.1:8080',
      'WATCHDOG=1',
      'READY=1',
      'STATUS=not ready: the disk takes no writes',
      'WATCHDOG=1',
      'WATCHDOG=1',
      'STATUS=listening on http://127.0.0.1:8080',
      'WATCHDOG=1',
      'STOPPING=1',
      'STATUS=draining: open requests finish',
    ]);
  });

  it('that cannot be reached is warned of once, and nothing else happens', async () => {
    const manager = connect({ PATH: folder });
    await expect
      .poll(() => warnings)
      .toEqual(['the service manager cannot be told how the node is: there is no systemd-notify']);
    manager.ready(new Node());
    manager.stopping();
    expect(warnings.length).toBe(1);
  });
});

it('the shell that speaks for the node ends when the node is killed', async () => {
  placeNotifier();
  const program = `
    import { connectServiceManager } from ${JSON.stringify(new URL('../../../dist/src/node/machine/service-manager.js', import.meta.url).href)};
    const manager = connectServiceManager(process.env, process.pid, () => {});
    manager.ready({ world: { after: () => () => {} }, url: '', whyNotReady: () => undefined, isStalled: () => false });
    setInterval(() => {}, 1_000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env: environment() });
  await expect.poll(messages).toContain('READY=1');
  const shell = Number(readFileSync(join(folder, 'shell'), 'utf8'));
  expect(isGone(shell)).toBe(false);
  child.kill('SIGKILL');
  await expect.poll(() => isGone(shell)).toBe(true);
});

/** A process that nobody has asked for its status yet is gone, too. */
function isGone(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return true;
  }
}

it('the time for a sign of life is that of this process, in milliseconds', () => {
  expect(watchdogMs({ WATCHDOG_USEC: '30000000' }, PID)).toBe(30_000);
  expect(watchdogMs({ WATCHDOG_USEC: '500000', WATCHDOG_PID: String(PID) }, PID)).toBe(500);
  expect(watchdogMs({ WATCHDOG_USEC: '500000', WATCHDOG_PID: '1' }, PID)).toBeUndefined();
  for (const WATCHDOG_USEC of [undefined, '', '0', '-1', '1e6', 'soon']) {
    expect(watchdogMs({ WATCHDOG_USEC }, PID), WATCHDOG_USEC).toBeUndefined();
  }
});
