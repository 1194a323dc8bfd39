/** The events of a service, over a WebSocket of its own. */
import type { MessageEvent, WebSocketInit } from 'undici';
import type { Connections } from './connections.js';

export interface Listening {
  readonly connections: Connections;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly onMessage: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Resolves when the connection ends, or `signal` says so. @throws if none was made */
export async function listenTo({ connections, url, headers, onMessage, signal }: Listening): Promise<void> {
  const { WebSocket } = await import('undici');
  if (signal.aborted) return;
  const { dispatcher, failure, leave } = connections.single();
  const target = new URL(url);
  target.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const init: WebSocketInit = { dispatcher, headers: { ...headers } };
  const socket = new WebSocket(target, init);
  let isOpen = false;
  try {
    await new Promise<void>((resolve) => {
      socket.addEventListener('open', () => {
        isOpen = true;
      });
      socket.addEventListener('message', ({ data }: MessageEvent) => {
        if (typeof data === 'string' && !signal.aborted) onMessage(data);
      });
      socket.addEventListener('close', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  } finally {
    leave();
  }
  if (!isOpen && !signal.aborted) throw failure() ?? new Error('the service opened no WebSocket');
}
