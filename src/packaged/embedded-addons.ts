/**
 * Loads the native addons that a packaged program carries inside itself.
 *
 * Each is taken, compressed, from the executable, put into a file of this user alone, hashed there
 * (`addon-folder.ts`) and loaded from it.
 */
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { addonFolders, keepAddon } from './addon-folder.js';
import { AddonUnfit, loadFromFirst } from './addon-loading.js';
import { BUILD, type EmbeddedAddon } from './build.js';
import { glibcVersion, isOlder } from './glibc.js';

interface Zstandard {
  zstdDecompressSync(bytes: Uint8Array): Uint8Array;
}

/**
 * @param name as the build called it
 * @returns what the addon exports
 * @throws Error with the reason for each folder if none could be used; the loader's words if the addon is at
 * fault
 */
export function loadEmbeddedAddon(name: string): unknown {
  const addon = BUILD?.addons[name];
  if (addon === undefined) throw new Error(`the program carries no addon ${name}`);
  const userId = process.geteuid?.() ?? -1;
  const kept = { name, sha256: addon.sha256, bytes: () => fittingBytes(name, addon) };
  return loadFromFirst(addonFolders(process.env, tmpdir(), userId), name, (folder) =>
    load(keepAddon(folder, kept, userId)),
  );
}

/**
 * An addon that cannot be loaded here is not written either; seeing that takes less time than the loader's
 * refusal.
 */
function fittingBytes(name: string, { glibc }: EmbeddedAddon): Uint8Array {
  const here = glibcVersion();
  if (here !== undefined && isOlder(here, glibc))
    throw new AddonUnfit(`its addon needs glibc ${glibc} or newer`);
  return asset(name);
}

function load(path: string): unknown {
  const module = { exports: {} as unknown };
  process.dlopen(module, path);
  return module.exports;
}

function asset(name: string): Uint8Array {
  // Only a packaged program needs these parts of Node.js, and other releases do not have them.
  const require = createRequire(import.meta.url);
  const sea = require('node:sea') as typeof import('node:sea');
  const { zstdDecompressSync } = require('node:zlib') as Zstandard;
  return zstdDecompressSync(new Uint8Array(sea.getRawAsset(name) as ArrayBuffer));
}
