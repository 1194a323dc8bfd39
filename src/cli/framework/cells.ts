/** Texts in the cells of a terminal: a character takes none, one or two. */
import stringWidth from 'string-width';

/**
 * As much of a text as goes into `width` cells, with an ellipsis in the last of them if anything is missing.
 */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const character of text) {
    const cells = stringWidth(character);
    if (used + cells > width - 1) break;
    kept += character;
    used += cells;
  }
  return width > 0 ? `${kept}…` : '';
}

/** The text with spaces up to `width` cells: behind it, or before it if it is a number. */
export function padded(text: string, width: number, isNumber = false): string {
  const padding = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return isNumber ? padding + text : text + padding;
}
