/** A table that scrolls by itself if it is wide, with a caption for those who do not see it. */
import type { ComponentChildren } from 'preact';
import { SHELL } from '../texts/shell-texts.js';
import { useTexts } from '../view/view.js';

export interface Column {
  readonly head: string;
  readonly align?: 'end';
  /** Left out at the width of a phone. */
  readonly isAside?: boolean;
}

interface TableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** A row of cells each, `th` first. */
  readonly children: ComponentChildren;
}

export function Table({ caption, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody scrolls it by the keyboard
    <section class="table" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, align, isAside }) => (
              <th key={head} scope="col" class={cellClass(align, isAside)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function cellClass(align?: 'end', isAside?: boolean): string | undefined {
  const names = [align, isAside === true && 'aside'].filter(Boolean);
  return names.length === 0 ? undefined : names.join(' ');
}

interface PagesProps {
  /** Undefined on the first page. */
  readonly newest: string | undefined;
  /** Undefined on the last one. */
  readonly older: string | undefined;
}

export function Pages({ newest, older }: PagesProps) {
  const say = useTexts();
  if (newest === undefined && older === undefined) return null;
  return (
    <nav class="pages" aria-label={say(SHELL.morePages)}>
      {newest !== undefined && (
        <a class="button quiet" href={newest}>
          {say(SHELL.newer)}
        </a>
      )}
      {older !== undefined && (
        <a class="button quiet" href={older} rel="next">
          {say(SHELL.older)}
        </a>
      )}
    </nav>
  );
}
