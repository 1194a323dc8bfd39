/** `tollgate top` on a terminal: that it is given back as it was, however the command ends. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanUp, MAIN, OPERATOR_KEY, startTollgate, type TollgateProcess } from './harness.js';

const ENTER = '\u001b[?1049h';
const LEAVE = '\u001b[?1049l';
/** Throws as soon as the terminal is top's. */
const BREAKS = `data:text/javascript,${encodeURIComponent(
  "setInterval(() => { if (process.stdin.isRaw) throw new Error('broken on purpose'); }, 20)",
)}`;
const hasScript = spawnSync('script', ['--version']).error === undefined;

let node: TollgateProcess;

beforeAll(async () => {
  node = await startTollgate();
});
afterAll(cleanUp);

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
    this.#script.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.shown += text;
    });
    this.#ended = once(this.#script, 'close');
  }

  type(keys: string): void {
    this.#script.stdin?.write(keys);
  }

  /** As a shell does with `fg`. What runs on a terminal of `script` stops `script`, too. */
  goOn(group: number): void {
    this.#script.kill('SIGCONT');
    process.kill(-group, 'SIGCONT');
  }

  async shows(pattern: RegExp): Promise<string> {
    await expect.poll(() => this.shown, { timeout: 15_000 }).toMatch(pattern);
    return pattern.exec(this.shown)?.[1] ?? '';
  }

  /** What stood on the terminal behind the screen. */
  async behind(): Promise<string> {
    await this.#ended;
    expect(this.shown.indexOf(ENTER)).toBeGreaterThan(-1);
    expect(this.shown.split(LEAVE)).toHaveLength(2);
    return this.shown.slice(this.shown.indexOf(LEAVE) + LEAVE.length);
  }
}

/** @param nodeOptions of the process of top */
function top(nodeOptions = ''): Terminal {
  // The shell says which process it is, and becomes that of top.
  const command = `sh -c 'echo pid=$$; exec ${process.execPath} ${MAIN} top --data ${node.data}'; echo status=$?`;
  return new Terminal(command, { TOLLGATE_MANAGEMENT_KEY: OPERATOR_KEY, NODE_OPTIONS: nodeOptions });
}

/** Echo and line editing are on, and the cursor is shown. */
function expectGivenBack(terminal: Terminal, behind: string): void {
  expect(behind).toMatch(/[^-]icanon/);
  expect(behind).toMatch(/[^-]echo\b/);
  expect(terminal.shown.lastIndexOf('\u001b[?25h')).toBeGreaterThan(
    terminal.shown.lastIndexOf('\u001b[?25l'),
  );
}

describe.runIf(hasScript && process.env.TOLLGATE_TEST_PROGRAM === undefined)('the terminal of top', () => {
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
    const terminal = top(`--import=${BREAKS}`);
    const behind = await terminal.behind();
    expect(behind).toContain('broken on purpose');
    expectGivenBack(terminal, behind);
  });

  test('is given back while top is stopped, and taken again when it goes on', async () => {
    const terminal = top();
    const pid = Number(await terminal.shows(/pid=(\d+)[\s\S]*REQUESTS/));
    terminal.type('\u001a');
    await expect.poll(() => statOf(pid).state, { timeout: 10_000 }).toBe('T');
    terminal.goOn(statOf(pid).group);
    const sinceStop = () => terminal.shown.split(LEAVE)[1]?.split(ENTER) ?? [];
    await expect.poll(() => sinceStop()[1], { timeout: 10_000 }).toContain('REQUESTS');
    expect(sinceStop()[0]).not.toContain('REQUESTS');
    terminal.type('q');
    await terminal.shows(/status=0/);
  });
});

/** Of a process, as `proc(5)` has it. */
function statOf(pid: number): { readonly state: string; readonly group: number } {
  const [, state = '', group = ''] =
    /\) (\S) \d+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
  return { state, group: Number(group) };
}
