/** Figures that the script keeps up to date from the frames of the WebSocket (`islands/live-view.ts`). */
import type { ComponentChildren } from 'preact';
import { LOCALES } from '../texts/language.js';
import { useView } from '../view/view.js';

interface LiveViewProps {
  /** The path of the WebSocket. */
  readonly at: string;
  readonly children: ComponentChildren;
}

/** Everything live on a page is within one of these. */
export function LiveView({ at, children }: LiveViewProps) {
  const { language } = useView();
  return (
    <div class="page" data-watch={at} data-locale={LOCALES[language]}>
      {children}
    </div>
  );
}

interface LiveProps {
  /** The way to the figure in a frame: names with bars between them. */
  readonly of: string;
  readonly format?: 'amount';
  /** The figure as it is without a script. */
  readonly children: string;
}

export function Live({ of, format, children }: LiveProps) {
  return (
    <bdi class="number" data-live={of} data-format={format}>
      {children}
    </bdi>
  );
}
