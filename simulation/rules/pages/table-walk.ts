/** A table that somebody reads from its first page to its last, each as the one before leads to it. */
import type { ShownCell } from '../../history/people/shown-parts.js';
import type { LookCall } from '../../history/people-call.js';

export type Row = readonly ShownCell[];

export class TableWalk {
  #rows: Row[] = [];
  readonly #links = new Set<string>();

  /** The rows of all pages up to this one; undefined if it was read before. */
  goOn({ link }: LookCall, rows: readonly Row[]): readonly Row[] | undefined {
    if (link === undefined) {
      this.#rows = [];
      this.#links.clear();
    } else if (this.#links.has(link)) return undefined;
    else this.#links.add(link);
    this.#rows.push(...rows);
    return this.#rows;
  }
}

/** The first things that differ, among so many or all of them; undefined if none do. */
export function firstDifference(
  shown: readonly unknown[],
  due: readonly unknown[],
  count = Math.max(shown.length, due.length),
): readonly [shown: string, due: string] | undefined {
  const at = Array.from({ length: count }).findIndex((_, n) => shown[n] !== due[n]);
  return at < 0 ? undefined : [String(shown[at] ?? 'nothing'), String(due[at] ?? 'nothing')];
}

/** The first place at which a page and the disk, or figures, say different things. */
export function differences(shown: readonly unknown[], due: readonly unknown[]): readonly string[] {
  const first = firstDifference(shown, due);
  return first === undefined ? [] : [`shows ${first[0]}, and the disk has ${first[1]}`];
}
