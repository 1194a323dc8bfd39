/** Passwords in a simulated world: their hashes are worth little, and cost time alone. */
import type { Argon2 } from '../../src/passwords/argon2.js';
import { Argon2Thread } from '../../src/passwords/argon2-thread.js';
import { type PasswordHasher, QueuedPasswordHasher } from '../../src/passwords/password-hasher.js';
import type { DeviceSeal } from '../../src/people/device-marks.js';
import { Seal } from '../../src/sealing/seal.js';
import type { World } from '../../src/time/world.js';
import { type HashingTrouble, hashOf, SimulatedHashing } from './simulated-hashing.js';

/** Takes no time. */
const AT_ONCE: Argon2 = {
  hash: (password) => Promise.resolve(hashOf(password)),
  verify: (hash, password) => Promise.resolve(hashOf(password) === hash),
};

/**
 * @param world the world in which a hash takes its time; if it is left out, it takes none
 * @param waitingMax passwords that wait at most
 * @param troubleWith the trouble that the thread has with a password; none if it is left out
 */
export function simulatedPeople(
  secret: Uint8Array = new Uint8Array(32),
  world?: World,
  waitingMax = 100,
  troubleWith: HashingTrouble = () => undefined,
): { readonly hasher: PasswordHasher; readonly seal: DeviceSeal } {
  const argon2 = world === undefined ? AT_ONCE : inThread(world, troubleWith);
  return { hasher: new QueuedPasswordHasher(argon2, waitingMax), seal: new Seal(secret, 'people') };
}

function inThread(world: World, troubleWith: HashingTrouble): Argon2 {
  const start = (priority: 'low' | 'ordinary') =>
    new SimulatedHashing(world, priority, troubleWith).asWorker();
  return new Argon2Thread(start, { now: () => world.steadyMs(), after: (ms, task) => world.after(ms, task) });
}
