/** The blocks of a page: its head, cards, notices, badges, and the state of a list that is empty. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons.js';

export type Tone = 'plain' | 'good' | 'wait' | 'bad';

interface PageHeadProps {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly badge?: ComponentChildren;
  /** The list that this is one of. */
  readonly above?: { readonly href: string; readonly title: string } | undefined;
  /** Buttons and links. */
  readonly children?: ComponentChildren;
}

export function PageHead({ title, lead, badge, above, children }: PageHeadProps) {
  return (
    <header class="page-head">
      <div>
        {above !== undefined && (
          <a class="small" href={above.href}>
            <bdi>{above.title}</bdi>
          </a>
        )}
        <div class="title">
          <h1 dir="auto">{title}</h1>
          {badge}
        </div>
        {lead !== undefined && <p class="lead">{lead}</p>}
      </div>
      {children !== undefined && <div class="actions">{children}</div>}
    </header>
  );
}

interface SectionProps {
  readonly title: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A section on the ground of the page, such as a table. */
export function Section({ title, aside, children }: SectionProps) {
  return (
    <section class="section">
      <div class="section-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

export function Card({ title, aside, children }: SectionProps) {
  return (
    <section class="card">
      <div class="section-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Read out at once if it tells of trouble, else when the reader pauses. */
export function Notice({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={tone} />
      <div>{children}</div>
    </div>
  );
}

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  /** Says what to do next. */
  readonly hint: string;
  readonly children?: ComponentChildren;
}

export function EmptyState({ icon, title, hint, children }: EmptyStateProps) {
  return (
    <section class="empty">
      <Icon name={icon} size={32} />
      <h2>{title}</h2>
      <p>{hint}</p>
      {children}
    </section>
  );
}
