/** Passwords in a simulated world: their hashes cost nothing, and are worth as little. */
import { createHash } from 'node:crypto';
import type { PasswordHasher } from '../../src/passwords/password-hasher.js';
import type { DeviceSeal } from '../../src/people/device-marks.js';
import { Seal } from '../../src/sealing/seal.js';

class SimulatedHasher implements PasswordHasher {
  async hash(password: string): Promise<string> {
    return `$argon2id$simulated$${createHash('sha256').update(password, 'utf8').digest('hex')}`;
  }

  async verify(hash: string | undefined, password: string): Promise<boolean> {
    return (await this.hash(password)) === hash;
  }
}

export function simulatedPeople(secret: Uint8Array = new Uint8Array(32)): {
  readonly hasher: PasswordHasher;
  readonly seal: DeviceSeal;
} {
  return { hasher: new SimulatedHasher(), seal: new Seal(secret, 'people') };
}
