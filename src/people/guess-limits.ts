/**
 * How often passwords may be tried, on exact windows: 10 a minute by name and network, 30 by network, 100 by
 * name. A browser that signed in as that name before counts on a window of its own, so that nobody's guessing
 * locks a person out.
 */
import { createHash } from 'node:crypto';
import { AddressWindows } from '../actors/windows/address-windows.js';
import type { RollingWindows, WindowId } from '../actors/windows/rolling-windows.js';
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

export class GuessLimits {
  readonly #world: World;
  readonly #windows: RollingWindows;
  readonly #byNameAndNetwork: AddressWindows;
  readonly #byNetwork: AddressWindows;
  readonly #byName: AddressWindows;
  readonly #byDevice: AddressWindows;

  /** @param what is tried; the windows of each are its own */
  constructor(
    world: World,
    windows: RollingWindows,
    what: 'guess' | 'forgotten',
    limits: Limits = USUAL_LIMITS,
  ) {
    this.#world = world;
    this.#windows = windows;
    const kind = (name: string, limit: number) =>
      new AddressWindows(world, windows, limits.guessWindows, limit, `${what}_${name}/`, limits);
    this.#byNameAndNetwork = kind('name_network', BY_NAME_AND_NETWORK);
    this.#byNetwork = kind('network', BY_NETWORK);
    this.#byName = kind('name', BY_NAME);
    this.#byDevice = kind('device', BY_DEVICE);
  }

  /** Admits a guess and counts it, or refuses it and counts nothing: the ms until one is admissible. */
  waitMs({ nameKey, network, device }: Guess): number {
    const now = this.#world.steadyMs();
    const counted =
      device === undefined
        ? [
            this.#byNameAndNetwork.windowOf(shortHash(`${nameKey}/${network}`)),
            this.#byNetwork.windowOf(network),
            this.#byName.windowOf(shortHash(nameKey)),
          ]
        : [this.#byDevice.windowOf(shortHash(`${nameKey}/${device}`))];
    const waitMs = Math.max(...counted.map((window: WindowId) => this.#windows.waitMs(window, now)));
    if (waitMs === 0) for (const window of counted) this.#windows.admit(window, now);
    return waitMs;
  }
}

/** Notes of windows on disk name no person. */
function shortHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url').slice(0, 22);
}
