/** A page of the dashboard as its reader has it. */
import type { PageAnswer } from '../../../../src/http/pages/page.js';
import { cellOf, linksIn } from '../../node/clients/pages/told-pages.js';

export interface ToldCell {
  readonly words: string;
  readonly links: readonly string[];
  readonly numbers: readonly string[];
  readonly times: readonly string[];
  readonly html: string;
}

/** A field of a form, with all that may be chosen and what stands chosen. */
interface ToldField {
  readonly values: readonly string[];
  readonly chosen: readonly string[];
}

export class ToldPage {
  /** The status, and the place that it leads to. */
  readonly result: string;
  readonly answer: PageAnswer | undefined;
  readonly html: string;
  readonly main: string;

  constructor(answer: PageAnswer | undefined) {
    this.answer = answer;
    const status = answer?.kind === 'page' ? String(answer.status) : (answer?.kind ?? 'nothing');
    this.result = answer?.kind === 'redirect' ? `303 ${answer.location}` : status;
    this.html = answer?.kind === 'page' ? String(answer.body) : '';
    this.main = /<main.*<\/main>/s.exec(this.html)?.[0] ?? '';
  }

  /** The rows of the table of that caption. */
  rows(caption: string): readonly (readonly ToldCell[])[] {
    const table = found(this.main, /(<table>.*?<\/table>)/gs).find((one) =>
      one.includes(`<caption class="unseen">${caption}</caption>`),
    );
    const [, body = ''] = /<tbody>(.*)<\/tbody>/s.exec(table ?? '') ?? [];
    return found(body, /<tr[^>]*>(.*?)<\/tr>/gs).map((row) =>
      found(row, /<t[hd]\b[^>]*>(.*?)<\/t[hd]>/gs).map(partOf),
    );
  }

  /** The values in a list of labels. */
  get values(): readonly ToldCell[] {
    return found(this.main, /<dd\b[^>]*>(.*?)<\/dd>/gs).map(partOf);
  }

  /** To the first page of a list, and to the next. */
  get leads(): readonly string[] {
    return linksIn(/<nav class="pages".*?<\/nav>/s.exec(this.main)?.[0] ?? '');
  }

  get links(): readonly string[] {
    return linksIn(this.main);
  }

  /** How many notices it has of each tone, and how many fields are wrong. */
  get notices() {
    const count = (text: string) => this.main.split(text).length - 1;
    return {
      good: count('class="notice good"'),
      wait: count('class="notice wait"'),
      bad: count('class="notice bad"'),
      wrong: count('class="error"'),
    };
  }

  /** The acts of its forms, with the path that each is sent to. */
  get forms(): readonly string[] {
    return found(this.main, /(<form\b.*?<\/form>)/gs).map((form) => {
      const [, action = ''] = /\baction="([^"]*)"/.exec(form) ?? [];
      const acts = found(form, /<button[^>]*name="act" value="([^"]*)"/g);
      return [action.replaceAll('&amp;', '&'), ...acts].join(' ');
    });
  }

  field(name: string): ToldField {
    const inputs = found(this.main, /(<input(?:"[^"]*"|[^">])*>)/g).filter((tag) =>
      tag.includes(` name="${name}"`),
    );
    const select = new RegExp(`<select[^>]*\\bname="${name}"[^>]*>(.*?)</select>`, 's').exec(this.main);
    const all = [...inputs, ...found(select?.[1] ?? '', /(<option\b[^>]*>)/g)];
    const sentOf = (tag: string) => plain(/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '');
    return {
      values: all.map(sentOf),
      chosen: all.filter((tag) => /\b(checked|selected)\b/.test(tag)).map(sentOf),
    };
  }

  /** Times, and numbers in one spelling: in each language the same. */
  get facts(): readonly string[] {
    const [, language = 'en'] = /<html lang="(\w+)"/.exec(this.html) ?? [];
    const numbers = found(this.main, /<bdi class="number">([^<]*)/g);
    const { times } = cellOf(this.main);
    return [...times, ...numbers.map((number) => inEnglish(number, language)), ...this.links];
  }

  /** The times whose words are not those of the time. */
  get wrongTimes(): readonly string[] {
    return [...this.main.matchAll(/<time datetime="([^"]*)">([^<]*)</gi)].flatMap(
      ([, at = '', words = '']) => {
        const [, year = '', day = '', clock = ''] = /^(\d{4})-\d\d-(\d\d)(?:T(\d\d:\d\d))?/.exec(at) ?? [];
        const isRight = [year, String(Number(day)), clock].every((part) => words.includes(part));
        return isRight ? [] : [`${at} is "${words}"`];
      },
    );
  }
}

/** Thousands and fractions are set apart in another way by each. */
function inEnglish(number: string, language: string): string {
  const bare = number.replaceAll(/[^\d.,]/g, '');
  if (language === 'en') return bare.replaceAll(',', '');
  return bare.replaceAll('.', '').replaceAll(',', '.');
}

function partOf(html: string): ToldCell {
  const { words, numbers, times } = cellOf(html);
  return { words: plain(words), numbers, times, links: linksIn(html), html };
}

/** The text of HTML without tags. */
export function plain(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group);
}
