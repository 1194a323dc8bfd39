/**
 * HTML put together safely: whatever goes into a template is escaped, unless it is `Html` already.
 */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(texts.reduce((before, text, at) => before + print(parts[at - 1]) + text));
}

/** Plain text with `code` in backquotes, as the descriptions of the OpenAPI document are written. */
export function prose(text: string): Html {
  const parts = text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}

/** A text as part of an id or a link within the page. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const JSON_TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g;

/** A value as indented JSON, its parts told apart. */
export function jsonBlock(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  const parts: HtmlPart[] = [];
  let end = 0;
  for (const match of text.matchAll(JSON_TOKEN)) {
    const [token, quoted, colon] = match;
    parts.push(text.slice(end, match.index));
    if (colon !== undefined) parts.push(html`<span class="k">${quoted}</span>${colon}`);
    else parts.push(html`<span class="${quoted === undefined ? 'n' : 's'}">${token}</span>`);
    end = match.index + token.length;
  }
  return html`<pre tabindex="0"><code>${parts}${text.slice(end)}</code></pre>`;
}

/** A block of shell text as it is to be pasted; lines that begin with # are comments. */
export function shellBlock(text: string): Html {
  const lines = text.split('\n').map((line, at) => {
    const shown = line.startsWith('#') ? html`<span class="c">${line}</span>` : html`${line}`;
    return html`${at === 0 ? '' : '\n'}${shown}`;
  });
  return html`<pre tabindex="0"><code>${lines}</code></pre>`;
}

function print(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(print).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
