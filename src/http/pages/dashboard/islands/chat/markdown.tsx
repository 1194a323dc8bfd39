/**
 * Markdown as elements. The text is parsed into a tree, and each node that is known becomes an element of its
 * own kind: no HTML of a model ever exists, so none can run. HTML in the text is shown as text.
 *
 * Invariants
 *  1. An element has no attribute from the text save the address of a link, which begins with http:, https:
 *     or mailto:. Nothing is loaded: an image is a link.
 *  2. A text that is too deep or too long to be parsed while somebody waits is shown as it is.
 */
import { lexer, type Token, type Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { CodeBlock } from './code-block.js';
import { decodeEntities } from './entities.js';
import { useTexts } from './texts.js';

const DEPTH_MAX = 24;
/** Quotes and lists in each other at the begin of a line: the time to parse them grows with their square. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]?){48}/m;
const CHARACTERS_MAX = 100_000;
const LINKED = new Set(['http:', 'https:', 'mailto:']);

export function Markdown({ text }: { readonly text: string }) {
  const nodes = useMemo(() => nodesOf(parsed(text), 0), [text]);
  return <div class="markdown">{nodes}</div>;
}

function parsed(text: string): readonly Token[] {
  try {
    if (text.length <= CHARACTERS_MAX && !TOO_DEEP.test(text)) return lexer(text);
  } catch {
    // It is too deep for the parser in another way.
  }
  return [{ type: 'html', raw: text, text, block: true, pre: false } satisfies Tokens.HTML];
}

function nodesOf(tokens: readonly Token[], depth: number): ComponentChildren {
  return tokens.map((token) => nodeOf(token, depth + 1));
}

function nodeOf(token: Token, depth: number): ComponentChildren {
  if (depth > DEPTH_MAX) return token.raw;
  const inner = () => nodesOf('tokens' in token ? (token.tokens ?? []) : [], depth);
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return (
        <h3 class={`level-${token.depth}`} dir="auto">
          {inner()}
        </h3>
      );
    case 'paragraph':
      return <p dir="auto">{inner()}</p>;
    case 'blockquote':
      return <blockquote dir="auto">{inner()}</blockquote>;
    case 'hr':
      return <hr />;
    case 'code':
      return <CodeBlock language={token.lang ?? ''}>{token.text}</CodeBlock>;
    case 'list':
      return <List list={token as Tokens.List} depth={depth} />;
    case 'table':
      return <DataTable table={token as Tokens.Table} depth={depth} />;
    case 'text':
      return 'tokens' in token && token.tokens !== undefined ? inner() : decodeEntities(token.text);
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{inner()}</strong>;
    case 'em':
      return <em>{inner()}</em>;
    case 'del':
      return <del>{inner()}</del>;
    case 'br':
      return <br />;
    case 'codespan':
      return <code dir="ltr">{token.text}</code>;
    case 'link':
      return <Link href={token.href}>{inner()}</Link>;
    case 'image':
      return <Image image={token as Tokens.Image} />;
    case 'checkbox':
      return token.checked === true ? '☑ ' : '☐ ';
    default:
      return 'block' in token && token.block === true ? (
        <p class="raw" dir="auto">
          {token.raw}
        </p>
      ) : (
        token.raw
      );
  }
}

function List({ list, depth }: { readonly list: Tokens.List; readonly depth: number }) {
  const items = list.items.map((item, at) => (
    <li key={at} dir="auto">
      {item.task && !item.tokens.some(({ type }) => type === 'checkbox') && (item.checked ? '☑ ' : '☐ ')}
      {nodesOf(item.tokens, depth)}
    </li>
  ));
  if (!list.ordered) return <ul>{items}</ul>;
  return <ol start={list.start === '' ? 1 : list.start}>{items}</ol>;
}

function DataTable({ table, depth }: { readonly table: Tokens.Table; readonly depth: number }) {
  const { texts } = useTexts();
  const classOf = (at: number) => table.align[at] ?? undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody scrolls it by the keyboard
    <section class="wide" tabIndex={0} aria-label={texts.table}>
      <table>
        <thead>
          <tr>
            {table.header.map(({ tokens }, at) => (
              <th key={at} class={classOf(at)} scope="col" dir="auto">
                {nodesOf(tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            <tr key={line}>
              {row.map(({ tokens }, at) => (
                <td key={at} class={classOf(at)} dir="auto">
                  {nodesOf(tokens, depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The text alone if the address leads nowhere that a person would open. */
function Link({ href, children }: { readonly href: string; readonly children: ComponentChildren }) {
  const address = addressOf(href);
  if (address === undefined) return <>{children}</>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Image({ image }: { readonly image: Tokens.Image }) {
  const { texts } = useTexts();
  return <Link href={image.href}>{`${texts.image}: ${image.text === '' ? image.href : image.text}`}</Link>;
}

function addressOf(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  return LINKED.has(url.protocol) ? url.href : undefined;
}
