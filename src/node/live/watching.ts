/** Puts together what watchers of a node need: the hub they come to, and the frames it sends. */

import { readManagementKey } from '../../actors/accounts/management-key.js';
import { HottestWindows } from '../../actors/windows/hottest-windows.js';
import type { WindowJournal } from '../../actors/windows/window-journal.js';
import { LiveHub } from '../../http/live/live-hub.js';
import { type FrameSources, isOfKey, liveFrame } from './live-frame.js';

export interface WatchingOptions extends FrameSources {
  readonly journal: WindowJournal;
  readonly onDefect: (error: unknown) => void;
}

export function watchingOf(options: WatchingOptions): LiveHub {
  const { world, system, windows, journal, onDefect } = options;
  const hottest = new HottestWindows(windows, isOfKey);
  const hub: LiveHub = new LiveHub({
    world,
    frame: () => JSON.stringify(liveFrame(options, hottest, hub.watchers)),
    isRevoked: (id) => readManagementKey(id, system.records)?.isRevoked !== false,
    onWatched(isWatched) {
      journal.watchActive(isWatched ? (active, nowMs) => hottest.saw(active, nowMs) : undefined);
      if (isWatched) hottest.begin(world.steadyMs());
      else hottest.forget();
    },
    onDefect,
  });
  return hub;
}
