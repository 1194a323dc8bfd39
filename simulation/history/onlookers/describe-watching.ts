import type { WatchCall, WatchPageCall } from './watching.js';

export function describeWatch({ isPlain, leavesAfterMs }: WatchCall): string {
  const how = isPlain ? 'asks for the live view without a handshake' : 'watches the node';
  return leavesAfterMs === undefined ? how : `${how} for ${leavesAfterMs} ms`;
}

export function describeWatchPage({ session, isOfNode, leavesAfterMs }: WatchPageCall): string {
  const what = isOfNode === true ? 'the node' : 'the account';
  const leaves = leavesAfterMs === undefined ? '' : ` for ${leavesAfterMs} ms`;
  return `watches ${what} from a page${leaves} under the session of step ${session}`;
}
