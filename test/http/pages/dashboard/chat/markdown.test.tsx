import fc from 'fast-check';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import type { ChatSetup } from '../../../../../src/http/pages/dashboard/islands/chat/chat-setup.js';
import { Markdown } from '../../../../../src/http/pages/dashboard/islands/chat/markdown.js';
import { LanguageContext, languageOf } from '../../../../../src/http/pages/dashboard/islands/chat/texts.js';
import { repetitions } from '../../../../test-set.js';

const SETUP = { locale: 'en-GB', unit: 'DA', texts: { table: 'Table', image: 'Image', copyCode: 'Copy' } };
const LANGUAGE = languageOf(SETUP as unknown as ChatSetup);

function drawn(text: string): string {
  return renderToString(
    <LanguageContext.Provider value={LANGUAGE}>
      <Markdown text={text} />
    </LanguageContext.Provider>,
  );
}

/** Pieces of Markdown and of attacks, in any order. */
const PIECES = [
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<svg onload=alert(1)>', '<a href="x">'],
  ...[
    '</code></pre><script>',
    '<!--',
    '-->',
    '<![CDATA[',
    '&lt;script&gt;',
    '&#x3c;b&#62;',
    '&#0;',
    '"',
    "'",
  ],
  ...['[a](javascript:alert(1))', '[a](JaVa\tScRiPt:x)', '[a](data:text/html,x)', '[a]: javascript:x', '[a]'],
  ...[
    '![i](javascript:x)',
    '![i](https://x.example/i.png)',
    '<javascript:x>',
    '<https://x.example>',
    'https://y.example',
  ],
  ...['[t](https://x.example "\\" onclick=x")', '[t](https://x.example/<b>)', '[t](//x.example)', '[t](/a)'],
  ...[
    '```html" onload="x\n',
    '```',
    '~~~',
    '`',
    '``',
    '**',
    '*',
    '_',
    '~~',
    '# ',
    '> ',
    '- ',
    '1. ',
    '- [x] ',
    '    ',
  ],
  ...[
    '| a | b |\n|---|:-:|\n| 1 | <b> |\n',
    '\n',
    '\n\n',
    ' ',
    'word',
    'مرحبا',
    '\\',
    '---',
    '\u0000',
    '\u202e',
  ],
];
const TEXT = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));

const TAG = /<\/?([a-z][a-z0-9]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*\/?>/g;
const TAGS = new Set(
  'div p h3 blockquote hr span pre code ul ol li section table thead tbody tr th td strong em del br a'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set([
  'class',
  'dir',
  'tabindex',
  'aria-label',
  'scope',
  'start',
  'href',
  'target',
  'rel',
]);

describe('Markdown', () => {
  it('becomes elements of the known kinds alone, whatever is in it', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const html = drawn(text);
        for (const [, tag = '', attributes = ''] of html.matchAll(TAG)) {
          expect(TAGS).toContain(tag);
          for (const [, name = '', value = ''] of attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)) {
            expect(ATTRIBUTES).toContain(name.toLowerCase());
            if (name === 'href') expect(value).toMatch(/^(https?:\/\/|mailto:)/);
          }
        }
        // Nothing that begins a tag is left beside those.
        expect(html.replace(TAG, '')).not.toMatch(/<[a-z!/]/i);
      }),
      { numRuns: repetitions(500, 20_000) },
    );
  });

  it.each([
    [
      '**b** _i_ ~~d~~ `c <b>`',
      '<p dir="auto"><strong>b</strong> <em>i</em> <del>d</del> <code dir="ltr">c &lt;b></code></p>',
    ],
    ['a &lt;b&gt; &amp; &#65; &none;', '<p dir="auto">a &lt;b> &amp; A &amp;none;</p>'],
    ['<b>x</b>', '<p dir="auto">&lt;b>x&lt;/b></p>'],
    ['# One', '<h3 class="level-1" dir="auto">One</h3>'],
    ['3. a\n4. b', '<ol start="3"><li dir="auto">a</li><li dir="auto">b</li></ol>'],
  ])('%s is drawn as it is meant', (text, html) => {
    expect(drawn(text)).toBe(`<div class="markdown">${html}</div>`);
  });

  it.each([
    ['quotes', '> '],
    ['lists', '- '],
    ['stars', '*'],
    ['brackets', '['],
  ])('that is too deep in %s is still shown', (_, piece) => {
    const text = `${piece.repeat(20_000)}deep`;
    expect(drawn(text)).toContain('deep');
  });
});
