/**
 * The window of the web chat: so many messages a minute of an account, whoever of it sends them, with
 * whichever model and key.
 *
 * Nobody holds such a window between two messages: it stays for as long as it counts any, so that every
 * account has one of its own and none costs memory a minute later.
 */
import type { World } from '../../time/world.js';
import type { RollingWindows, WindowStatus } from './rolling-windows.js';
import type { WindowJournal } from './window-journal.js';

const MESSAGES_PER_MINUTE = 30;

export interface ChatWindowsParts {
  readonly world: World;
  readonly windows: RollingWindows;
  readonly journal: WindowJournal;
}

/** Of a window that refuses, `resetMs` is the time until it admits again. */
export interface ChatVerdict extends Readonly<WindowStatus> {
  readonly isAdmitted: boolean;
}

export class ChatWindows {
  readonly #parts: ChatWindowsParts;

  constructor(parts: ChatWindowsParts) {
    this.#parts = parts;
  }

  /** Counts a message of an account, or refuses it and counts nothing. */
  admit(account: string): ChatVerdict {
    const { world, windows, journal } = this.#parts;
    const now = world.steadyMs();
    const window = windows.hold(`chat/${account}`, MESSAGES_PER_MINUTE);
    const isAdmitted = windows.admit(window, now);
    if (isAdmitted) journal.admitted(window);
    const verdict = { ...windows.standing(window, now), isAdmitted };
    windows.release(window, now);
    return verdict;
  }
}
