/**
 * The links by which strangers open an account. The node seals them and keeps no record: nobody fills a disk
 * by asking for accounts. A link opens one account, for its name is taken from then on.
 */
import { isUserName } from '../actors/people/user-names.js';
import type { World } from '../time/world.js';
import type { DeviceSeal } from './device-marks.js';

const KEPT_MS = 72 * 3_600_000;
const SEAL_BYTES = 32;
const SHAPE = /^([\w-]{1,1500})\.([0-9a-z]{1,11})\.([\w-]{43})$/;

/** @returns the end of the link's address */
export function sealSignUp(seal: DeviceSeal, world: World, name: string): string {
  const until = (world.wallMs() + KEPT_MS).toString(36);
  const text = `${Buffer.from(name).toString('base64url')}.${until}`;
  return `${text}.${seal.of('sign_up', text, SEAL_BYTES).toString('base64url')}`;
}

/** The name that the link was made for; undefined if the node made no such link, or it has expired. */
export function openSignUp(seal: DeviceSeal, world: World, link: string): string | undefined {
  const [, encoded = '', until = '', sealed = ''] = SHAPE.exec(link) ?? [];
  if (sealed === '') return undefined;
  if (!seal.fits('sign_up', `${encoded}.${until}`, Buffer.from(sealed, 'base64url'))) return undefined;
  const name = Buffer.from(encoded, 'base64url').toString();
  return Number.parseInt(until, 36) > world.wallMs() && isUserName(name) ? name : undefined;
}
