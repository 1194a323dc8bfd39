/** The page of a node as its HTML tells it. */
import { linksIn } from '../../../node/clients/pages/told-pages.js';
import { plain } from '../told-page.js';

/** The large ones, then the version of the program, and when it started. */
export function figuresIn(html: string): readonly string[] {
  const figures = found(html, /<dd\b[^>]*>(.*?)<\/dd>/gs).map(textOf);
  const [version] = found(html, /Version <bdi>(.*?)<\/bdi>/gs);
  const [started] = found(html, /Started <time datetime="([^"]*)"/gi);
  return [...figures, ...[version, started].filter((one) => one !== undefined)];
}

/** The notices that are shown, with the tone of each. */
export function troublesIn(html: string): readonly string[] {
  const all =
    /<div data-live="[^"]*" data-format="\w+"( hidden)?><div class="notice (\w+)"(.*?<\/div>)<\/div>/gs;
  return [...html.matchAll(all)].flatMap(([, hidden, tone, text = '']) =>
    hidden === undefined
      ? [`${tone} ${textOf(text.slice(text.indexOf('>') + 1)).replace(/ ?\(.*?\)|:/g, '')}`]
      : [],
  );
}

/** The rows of a table: those of errors, which begin with these words, or all others. */
export function linesIn(html: string, caption: string, first?: string): readonly string[] {
  const tables = found(html, /(<table>.*?<\/table>)/gs);
  const table = tables.find((one) => one.includes(`<caption class="unseen">${caption}</caption>`)) ?? '';
  const [body = ''] = found(table, /<tbody>(.*)<\/tbody>/gs);
  return [...body.matchAll(/<tr\b([^>]*)>(.*?)<\/tr>/gs)]
    .map(([, marks = '', row = '']) => `${/\bhidden\b/.test(marks) ? 'hidden ' : ''}${lineOf(row)}`)
    .filter((line) => line.replace('hidden ', '').startsWith('Error ') === (first !== undefined));
}

function lineOf(row: string): string {
  const cells = found(row, /<t[hd]\b[^>]*>(.*?)<\/t[hd]>/gs).map((cell) => {
    const [tone] = found(cell, /class="badge (\w+)"/g);
    return [...linksIn(cell), ...(tone === undefined ? [] : [tone]), textOf(cell)].join(' ');
  });
  const meters = [...row.matchAll(/<meter\b[^>]*\bmax="(\d+)" value="(\d+)"/g)];
  return [...cells, ...meters.map(([, max, value]) => `${value} of ${max}`)].join(' | ');
}

function textOf(html: string): string {
  return plain(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(',', (comma, at: number, all: string) => (/\d/.test(all[at + 1] ?? '') ? '' : comma))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group);
}
