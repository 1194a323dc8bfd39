/**
 * Follows the frames of a node over a WebSocket (docs/live.md), and connects again to a node that went away.
 *
 * A node that was never reached, or that refuses, is not asked again: the user has to look at the reason.
 */
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { FRAME_VERSION, type LiveFrame } from '../../http/live/frame-shape.js';
import { BAD, CommandFailed, UNREACHABLE } from '../framework/exit-status.js';
import type { NodeAccess } from './find-node.js';
import type { ManagementKey } from './management-api.js';
import { requestTo } from './node-address.js';
import { reasonOf } from './transports.js';

const PATH = '/api/live';
const HANDSHAKE_MS_MAX = 10_000;
/** Frames come once a second. */
const SILENCE_MS_MAX = 10_000;
const FRAME_BYTES_MAX = 1024 * 1024;
const REFUSAL_BYTES_MAX = 64 * 1024;
const AGAIN_AFTER_MS = 1_000;
/** The statuses of a node that is full or stopping, which passes. */
const PASSES = [429, 503];

export interface LiveListener {
  frame(frame: LiveFrame, text: string): void;
  /** The connection is gone; it is asked for again every second. */
  lost(why: string): void;
}

interface Ended {
  readonly why: string;
  /** Set if it is no use to connect again. */
  readonly failure?: CommandFailed;
}

/**
 * Resolves once `signal` is aborted. Throws `CommandFailed` if the node refuses, or cannot be reached at
 * first.
 */
export async function watchLive(
  node: NodeAccess,
  listener: LiveListener,
  signal: AbortSignal,
): Promise<void> {
  const name = `the node at ${node.url}`;
  let wasSeen = false;
  while (!signal.aborted) {
    const { why, failure } = await followOnce(node, name, signal, (frame, text) => {
      wasSeen = true;
      listener.frame(frame, text);
    });
    if (signal.aborted) return;
    if (failure !== undefined) throw failure;
    if (!wasSeen) throw new CommandFailed(`${name} cannot be watched: ${why}`, UNREACHABLE);
    listener.lost(why);
    await pause(AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** One connection, from its handshake to its end. */
function followOnce(
  { url, key, isOwn }: NodeAccess,
  name: string,
  signal: AbortSignal,
  take: (frame: LiveFrame, text: string) => void,
): Promise<Ended> {
  return new Promise((resolve) => {
    const { url: at, socketPath } = requestTo(url, PATH);
    const socket = new WebSocket(at.href.replace(/^http/, 'ws'), {
      headers: { authorization: `Bearer ${key.text}` },
      rejectUnauthorized: !isOwn,
      handshakeTimeout: HANDSHAKE_MS_MAX,
      maxPayload: FRAME_BYTES_MAX,
      perMessageDeflate: false,
      // The library takes the path of a socket only as part of a URL, which would encode some characters.
      ...(socketPath === undefined
        ? {}
        : { createConnection: () => connect({ path: socketPath, timeout: HANDSHAKE_MS_MAX }) }),
    });
    let silence: NodeJS.Timeout | undefined;
    const end = (ended: Ended) => {
      clearTimeout(silence);
      signal.removeEventListener('abort', leave);
      socket.terminate();
      resolve(ended);
    };
    const leave = () => end({ why: 'left' });
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(
        () => end({ why: `it sent nothing for ${SILENCE_MS_MAX / 1_000} s` }),
        SILENCE_MS_MAX,
      );
    };
    signal.addEventListener('abort', leave);
    socket.on('open', listen);
    socket.on('message', (data) => {
      listen();
      const text = String(data);
      const frame = frameIn(text);
      if (frame === undefined) end({ why: 'strange', failure: strangeFrame(name) });
      else take(frame, text);
    });
    socket.on('unexpected-response', (_, answer) => {
      void refusalOf(answer, name, key).then(end);
    });
    socket.on('error', (error) => end({ why: reasonOf(error) }));
    socket.on('close', (code, reason) => {
      const why = String(reason);
      end({ why: why === '' ? `the connection was cut (${code})` : why });
    });
  });
}

function frameIn(text: string): LiveFrame | undefined {
  try {
    const frame = JSON.parse(text) as LiveFrame | null;
    return frame?.v === FRAME_VERSION ? frame : undefined;
  } catch {
    return undefined;
  }
}

function strangeFrame(name: string): CommandFailed {
  return new CommandFailed(
    `${name} sends frames that this version does not read: use the tollgate of the node's version`,
    BAD,
  );
}

/** Why the node answered without opening a WebSocket. */
async function refusalOf(answer: IncomingMessage, name: string, key: ManagementKey): Promise<Ended> {
  const status = answer.statusCode ?? 0;
  const { code, message } = await errorIn(answer);
  if (code === undefined || message === undefined) {
    const why = `it does not answer like a Tollgate node (${status})`;
    return { why, failure: new CommandFailed(`${name} cannot be watched: ${why}`, UNREACHABLE) };
  }
  const why = `refused (${status} ${code}): ${message}`;
  if (PASSES.includes(status)) return { why };
  const hints: Readonly<Record<string, string>> = {
    not_found: ' The node has no live view in its version, or has another port for management.',
    invalid_api_key: ` The management key is from ${key.source}.`,
    invalid_request: ' A proxy in between must pass on the fields Upgrade and Connection.',
  };
  return { why, failure: new CommandFailed(`${name} ${why}${hints[code] ?? ''}`, BAD) };
}

async function errorIn(answer: IncomingMessage): Promise<{ code?: string; message?: string }> {
  let text = '';
  try {
    for await (const chunk of answer) {
      text += String(chunk);
      if (text.length > REFUSAL_BYTES_MAX) break;
    }
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } };
    if (typeof error?.code !== 'string' || typeof error.message !== 'string') return {};
    return { code: error.code, message: error.message };
  } catch {
    return {};
  }
}
