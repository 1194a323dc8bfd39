/** `tollgate top` on a terminal: that it is given back as it was, however the command ends. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanUp, MAIN, OPERATOR_KEY, startTollgate, type TollgateProcess } from '../support/harness.js';

const ENTER = '\u001b[?1049h';
const CTRL_Z = '\u001a';
const LEAVE = '\u001b[?1049l';
/** Throws as soon as the terminal is top's. */
const BREAKS = `data:text/javascript,${encodeURIComponent(
  "setInterval(() => { if (process.stdin.isRaw) throw new Error('broken on purpose'); }, 20)",
)}`;
/** Where `script` is installed, and can have a terminal. */
const hasTerminals = spawnSync('script', ['--quiet', '--command', 'true', '/dev/null']).status === 0;

const scripts: ChildProcess[] = [];
let node: TollgateProcess;

beforeAll(async () => {
  node = await startTollgate();
});
afterAll(async () => {
  for (const script of scripts) script.kill();
  await cleanUp();
});

/** A terminal of 80 columns and 24 rows on which a command runs, by `script` of util-linux. */
class Terminal {
  shown = '';
  readonly #script: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(command: string, environment: NodeJS.ProcessEnv) {
    this.#script = spawn(
      'script',
      ['--quiet', '--command', `stty rows 24 cols 80; ${command}; stty -a`, '/dev/null'],
      {
        env: { ...process.env, ...environment, TERM: 'xterm' },
      },
    );
    scripts.push(this.#script);
    this.#script.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.shown += text;
    });
    this.#ended = once(this.#script, 'close');
  }

  type(keys: string): void {
    this.#script.stdin?.write(keys);
  }

  async shows(pattern: RegExp): Promise<string> {
    await expect.poll(() => this.shown).toMatch(pattern);
    return pattern.exec(this.shown)?.[1] ?? '';
  }

  /** The text on the terminal behind the screen. */
  async behind(): Promise<string> {
    await this.#ended;
    expect(this.shown.indexOf(ENTER)).toBeGreaterThan(-1);
    expect(this.shown.split(LEAVE)).toHaveLength(2);
    return this.shown.slice(this.shown.indexOf(LEAVE) + LEAVE.length);
  }
}

interface TopOptions {
  readonly nodeOptions?: string;
  /** Whether the shell that starts it knows jobs, so that it can have it go on. */
  readonly isJob?: boolean;
}

function top({ nodeOptions = '', isJob = false }: TopOptions = {}): Terminal {
  // The shell says which process it is, and becomes that of top.
  const command = `sh -c 'echo pid=$$; exec ${process.execPath} ${MAIN} top --data ${node.data}'`;
  return new Terminal(
    isJob ? `set -m; ${command}; echo stopped; fg; echo status=$?` : `${command}; echo status=$?`,
    {
      TOLLGATE_MANAGEMENT_KEY: OPERATOR_KEY,
      NODE_OPTIONS: nodeOptions,
      SHELL: '/bin/sh',
    },
  );
}

/** Echo and line editing are on, and the cursor is shown. */
function expectGivenBack(terminal: Terminal, behind: string): void {
  expect(behind).toMatch(/[^-]icanon/);
  expect(behind).toMatch(/[^-]echo\b/);
  expect(terminal.shown.lastIndexOf('\u001b[?25h')).toBeGreaterThan(
    terminal.shown.lastIndexOf('\u001b[?25l'),
  );
}

describe.runIf(hasTerminals && process.env.TOLLGATE_TEST_PROGRAM === undefined)('the terminal of top', () => {
  test.each([
    ['q', 'q'],
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('is given back when %s is typed', async (_, keys) => {
    const terminal = top();
    await terminal.shows(/REQUESTS/);
    terminal.type(keys);
    const behind = await terminal.behind();
    expect(behind).toContain('status=0');
    expectGivenBack(terminal, behind);
  });

  test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('is given back on %s', async (signal) => {
    const terminal = top();
    const pid = Number(await terminal.shows(/pid=(\d+)[\s\S]*REQUESTS/));
    process.kill(pid, signal);
    const behind = await terminal.behind();
    expect(behind).toContain('status=0');
    expectGivenBack(terminal, behind);
  });

  test('is given back when top breaks, and then it says why', async () => {
    const terminal = top({ nodeOptions: `--import=${BREAKS}` });
    const behind = await terminal.behind();
    expect(behind).toContain('broken on purpose');
    expectGivenBack(terminal, behind);
  });

  test('is given back while top is stopped by Ctrl-Z, and taken again when it goes on', async () => {
    const terminal = top({ isJob: true });
    await terminal.shows(/REQUESTS/);
    terminal.type(CTRL_Z);
    await terminal.shows(/stopped[\s\S]*REQUESTS/);
    const [stopped = '', goingOn = ''] = terminal.shown.split(LEAVE)[1]?.split(ENTER) ?? [];
    expect(stopped).toContain('stopped');
    expect(stopped).not.toContain('REQUESTS');
    expect(goingOn).toContain('REQUESTS');
    terminal.type('q');
    await terminal.shows(/status=0/);
  });

  test('stays with top at Ctrl-Z where no shell could have it go on', async () => {
    const terminal = top();
    await terminal.shows(/REQUESTS/);
    const before = terminal.shown.length;
    terminal.type(CTRL_Z);
    await expect.poll(() => terminal.shown.slice(before)).toContain(ENTER);
    terminal.type('q');
    await terminal.shows(/status=0/);
  });
});
