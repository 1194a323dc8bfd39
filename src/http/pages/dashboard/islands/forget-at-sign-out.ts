/** A form that ends the session forgets what the browser keeps for its user. */
export function forgetAtSignOut(page: Document): void {
  page.addEventListener('submit', ({ target }) => {
    const prefix = target instanceof HTMLFormElement ? target.dataset.forgets : undefined;
    if (prefix === undefined || prefix === '') return;
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(prefix)) localStorage.removeItem(name);
    }
  });
}
