/**
 * The second press of a double click sends no form: its answer would take the place of the first one's, which
 * may show a secret that is shown once.
 */

const DOUBLE_CLICK_MS = 1_000;

export function sendOnce(page: Document): void {
  const sentAt = new WeakMap<EventTarget, number>();
  page.addEventListener('submit', (event) => {
    const form = event.target;
    if (form === null || event.defaultPrevented) return;
    const before = sentAt.get(form) ?? Number.NEGATIVE_INFINITY;
    if (event.timeStamp - before < DOUBLE_CLICK_MS) event.preventDefault();
    else sentAt.set(form, event.timeStamp);
  });
}
