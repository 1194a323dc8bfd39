/**
 * Marks of browsers that signed in as somebody before: the node knows its own by their seal, and keeps no
 * record of them.
 */
import type { Seal } from '../sealing/seal.js';

const RANDOM_BYTES = 12;
const SEAL_BYTES = 18;
const SHAPE = /^([\w-]{16})([\w-]{24})$/;

export type DeviceSeal = Pick<Seal, 'of' | 'fits'>;

export function makeDeviceMark(
  seal: DeviceSeal,
  user: string,
  randomBytes: (count: number) => Uint8Array,
): string {
  const random = Buffer.from(randomBytes(RANDOM_BYTES)).toString('base64url');
  return random + seal.of('device', `${user}/${random}`, SEAL_BYTES).toString('base64url');
}

/** Whether this is the mark of a browser that signed in as the user. */
export function isDeviceOf(seal: DeviceSeal, user: string, mark: string): boolean {
  const [, random = '', sealed = ''] = SHAPE.exec(mark) ?? [];
  return sealed !== '' && seal.fits('device', `${user}/${random}`, Buffer.from(sealed, 'base64url'));
}
