/** `tollgate top` */

import type { LiveFrame } from '../../http/live/frame-shape.js';
import { ConfigError } from '../../node/config/start-refused.js';
import { NODE_ACCESS, type NodeAccess, runningNode } from '../client/find-node.js';
import { watchLive } from '../client/live-connection.js';
import type { Command, CommandIo } from '../framework/command.js';
import { CommandFailed, DONE, UNREACHABLE } from '../framework/exit-status.js';
import { painted } from './lines.js';
import { type TopView, topScreen } from './screen.js';
import { TerminalScreen } from './terminal-screen.js';

const COLUMNS_WITHOUT_TERMINAL = 120;
const ROWS_WITHOUT_TERMINAL = 60;

export const top: Command = {
  arguments: [],
  options: [
    { name: 'once', description: 'Print the numbers of one second as text and exit.' },
    {
      name: 'json',
      description: 'Print one JSON document per second; with --once, only the first.',
    },
    ...NODE_ACCESS,
  ],
  about: [
    'Shows requests, refusals, latency, commits, jobs, memory, providers and the hottest API keys of a running node, once a second. Needs an operator key. q or Ctrl-C quits.',
    'Latencies are upper bounds in ms: p99 ≤5 means that 99 of 100 requests took at most 5 ms. NO_COLOR turns colours off.',
    'If the node goes away, the view waits for it to come back. A node takes up to 16 viewers.',
  ],
  examples: [
    ['top', 'Watch the node of the data folder.'],
    ['top --url https://gateway.example --key-file operator.key', 'Watch a node elsewhere.'],
    ['top --json --once', 'Print one JSON document, for a program.'],
  ],
  async run(given, io) {
    const isText = given.has('once') || given.has('json');
    if (!isText && (io.out.isTTY !== true || io.environment.TERM === 'dumb'))
      throw new ConfigError('top draws on a terminal; without one, use --once or --json');
    const node = await runningNode(given, io);
    if (given.has('json')) await printFrames(node, io, given.has('once'));
    else if (given.has('once')) await printOnce(node, io);
    else await draw(node, io);
    return DONE;
  },
};

async function printFrames(node: NodeAccess, io: CommandIo, isOne: boolean): Promise<void> {
  const leaving = new AbortController();
  await watchLive(
    node,
    {
      frame(_, text) {
        if (leaving.signal.aborted) return;
        io.out.write(`${text}\n`);
        if (isOne) leaving.abort();
      },
      lost: (why) => io.err.write(`tollgate: the node is not reachable: ${why}; trying again every second\n`),
    },
    leaving.signal,
  );
}

/** Rates take two frames. */
async function printOnce(node: NodeAccess, io: CommandIo): Promise<void> {
  const leaving = new AbortController();
  let before: LiveFrame | undefined;
  let whyLost: string | undefined;
  await watchLive(
    node,
    {
      frame(frame) {
        if (leaving.signal.aborted) return;
        if (before !== undefined) {
          const columns = io.out.columns ?? COLUMNS_WITHOUT_TERMINAL;
          const view = { url: node.url, interval: { frame, before }, lost: undefined };
          // Without the line that says which key quits.
          const lines = topScreen(view, { columns, rows: ROWS_WITHOUT_TERMINAL }).slice(0, -1);
          for (const line of lines) io.out.write(`${painted(line, columns, false)}\n`);
          leaving.abort();
        }
        before = frame;
      },
      lost(why) {
        whyLost = why;
        leaving.abort();
      },
    },
    leaving.signal,
  );
  if (whyLost !== undefined)
    throw new CommandFailed(`the node at ${node.url} is not reachable: ${whyLost}`, UNREACHABLE);
}

async function draw(node: NodeAccess, io: CommandIo): Promise<void> {
  const leaving = new AbortController();
  let view: TopView = { url: node.url, interval: undefined, lost: undefined };
  const screen = new TerminalScreen({
    isColoured: !io.environment.NO_COLOR,
    onRedraw: () => redraw(),
    onLeave: () => leaving.abort(),
  });
  const redraw = () => screen.draw(topScreen(view, screen.size));
  try {
    redraw();
    await watchLive(
      node,
      {
        frame(frame) {
          // A node that was restarted counts from zero.
          const before = view.lost === undefined ? view.interval?.frame : undefined;
          view = { ...view, interval: { frame, before }, lost: undefined };
          redraw();
        },
        lost(why) {
          view = { ...view, lost: why };
          redraw();
        },
      },
      leaving.signal,
    );
  } finally {
    screen.close();
  }
}
