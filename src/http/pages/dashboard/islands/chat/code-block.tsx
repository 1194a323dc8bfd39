import { CopyButton } from './copy-button.js';
import { useTexts } from './texts.js';

interface CodeBlockProps {
  /** As the fence names it; '' if it does not. */
  readonly language: string;
  readonly children: string;
}

export function CodeBlock({ language, children }: CodeBlockProps) {
  const { texts } = useTexts();
  return (
    <div class="code-block">
      <div class="code-head">
        <span class="mono" dir="ltr">
          {language}
        </span>
        <CopyButton label={texts.copyCode} text={children} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody scrolls it by the keyboard */}
      <pre tabIndex={0} dir="ltr">
        <code>{children}</code>
      </pre>
    </div>
  );
}
