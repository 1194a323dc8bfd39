/** The first page as its HTML tells it, part by part. */
import { linksIn } from '../../../node/clients/pages/told-pages.js';
import { plain } from '../told-page.js';

/** The tone of each, the page that it leads to, and the numbers of it if there are several. */
export function noticesIn(html: string): readonly string[] {
  return [...html.matchAll(/<div class="notice (\w+)".*?<\/svg><div>(.*?)<\/div><\/div>/gs)].map(
    ([, tone, text = '']) => {
      const numbers = textOf(text).match(/\b\d+\b(?=[,. ])/g) ?? [];
      const link = linksIn(text).join(' ');
      return [`${tone} ${link}`, ...(link.startsWith('/jobs?') ? numbers : [])].join(' ');
    },
  );
}

export function stepsIn(html: string): readonly string[] {
  const [list = ''] = /<ol class="steps">.*?<\/ol>/s.exec(html) ?? [];
  return [...list.matchAll(/<li( class="done")?>(.*?)<\/li>/gs)].map(([, done, text = '']) => {
    const told = [done === undefined ? 'to do' : 'done', ...linksIn(text)];
    return [...told, ...(text.includes('<pre>') ? ['pasted'] : [])].join(' ');
  });
}

export function snippetsIn(html: string): readonly string[] {
  return [...html.matchAll(/<pre><code[^>]*>(.*?)<\/code><\/pre>/gs)].map(([, text = '']) => {
    const [told, secret] = [plain(text), /demo-\w+/.exec(text)?.[0]];
    const url = /'?https:[^\s,]+/.exec(told)?.[0];
    return `${url} ${secret} ${/model"?: ?(["'][^"']+["'])/.exec(told)?.[1]}`;
  });
}

export function firstJobIn(html: string) {
  const [card] = [...html.matchAll(/<section class="card">.*?<\/section>/gs)]
    .map(([text]) => text)
    .filter((text) => !text.includes('class="steps"') && text.includes('class="badge'));
  if (card === undefined) return undefined;
  return {
    status: textOf(/<span class="badge[^>]*>(.*?)<\/span>/s.exec(card)?.[1] ?? ''),
    links: linksIn(card),
    plays: /<video[^>]* src="([^"]*)"/.exec(card)?.[1],
    keeper: /The (gateway|provider) keeps/.exec(card)?.[1],
  };
}

export function againIn(html: string): string | undefined {
  return /http-equiv="refresh" content="([^"]*)"/.exec(html)?.[1];
}

export function figuresIn(html: string): readonly string[] {
  const [list = ''] = /<dl class="figures">.*?<\/dl>/s.exec(html) ?? [];
  return [...list.matchAll(/<bdi class="number">(.*?)<small>/gs)].map(([, text = '']) => textOf(text));
}

export function rowsIn(html: string): readonly string[] {
  return [...html.matchAll(/<tr>(<th scope="row">.*?)<\/tr>/gs)].map(([, row = '']) => {
    const cells = [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => textOf(cell));
    return [...linksIn(row), ...cells].join(' | ');
  });
}

function textOf(html: string): string {
  return plain(html.replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
}
