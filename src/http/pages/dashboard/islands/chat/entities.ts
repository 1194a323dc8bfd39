/** Character references of HTML, which Markdown has as well: the common names, and all numbers. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  copy: '©',
  euro: '€',
  times: '×',
};
const CODE_POINT_MAX = 0x10ffff;

/** Others stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|\w{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name] ?? whole;
    const isHex = name[1] === 'x' || name[1] === 'X';
    const point = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
    return point > 0 && point <= CODE_POINT_MAX ? String.fromCodePoint(point) : '\ufffd';
  });
}
