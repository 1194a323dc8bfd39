/** The windows of requests for pages, apart from those of the API. */
import type { AddressWindows } from '../../../../actors/windows/address-windows.js';
import type { RollingWindows } from '../../../../actors/windows/rolling-windows.js';
import type { WindowJournal } from '../../../../actors/windows/window-journal.js';
import type { World } from '../../../../time/world.js';

export interface RequestWindowsParts {
  readonly world: World;
  readonly windows: RollingWindows;
  readonly journal: WindowJournal;
  readonly networks: AddressWindows;
  readonly users: AddressWindows;
}

export class RequestWindows {
  readonly #parts: RequestWindowsParts;

  constructor(parts: RequestWindowsParts) {
    this.#parts = parts;
  }

  /** Counts a request of a user, or, if nobody is signed in, of a network. @returns false if it is full */
  admit(user: string | undefined, network: string): boolean {
    const { world, windows, journal, networks, users } = this.#parts;
    const window = user === undefined ? networks.windowOf(network) : users.windowOf(user);
    const isAdmitted = windows.admit(window, world.steadyMs());
    if (isAdmitted) journal.admitted(window);
    return isAdmitted;
  }
}
