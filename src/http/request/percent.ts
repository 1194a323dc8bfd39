/** Percent-encoding in paths and queries (RFC 3986, 2.1), which must also spell UTF-8. */

/** The decoded text; undefined if the encoding is broken. */
export function percentDecoded(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export function isPercentEncoded(text: string): boolean {
  return percentDecoded(text) !== undefined;
}
