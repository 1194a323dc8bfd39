/** The secrets of one service, and how they are kept out of what it says. */

/** A shorter part may be an ordinary word. */
const PART_CHARACTERS_MIN = 6;

export class Secrets {
  readonly #texts: readonly string[];

  /** @param headers values such as `Bearer KEY`, `Key ID:KEY` or the key alone */
  constructor(headers: Readonly<Record<string, string>>) {
    const texts = Object.values(headers).flatMap((value) => {
      const key = value.slice(value.indexOf(' ') + 1);
      const parts = key.split(':').filter((part) => part.length >= PART_CHARACTERS_MIN);
      return [value, key, ...parts].filter((text) => text !== '');
    });
    // The longest first, so that no part of a key is left of it.
    this.#texts = [...new Set(texts.flatMap((text) => [text, encodeURIComponent(text)]))].sort(
      (a, b) => b.length - a.length,
    );
  }

  /** The text with `[secret]` in place of each secret. */
  removedFrom(text: string): string {
    let cleaned = text;
    for (const secret of this.#texts) {
      if (cleaned.includes(secret)) cleaned = cleaned.replaceAll(secret, '[secret]');
    }
    return cleaned;
  }

  /** Parses JSON, without secrets in any text of it; undefined if it is none. */
  parse(json: string): unknown {
    try {
      return JSON.parse(json, (_, value: unknown) =>
        typeof value === 'string' ? this.removedFrom(value) : value,
      );
    } catch {
      return undefined;
    }
  }
}
