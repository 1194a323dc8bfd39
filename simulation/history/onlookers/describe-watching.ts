import type { WatchCall } from './watching.js';

export function describeWatch({ isPlain, leavesAfterMs }: WatchCall): string {
  const how = isPlain ? 'asks for the live view without a handshake' : 'watches the node';
  return leavesAfterMs === undefined ? how : `${how} for ${leavesAfterMs} ms`;
}
