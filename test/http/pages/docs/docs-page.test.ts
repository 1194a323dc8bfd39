import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../../../src/http/errors.js';
import { docsPage } from '../../../../src/http/pages/docs/docs-page.js';
import { html, jsonBlock, prose } from '../../../../src/http/pages/docs/html.js';
import { document } from '../../operations/answer-shapes.js';

const page = docsPage(document);

describe('the documentation page', () => {
  it('has every operation, every object and every error', () => {
    for (const methods of Object.values(document.paths)) {
      for (const { operationId } of Object.values(methods)) {
        expect(page).toContain(`id="operation-${operationId.toLowerCase()}"`);
      }
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(page).toContain(`id="object-${name.toLowerCase()}"`);
    }
    for (const code of Object.keys(ERRORS)) expect(page).toContain(`<code>${code}</code>`);
  });

  it('has a target for each of its links, once', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
  });

  it('loads nothing and runs nothing, and its policy allows its one style alone', () => {
    expect(page).not.toMatch(/<script|<img|<link|<iframe|\bon\w+=|style="|@import|url\(/i);
    expect([...page.matchAll(/(?:src|href)="(?!#)([^"]*)"/g)].map(([, to]) => to)).toEqual([
      '/openapi.json',
      '/openapi.json',
    ]);
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style, 'utf8').digest('base64');
    expect(page).toContain(`style-src &#39;sha256-${hash}&#39;`);
  });
});

describe('the templates behind it', () => {
  it('escape whatever is no HTML yet', () => {
    const text = `<b>&"'`;
    expect(html`<p title="${text}">${[text]}</p>`.text).toBe(
      '<p title="&lt;b&gt;&amp;&quot;&#39;">&lt;b&gt;&amp;&quot;&#39;</p>',
    );
    expect(prose('a `<x>` b').text).toBe('a <code>&lt;x&gt;</code> b');
  });

  it('keep the text of a JSON value as it is', () => {
    const value = { a: [1, -2.5, true, null, 'x "<y>": 1'], b: {} };
    const text = jsonBlock(value)
      .text.replace(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"');
    expect(JSON.parse(text)).toEqual(value);
  });
});
