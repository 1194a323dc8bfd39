/** How a process hashes the passwords of people, and seals the marks of their browsers. */
import { USUAL_LIMITS } from '../../limits/limits.js';
import { Argon2Thread } from '../../passwords/argon2-thread.js';
import { type PasswordHasher, QueuedPasswordHasher } from '../../passwords/password-hasher.js';
import type { DeviceSeal } from '../../people/device-marks.js';
import { Seal } from '../../sealing/seal.js';

/** @param secret of the data folder, 32 bytes */
export function peopleParts(secret: Uint8Array): {
  readonly hasher: PasswordHasher;
  readonly seal: DeviceSeal;
} {
  return {
    hasher: new QueuedPasswordHasher(new Argon2Thread(), USUAL_LIMITS.passwordsWaiting),
    seal: new Seal(secret, 'people'),
  };
}
