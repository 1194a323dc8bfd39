/**
 * The facts that the build of a package baked into the program: one executable that carries its own Node.js
 * and its addons.
 *
 * `scripts/package.sh` defines the name below when it bundles. A source checkout has none of it, and finds
 * its packages in `node_modules`.
 */
export interface Build {
  /** The commit it was built from, 40 hex digits, with `-dirty` behind them if files were changed. */
  readonly commit: string;
  /** The native addons inside, by the names that `loadEmbeddedAddon` takes. */
  readonly addons: Readonly<Record<string, EmbeddedAddon>>;
}

export interface EmbeddedAddon {
  /** Of the npm package it came in. */
  readonly version: string;
  /** Of the addon's bytes, in hex. */
  readonly sha256: string;
  /** The oldest C library that it loads with, `2.34`. */
  readonly glibc: string;
}

declare const TOLLGATE_BUILD: Build | undefined;

/** Undefined in a source checkout. */
export const BUILD: Build | undefined = typeof TOLLGATE_BUILD === 'undefined' ? undefined : TOLLGATE_BUILD;
