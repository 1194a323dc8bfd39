/** The steps of something's life, from top to bottom. */
import type { ComponentChildren } from 'preact';
import { Time } from './figures.js';

export interface Step {
  readonly title: string;
  /** `now` of the one that is waited for. */
  readonly state: 'done' | 'now' | 'bad' | 'ahead';
  /** Unix seconds; left out if nobody knows when. */
  readonly at?: number | undefined;
  readonly children?: ComponentChildren;
}

export function Timeline({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol class="timeline">
      {steps.map(({ title, state, at, children }) => (
        <li key={title} class={state} aria-current={state === 'now' ? 'step' : undefined}>
          <strong>{title}</strong>
          {at !== undefined && (
            <span class="soft small">
              <Time at={at} />
            </span>
          )}
          {children}
        </li>
      ))}
    </ol>
  );
}
