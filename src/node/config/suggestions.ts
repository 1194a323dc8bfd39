/** Guesses which name a mistyped one was meant to be. */

/** The candidate within two edits of `name` that is nearest to it, and at most a third of it away. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let editsLeast = Math.min(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = editDistance(name, candidate);
    if (edits > 0 && edits < editsLeast) {
      nearest = candidate;
      editsLeast = edits;
    }
  }
  return nearest;
}

/** `; did you mean …?` if a name is near, else nothing. */
export function suggestion(name: string, names: readonly string[]): string {
  const meant = nearestName(name, names);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** Insertions, deletions, substitutions, and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const changed = a[row - 1] === b[column - 1] ? 0 : 1;
      const best = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + changed,
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(swapped ? Math.min(best, at(beforeLast, column - 2) + 1) : best);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(distances: readonly number[], index: number): number {
  return distances[index] ?? Number.POSITIVE_INFINITY;
}
