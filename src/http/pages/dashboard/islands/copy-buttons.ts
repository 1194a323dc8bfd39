/** Buttons that copy a text. They are hidden until this runs: without a script they would do nothing. */

const SHOWN_MS = 2_000;

export function copyButtons(page: Document): void {
  // On plain HTTP beyond this machine a browser has no clipboard for scripts.
  if (navigator.clipboard === undefined) return;
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    const text = page.getElementById(button.dataset.copies ?? '')?.textContent;
    if (text === undefined || text === null) continue;
    button.hidden = false;
    button.addEventListener('click', () => void copy(button, text));
  }
}

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  const label = button.textContent;
  await navigator.clipboard.writeText(text);
  button.textContent = button.dataset.copied ?? label;
  setTimeout(() => {
    button.textContent = label;
  }, SHOWN_MS);
}
