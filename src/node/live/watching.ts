/** Puts together what watchers of a node need: the hub they come to, and the frames it sends. */

import { readManagementKey } from '../../actors/accounts/management-key.js';
import { HottestWindows } from '../../actors/windows/hottest-windows.js';
import type { WindowJournal } from '../../actors/windows/window-journal.js';
import type { LiveFrame } from '../../http/live/frame-shape.js';
import { LiveHub, type LiveHubOptions } from '../../http/live/live-hub.js';
import type { People } from '../../people/people.js';
import type { SignedIn } from '../../people/people-results.js';
import { accountFrame } from './account-frame.js';
import { type FrameSources, isOfKey, liveFrame } from './live-frame.js';

const KEY_REVOKED = 'the management key was revoked';
const SESSION_OVER = 'the session has ended';

export interface WatchingOptions extends FrameSources {
  readonly journal: WindowJournal;
  readonly limits: LiveHubOptions['limits'];
  readonly people: Pick<People, 'signedInBy'>;
  readonly onDefect: (error: unknown) => void;
}

export interface Watching {
  readonly hub: LiveHub;
  /** A frame for somebody who does not stay to watch. */
  readonly nodeFrame: () => LiveFrame;
}

export function watchingOf(options: WatchingOptions): Watching {
  const { world, system, windows, journal, limits, people, onDefect } = options;
  const hottest = new HottestWindows(windows, isOfKey);
  let hasWatchers = false;
  const nodeFrame = () => liveFrame(options, hottest, hub.watchers);
  const hub: LiveHub = new LiveHub({
    world,
    limits,
    frame: (account) => JSON.stringify(account === undefined ? nodeFrame() : accountFrame(options, account)),
    whyOver: ({ by: { kind, id }, account }) => {
      if (kind === 'session') return mayWatch(people.signedInBy(id), account) ? undefined : SESSION_OVER;
      return readManagementKey(id, system.records)?.isRevoked === false ? undefined : KEY_REVOKED;
    },
    onNodeWatched(isWatched) {
      hasWatchers = isWatched;
      journal.watchActive(isWatched ? (active, nowMs) => hottest.saw(active, nowMs) : undefined);
      if (isWatched) hottest.begin(world.steadyMs());
      else hottest.forget();
    },
    onDefect,
  });
  return {
    hub,
    nodeFrame() {
      if (hasWatchers) return nodeFrame();
      hottest.begin(world.steadyMs());
      const frame = nodeFrame();
      hottest.forget();
      return frame;
    },
  };
}

/** @param account whose frames are watched; undefined for those of the node */
function mayWatch(person: SignedIn | undefined, account: string | undefined): boolean {
  if (person === undefined) return false;
  return account === undefined ? person.role === 'operator' : person.account === account;
}
