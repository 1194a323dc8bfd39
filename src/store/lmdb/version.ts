/** Which LMDB, through which release of `lmdb`, this process would run on. */
import * as lmdb from 'lmdb';

/** `lmdb` exports it, and leaves it out of its types. */
interface Untyped {
  readonly version: { readonly major: number; readonly minor: number; readonly patch: number };
}

/** `0.9.70`; loads the addon. */
export function lmdbVersion(): string {
  const { version } = lmdb as unknown as Untyped;
  return `${version.major}.${version.minor}.${version.patch}`;
}
