import { useState } from 'preact/hooks';
import { useTexts } from './texts.js';

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  /** Read out in the place of the word on the button. */
  readonly label: string;
  readonly text: string;
}

/** Nothing if the browser has no clipboard for scripts: on plain HTTP beyond this machine. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const { texts } = useTexts();
  const [isCopied, setCopied] = useState(false);
  const clipboard = globalThis.navigator?.clipboard;
  if (clipboard === undefined) return null;
  const copy = async () => {
    await clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <button class="button quiet" type="button" aria-label={label} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? texts.copied : texts.copy}</span>
    </button>
  );
}
