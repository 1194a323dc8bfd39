/** Texts to be copied: a secret, an id, a snippet. The button shows once the script is there. */
import type { ComponentChildren } from 'preact';
import { SHELL } from '../texts/shell-texts.js';
import { useTexts } from '../view/view.js';

function CopyButton({ id }: { readonly id: string }) {
  const say = useTexts();
  return (
    <button
      class="button quiet"
      type="button"
      hidden
      aria-live="polite"
      data-copies={id}
      data-copied={say(SHELL.copied)}
    >
      {say(SHELL.copy)}
    </button>
  );
}

export function CopyableSecret({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <div class="secret">
      <code id={id} dir="ltr">
        {children}
      </code>
      <CopyButton id={id} />
    </div>
  );
}

interface SnippetProps {
  readonly id: string;
  readonly title: ComponentChildren;
  readonly children: string;
}

export function Snippet({ id, title, children }: SnippetProps) {
  return (
    <div class="snippet">
      <div class="snippet-head">
        <h3 id={`${id}-title`}>{title}</h3>
        <CopyButton id={id} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody scrolls it by the keyboard */}
      <section class="snippet-text" tabIndex={0} aria-labelledby={`${id}-title`} dir="ltr">
        <pre>
          <code id={id}>{children}</code>
        </pre>
      </section>
    </div>
  );
}
