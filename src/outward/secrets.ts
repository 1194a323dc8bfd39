/** The secrets of one service, and how they are kept out of what it says. */

/** A shorter part may be an ordinary word, and a shorter piece of Base64 one of anything. */
const PART_CHARACTERS_MIN = 6;

export class Secrets {
  /** The longest first, so that no part of a key is left of it. */
  readonly #texts: readonly string[];
  readonly #charactersMin: number;

  /** @param headers values such as `Bearer KEY`, `Key ID:KEY` or the key alone */
  constructor(headers: Readonly<Record<string, string>>) {
    const texts = Object.values(headers).flatMap((value) => {
      const key = value.slice(value.indexOf(' ') + 1);
      const parts = key.split(':').filter((part) => part.length >= PART_CHARACTERS_MIN);
      return [value, key, ...parts].filter((text) => text !== '');
    });
    const forms = texts.flatMap((text) => [text, encodeURIComponent(text), ...inBase64(text)]);
    this.#texts = [...new Set(forms)].sort((a, b) => b.length - a.length);
    this.#charactersMin = this.#texts.at(-1)?.length ?? Number.POSITIVE_INFINITY;
  }

  /**
   * The text with `[secret]` in place of each secret. A text that hides one in escapes of JSON, however deep,
   * comes without these escapes.
   */
  removedFrom(text: string): string {
    if (text.length < this.#charactersMin) return text;
    let cleaned = text;
    for (const secret of this.#texts) {
      if (cleaned.includes(secret)) cleaned = cleaned.replaceAll(secret, '[secret]');
    }
    if (!cleaned.includes('\\')) return cleaned;
    const plain = unescaped(cleaned);
    if (plain === cleaned) return cleaned;
    const removed = this.removedFrom(plain);
    return removed === plain ? cleaned : removed;
  }

  /** Parses JSON, without secrets in any text or name of it; undefined if it is none. */
  parse(json: string): unknown {
    try {
      if (this.#isClean(json)) return JSON.parse(json);
      return JSON.parse(json, (_, value: unknown) => {
        if (typeof value === 'string') return this.removedFrom(value);
        return typeof value === 'object' && value !== null ? this.#removedFromNames(value) : value;
      });
    } catch {
      return undefined;
    }
  }

  /** The data of an event without secrets. JSON stays JSON: its other escapes are left as they are. */
  removedFromData(data: string): string {
    const removed = this.removedFrom(data);
    if (removed === data) return data;
    const parsed = this.parse(data);
    return parsed === undefined ? removed : this.removedFrom(JSON.stringify(parsed));
  }

  /** Surely without a secret: none stands in it, and no escape can hide one. */
  #isClean(text: string): boolean {
    return !text.includes('\\') && !this.#texts.some((secret) => text.includes(secret));
  }

  #removedFromNames(value: object): object {
    const isClean = (name: string) => this.removedFrom(name) === name;
    if (Array.isArray(value) || Object.keys(value).every(isClean)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [this.removedFrom(name), of]));
  }
}

/**
 * The Base64 of a text, in either alphabet: by itself, and the pieces that it always leaves in the Base64 of
 * a longer text, whose bytes before it shift it by 0, 8 or 16 bits.
 */
function inBase64(text: string): string[] {
  const whole = Buffer.from(text).toString('base64').replace(/=+$/, '');
  const pieces = [0, 1, 2].map((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
    return shifted.toString('base64').slice(Math.ceil((shift * 8) / 6), Math.floor((shifted.length * 8) / 6));
  });
  return [whole, ...pieces]
    .filter((form) => form.length >= PART_CHARACTERS_MIN)
    .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/gis, (_, hex?: string, character = '') =>
    hex === undefined ? character : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
