/**
 * Kept results in a backup: files beside the database, each a hard link to the node's own if both are on one
 * file system. A kept file never changes, so a link is a copy.
 *
 * They are gathered before the database is copied, and again afterwards: a file of a job in the copy is there
 * at one of these times, for none goes before its job has, or has left word that it made room.
 */
import { existsSync, linkSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../errors/error-text.js';
import { makeFolder, syncFile } from '../../files/folders.js';
import { RESULTS_FOLDER } from '../../node/folder/folder-files.js';
import { listClips } from '../../results/store/clip-files.js';
import { copyFile } from './durable-files.js';

/** Adds what is not in the backup yet. */
export function gatherKept(results: string, backup: string): void {
  const target = join(backup, RESULTS_FOLDER);
  const files = listClips(results).filter(({ kind }) => kind !== 'partial');
  if (files.length === 0) return;
  makeFolder(target);
  for (const { name } of files) {
    if (!existsSync(join(target, name))) gather(join(results, name), join(target, name));
  }
  syncFile(target);
}

/** The names of the kept results in a backup, as its manifest has them. */
export function keptNames(backup: string): readonly string[] {
  return listClips(join(backup, RESULTS_FOLDER)).map(({ name }) => `${RESULTS_FOLDER}/${name}`);
}

function gather(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // It has made room meanwhile, or its job's time is over.
    if (codeOf(error) === 'ENOENT') return;
    copyIfThere(from, to);
  }
}

function copyIfThere(from: string, to: string): void {
  try {
    copyFile(from, to);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
