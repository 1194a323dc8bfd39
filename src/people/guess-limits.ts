/**
 * How often passwords may be tried, on exact windows: 10 a minute by name and network, 30 by network, 100 by
 * name. A browser that signed in as that name before counts on a window of its own, so that nobody's guessing
 * locks a person out. A restart forgets none of them.
 */
import { createHash } from 'node:crypto';
import { AddressWindows } from '../actors/windows/address-windows.js';
import type { RollingWindows, WindowId } from '../actors/windows/rolling-windows.js';
import type { WindowJournal } from '../actors/windows/window-journal.js';
import { type Limits, USUAL_LIMITS } from '../limits/limits.js';
import type { World } from '../time/world.js';

const BY_NAME_AND_NETWORK = 10;
const BY_NETWORK = 30;
const BY_NAME = 100;
const BY_DEVICE = 10;

export interface Guess {
  /** The user name that is tried, in the form in which names are compared. */
  readonly nameKey: string;
  /** The client's network, in one canonical spelling. */
  readonly network: string;
  /** The mark of a browser that is known to have signed in as that name. */
  readonly device: string | undefined;
}

export interface GuessLimitsParts {
  readonly world: World;
  readonly windows: RollingWindows;
  readonly journal: Pick<WindowJournal, 'admitted'>;
  /** The usual ones if left out. */
  readonly limits?: Limits;
}

export class GuessLimits {
  readonly #parts: GuessLimitsParts;
  readonly #byNameAndNetwork: AddressWindows;
  readonly #byNetwork: AddressWindows;
  readonly #byName: AddressWindows;
  readonly #byDevice: AddressWindows;

  /** @param what is tried; the windows of each are its own */
  constructor(parts: GuessLimitsParts, what: 'guess' | 'forgotten') {
    const { world, windows, limits = USUAL_LIMITS } = parts;
    this.#parts = parts;
    const kind = (name: string, limit: number) =>
      new AddressWindows(world, windows, () => limits.guessWindows, limit, `${what}_${name}/`, limits);
    this.#byNameAndNetwork = kind('name_network', BY_NAME_AND_NETWORK);
    this.#byNetwork = kind('network', BY_NETWORK);
    this.#byName = kind('name', BY_NAME);
    this.#byDevice = kind('device', BY_DEVICE);
  }

  /** Admits a guess and counts it, or refuses it and counts nothing: the ms until one is admissible. */
  waitMs({ nameKey, network, device }: Guess): number {
    const { world, windows, journal } = this.#parts;
    const now = world.steadyMs();
    const counted =
      device === undefined
        ? [
            this.#byNameAndNetwork.windowOf(shortHash(`${nameKey}/${network}`)),
            this.#byNetwork.windowOf(network),
            this.#byName.windowOf(shortHash(nameKey)),
          ]
        : [this.#byDevice.windowOf(shortHash(`${nameKey}/${device}`))];
    const waitMs = Math.max(...counted.map((window: WindowId) => windows.waitMs(window, now)));
    if (waitMs > 0) return waitMs;
    for (const window of counted) {
      windows.admit(window, now);
      journal.admitted(window);
    }
    return 0;
  }
}

/** Notes of windows on disk name no person. */
function shortHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url').slice(0, 22);
}
