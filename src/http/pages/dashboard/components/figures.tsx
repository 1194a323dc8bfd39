/** Numbers, amounts and times in a text, and the row of large ones at the top of a page. */
import type { ComponentChildren } from 'preact';
import type { MicroDa } from '../../../../money/micro-da.js';
import { KEYS } from '../texts/key-texts.js';
import { formatAmount, formatCount, formatDay, formatTime, unitOf } from '../view/formats.js';
import { useTexts, useView } from '../view/view.js';

/** The unit is left out in columns of amounts, whose heads have it. */
export function Amount({ of, unit = true }: { readonly of: MicroDa | bigint; readonly unit?: boolean }) {
  const { language } = useView();
  return (
    <bdi class="number">
      {formatAmount(language, of)}
      {unit && <small> {unitOf(language)}</small>}
    </bdi>
  );
}

/** In a column of amounts, the part of one that payments without money brought; nothing if there is none. */
export function MarkedPart({ of }: { readonly of: MicroDa | bigint }) {
  const say = useTexts();
  if (of === 0n || of === 0) return null;
  return (
    <small>
      {say(KEYS.marked)} <Amount of={of} unit={false} />
    </small>
  );
}

export function Count({ of }: { readonly of: number }) {
  const { language } = useView();
  return <bdi class="number">{formatCount(language, of)}</bdi>;
}

/** @param props `at` in Unix seconds */
export function Time({ at }: { readonly at: number }) {
  const { language } = useView();
  return <time dateTime={new Date(at * 1_000).toISOString()}>{formatTime(language, at)}</time>;
}

/** @param props `of` is a UTC day, `YYYY-MM-DD` */
export function Day({ of }: { readonly of: string }) {
  const { language } = useView();
  return <time dateTime={of}>{formatDay(language, Date.parse(of) / 1_000)}</time>;
}

export function Figures({ children }: { readonly children: ComponentChildren }) {
  return <dl class="figures">{children}</dl>;
}

export function Figure(props: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
