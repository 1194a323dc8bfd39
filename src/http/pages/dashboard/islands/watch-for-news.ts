/**
 * A page that tells of something under way is asked for again now and then, and loaded anew once its state is
 * another one. A page that nobody looks at asks for nothing until somebody does.
 */

const WAIT_FIRST_MS = 2_000;
const WAIT_MAX_MS = 15_000;
const LOOKS_MAX = 250;

export function watchForNews(page: Document): void {
  const known = stateIn(page);
  if (known === undefined) return;
  let looks = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    clearTimeout(timer);
    if (page.hidden || looks === LOOKS_MAX) return;
    looks += 1;
    const seen = await stateNow();
    if (seen !== known) location.replace(location.pathname);
    else timer = setTimeout(look, Math.min(WAIT_FIRST_MS + looks * 500, WAIT_MAX_MS));
  };
  page.addEventListener('visibilitychange', () => void look());
  timer = setTimeout(look, WAIT_FIRST_MS);

  /** As it is known if the page cannot be had. */
  async function stateNow(): Promise<string | undefined> {
    try {
      const answer = await fetch(location.pathname, { headers: { accept: 'text/html' } });
      if (!answer.ok) return known;
      return stateIn(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    } catch {
      return known;
    }
  }
}

/** Undefined if the page waits for nothing. */
function stateIn(page: Document): string | undefined {
  return page.querySelector<HTMLElement>('[data-watches]')?.dataset.watches;
}
