/** Stands in for `@node-rs/argon2` in a packaged program, which carries that package's addon. */
import { loadEmbeddedAddon } from '../src/packaged/embedded-addons.js';
import type { Argon2 } from '../src/passwords/password-hasher.js';

export const { hash, verify } = loadEmbeddedAddon('argon2') as Argon2;
