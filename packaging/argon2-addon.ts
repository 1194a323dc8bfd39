/** Stands in for `@node-rs/argon2` in a packaged program, which carries that package's addon. */
import { loadEmbeddedAddon } from '../src/packaged/embedded-addons.js';

type Addon = typeof import('@node-rs/argon2');

export const { hash, verify, hashSync, verifySync } = loadEmbeddedAddon('argon2') as Addon;
