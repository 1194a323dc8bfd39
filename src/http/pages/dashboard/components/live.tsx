/** Figures that the script keeps up to date from the frames of the WebSocket (`islands/live-view.ts`). */
import type { ComponentChildren } from 'preact';
import { type FigureFormat, isThere } from '../islands/frame-figures.js';
import { LOCALES } from '../texts/language.js';
import { LIVE_OVER } from '../texts/shell-texts.js';
import { useTexts, useView } from '../view/view.js';
import { Notice, type Tone } from './blocks.js';

interface LiveViewProps {
  /** The path of the WebSocket. */
  readonly at: string;
  readonly children: ComponentChildren;
}

/** Everything live on a page is within one of these. */
export function LiveView({ at, children }: LiveViewProps) {
  const say = useTexts();
  const { language, path } = useView();
  return (
    <div class="page" data-watch={at} data-locale={LOCALES[language]}>
      <div data-over hidden>
        <Notice tone="wait">
          {say(LIVE_OVER.why)} <a href={path}>{say(LIVE_OVER.again)}</a>
        </Notice>
      </div>
      {children}
    </div>
  );
}

interface LiveProps {
  /** The way to the figure in a frame: names with bars between them. */
  readonly of: string;
  readonly format?: FigureFormat;
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

interface LiveBadgeProps<State extends string> {
  readonly of: string;
  readonly badges: Readonly<Record<State, { readonly text: string; readonly tone: Tone }>>;
  readonly now: State;
}

/** A state by its name in a frame, as a badge. */
export function LiveBadge<State extends string>({ of, badges, now }: LiveBadgeProps<State>) {
  return (
    <span class={`badge ${badges[now].tone}`} data-live={of} data-badges={JSON.stringify(badges)}>
      {badges[now].text}
    </span>
  );
}

interface LiveIfProps {
  readonly of: string;
  /** Whether the children are shown if the figure is there, or if it is not. */
  readonly is: 'shown' | 'hidden';
  readonly now: unknown;
  readonly children: ComponentChildren;
}

/** Shown or hidden by a figure that is there or not: neither null nor 0, nor a list without an entry. */
export function LiveIf({ of, is, now, children }: LiveIfProps) {
  return (
    <div data-live={of} data-format={is} hidden={isThere(now) === (is === 'hidden')}>
      {children}
    </div>
  );
}
