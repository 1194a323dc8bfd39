/**
 * Texts as requests bring them: strings of their own, flat, one byte a character, whose hash is not computed.
 */
export function fresh(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** Makes such copies of a few texts, over and over. */
export function copier(texts: readonly string[]): () => string[] {
  const bytes = Buffer.from(texts.join(''), 'latin1');
  const ends: number[] = [];
  for (const { length } of texts) ends.push((ends.at(-1) ?? 0) + length);
  return () => ends.map((end, at) => bytes.toString('latin1', ends[at - 1] ?? 0, end));
}
