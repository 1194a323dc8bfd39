import { dirname } from 'node:path';
import type { Arrow } from './imports.js';

/** The folders that hold one of the files, at any depth; the top of the project is ''. */
export function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set(['']);
  for (const path of paths)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  return [...folders].sort();
}

/** The file or sub-folder of the folder by which the file belongs to it; undefined if it lies elsewhere. */
function entryOf(folder: string, path: string): string | undefined {
  if (folder === '') return path.split('/')[0];
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined;
}

interface Step {
  readonly from: string;
  readonly to: string;
  /** The import that makes it. */
  readonly drawnBy: string;
}

function drawnBy({ from, to }: Arrow): string {
  return `${from} imports ${to}`;
}

/** The imports that make one circle among files, in order; none if there is no circle. */
export function circleOfFiles(arrows: readonly Arrow[]): readonly string[] {
  return circle(arrows.map((arrow) => ({ ...arrow, drawnBy: drawnBy(arrow) })));
}

/**
 * The same among the direct entries of a folder: its files and its sub-folders, each with all that it holds.
 */
export function circleOfEntries(folder: string, arrows: readonly Arrow[]): readonly string[] {
  const steps = arrows.flatMap((arrow) => {
    const from = entryOf(folder, arrow.from);
    const to = entryOf(folder, arrow.to);
    return from === undefined || to === undefined || from === to ? [] : { from, to, drawnBy: drawnBy(arrow) };
  });
  return circle(steps);
}

function circle(steps: readonly Step[]): readonly string[] {
  const leaving = new Map<string, Step[]>();
  for (const step of steps) leaving.set(step.from, [...(leaving.get(step.from) ?? []), step]);
  const done = new Set<string>();
  const visit = (node: string, trail: readonly Step[]): readonly string[] => {
    const start = trail.findIndex(({ from }) => from === node);
    if (start >= 0) return trail.slice(start).map((step) => step.drawnBy);
    if (done.has(node)) return [];
    for (const step of leaving.get(node) ?? []) {
      const found = visit(step.to, [...trail, step]);
      if (found.length > 0) return found;
    }
    done.add(node);
    return [];
  };
  for (const node of leaving.keys()) {
    const found = visit(node, []);
    if (found.length > 0) return found;
  }
  return [];
}
