/** The surroundings of the script of a page: clock and timers, storage, and costs that it may ask for. */
import type { ChosenWorld } from '../../chosen-world.js';
import type { NaiveTold } from './naive-conversation.js';

export const PREFIX = 'chat/user_1/';
/** A conversation of another user, and an entry that is no conversation. */
export const NOT_SHOWN = [
  ['chat/user_12/id', '{"id":"id","turns":[]}'],
  [`${PREFIX}broken`, '{'],
] as const;

export class MapStorage implements Storage {
  readonly #entries = new Map<string, string>();

  get length(): number {
    return this.#entries.size;
  }

  /** Under names that begin so. Broken ones are left out. */
  values(prefix: string): readonly string[] {
    const own = [...this.#entries].filter(([name, text]) => name.startsWith(prefix) && text.endsWith('}'));
    return own.map(([, text]) => text);
  }

  key(at: number): string | null {
    return [...this.#entries.keys()][at] ?? null;
  }

  getItem(name: string): string | null {
    return this.#entries.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.#entries.set(name, value);
  }

  removeItem(name: string): void {
    this.#entries.delete(name);
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** Has a page's script see the time of the world. The timers of a page that was loaded anew are gone. */
export async function inTab(
  world: ChosenWorld,
  tab: { readonly number: number },
  act: () => Promise<void>,
): Promise<void> {
  const { setTimeout: timeout, setInterval: interval, clearInterval: cleared } = globalThis;
  const { now } = Date;
  const after = (task: () => void, ms: number) => {
    const { number } = tab;
    return world.after(ms, () => {
      if (tab.number === number) task();
    });
  };
  const every = (task: () => void, ms: number) => {
    const timer = { cancel: () => {} };
    const again = () => {
      timer.cancel = after(() => {
        again();
        task();
      }, ms);
    };
    again();
    return timer;
  };
  const stubs = {
    setTimeout: after,
    setInterval: every,
    clearInterval: (timer: ReturnType<typeof every>) => timer.cancel(),
  };
  Object.assign(globalThis, stubs);
  Date.now = () => world.wallMs();
  try {
    await act();
  } finally {
    Object.assign(globalThis, { setTimeout: timeout, setInterval: interval, clearInterval: cleared });
    Date.now = now;
  }
}

/** The answer to one more look: some costs are not known for a while, and some looks fail. */
export function costIn(looks: Map<string, number>, generation: string): NaiveTold | undefined {
  const number = Number(generation.replace('gen', ''));
  const looked = looks.get(generation) ?? 0;
  looks.set(generation, looked + 1);
  if ((number + looked) % 5 === 4) return undefined;
  const isOpen = looked < number % 4;
  const key = number % 3 === 0 ? 'k1' : 'k2';
  return { key, balance: number + looked, isOpen, cost: number, isEstimated: number % 2 === 0 };
}
