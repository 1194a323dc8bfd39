/** Passwords in a simulated world: their hashes are worth little, and cost time alone. */
import { createHash } from 'node:crypto';
import type { Argon2 } from '../../src/passwords/argon2.js';
import { type PasswordHasher, QueuedPasswordHasher } from '../../src/passwords/password-hasher.js';
import type { DeviceSeal } from '../../src/people/device-marks.js';
import { Seal } from '../../src/sealing/seal.js';
import type { World } from '../../src/time/world.js';

const HASH_MS = 20;

class SimulatedArgon2 implements Argon2 {
  readonly #world: World | undefined;

  constructor(world: World | undefined) {
    this.#world = world;
  }

  async hash(password: string): Promise<string> {
    const world = this.#world;
    if (world !== undefined) await new Promise<void>((done) => world.after(HASH_MS, done));
    return `$argon2id$simulated$${createHash('sha256').update(password, 'utf8').digest('hex')}`;
  }

  async verify(hash: string, password: string): Promise<boolean> {
    return (await this.hash(password)) === hash;
  }
}

/**
 * @param world the world in which a hash takes its time; if it is left out, it takes none
 * @param waitingMax passwords that wait at most
 */
export function simulatedPeople(
  secret: Uint8Array = new Uint8Array(32),
  world?: World,
  waitingMax = 100,
): { readonly hasher: PasswordHasher; readonly seal: DeviceSeal } {
  const hasher = new QueuedPasswordHasher(new SimulatedArgon2(world), waitingMax);
  return { hasher, seal: new Seal(secret, 'people') };
}
