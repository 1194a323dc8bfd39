/** The head of every document: its title, its icon and its style. */
import type { ComponentChildren } from 'preact';
import type { View } from '../view/view.js';

interface HeadProps {
  readonly title: string;
  readonly assets: Pick<View['assets'], 'icon' | 'style'>;
  readonly children?: ComponentChildren;
}

export function Head({ title, assets, children }: HeadProps) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      <link rel="icon" type="image/svg+xml" href={assets.icon} />
      <link rel="stylesheet" href={assets.style} />
      {children}
    </head>
  );
}
