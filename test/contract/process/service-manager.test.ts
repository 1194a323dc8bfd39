/**
 * The messages of a node to systemd: its socket is played by another program, and `systemd-notify` is the
 * real one.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, freshFolder, startTollgate } from '../support/harness.js';

const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined;
const canListen = isThere('python3') && isThere('systemd-notify');

/** Prints each datagram that comes, on a line of its own. */
const LISTENER = `
import socket, sys
manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
manager.bind(sys.argv[1])
print('bound', flush=True)
while True:
    print(manager.recv(4096).decode().replace(chr(10), ' '), flush=True)
`;

const listeners: ChildProcess[] = [];

afterAll(async () => {
  for (const listener of listeners) listener.kill('SIGKILL');
  await cleanUp();
});

class Manager {
  readonly socket: string;
  #heard = '';

  private constructor(socket: string) {
    this.socket = socket;
    const listener = spawn('python3', ['-c', LISTENER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    listeners.push(listener);
    listener.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#heard += text;
    });
  }

  static async listen(): Promise<Manager> {
    const manager = new Manager(join(await freshFolder(), 'notify'));
    await expect.poll(() => manager.#heard).toContain('bound');
    return manager;
  }

  /** Messages of the node, without those by which `systemd-notify` waits for the manager. */
  get messages(): readonly string[] {
    return this.#heard.split('\n').filter((line) => /^(READY|STOPPING|STATUS|WATCHDOG)=/.test(line));
  }

  get signsOfLife(): number {
    return this.messages.filter((message) => message === 'WATCHDOG=1').length;
  }
}

test.runIf(canListen)(
  'the manager is told when the node takes requests, that it lives, and that it stops',
  async () => {
    const manager = await Manager.listen();
    const env = { NOTIFY_SOCKET: manager.socket, WATCHDOG_USEC: '900000' };
    const node = await startTollgate({ env });
    await expect.poll(() => manager.messages).toContain('READY=1');
    expect(manager.messages).toContain(`STATUS=listening on ${node.url}`);
    expect((await node.call('GET', '/readyz')).status).toBe(200);
    await expect.poll(() => manager.signsOfLife).toBeGreaterThan(3);

    expect((await node.stop()).code).toBe(0);
    await expect.poll(() => manager.messages).toContain('STATUS=draining: open requests finish');
    expect(manager.messages).toContain('STOPPING=1');
    expect(node.stderr).not.toContain('service manager');
  },
);

test.runIf(canListen)('the manager gets no sign of life from a process that hangs', async () => {
  const manager = await Manager.listen();
  const node = await startTollgate({ env: { NOTIFY_SOCKET: manager.socket, WATCHDOG_USEC: '600000' } });
  await expect.poll(() => manager.signsOfLife).toBeGreaterThan(1);
  node.child.kill('SIGSTOP');
  // Whatever was under way when it stopped has come by then.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = manager.signsOfLife;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(manager.signsOfLife).toBe(before);
  node.child.kill('SIGCONT');
  await expect.poll(() => manager.signsOfLife).toBeGreaterThan(before);
  await node.stop();
});
