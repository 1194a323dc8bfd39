import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Conversation,
  messagesOf,
  type Turn,
  titleOf,
} from '../../../../../src/http/pages/dashboard/islands/chat/conversation.js';
import { ConversationKeeper } from '../../../../../src/http/pages/dashboard/islands/chat/conversation-keeper.js';
import { ConversationStore } from '../../../../../src/http/pages/dashboard/islands/chat/conversation-store.js';

const MINE = 'tollgate-chat/user_mine/';

/** The storage of a browser, which has so much room. */
class MadeUpStorage implements Storage {
  readonly entries = new Map<string, string>();
  readonly #charactersMax: number;

  constructor(charactersMax = 5_000_000) {
    this.#charactersMax = charactersMax;
  }

  get length(): number {
    return this.entries.size;
  }

  get characters(): number {
    return [...this.entries].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  }

  key(at: number): string | null {
    return [...this.entries.keys()][at] ?? null;
  }

  getItem(name: string): string | null {
    return this.entries.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    const before = this.entries.get(name)?.length ?? -name.length;
    if (this.characters - before + value.length > this.#charactersMax) throw new Error('no room');
    this.entries.set(name, value);
  }

  removeItem(name: string): void {
    this.entries.delete(name);
  }

  clear(): void {
    this.entries.clear();
  }
}

function turn(question: string, text: string, state: Turn['answer']['state'] = 'whole'): Turn {
  return { question, answer: { state, text, model: 'm', seenAt: 0 } };
}

function conversation(id: string, changedAt: number, characters = 10): Conversation {
  const turns = [turn(id, 'x'.repeat(characters))];
  return { id, revision: id, changedAt, model: 'm', key: 'k', turns };
}

describe('the conversations that a browser keeps', () => {
  it('are at most fifty and two million characters, the newest of them', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 1, maxLength: 70 });
    fc.assert(
      fc.property(sizes, (characters) => {
        const storage = new MadeUpStorage(50_000_000);
        const store = new ConversationStore(storage, MINE);
        for (const [at, size] of characters.entries()) store.save(conversation(`c${at}`, at, size));
        store.tidy();
        const kept = store.list().map(({ id }) => id);
        expect(kept.length).toBeLessThanOrEqual(50);
        expect(storage.characters).toBeLessThanOrEqual(2_000_000 + 50 * 100);
        const newest = characters.map((_, at) => `c${at}`).reverse();
        expect(kept).toEqual(newest.slice(0, kept.length));
      }),
      { numRuns: 30 },
    );
  });

  it('make room for a new one in a full browser, and leave those of others alone', () => {
    const storage = new MadeUpStorage(10_000);
    const theirs = new ConversationStore(storage, 'tollgate-chat/user_another/');
    theirs.save(conversation('theirs', 0, 2_000));
    storage.setItem('unknown', 'x');
    const store = new ConversationStore(storage, MINE);
    for (let at = 1; at < 9; at++) expect(store.save(conversation(`c${at}`, at, 3_000))).toBe(true);
    expect(store.list().map(({ id }) => id)).toEqual(['c8', 'c7']);
    expect(store.save(conversation('long', 10, 20_000))).toBe(false);
    expect(theirs.list().map(({ id }) => id)).toEqual(['theirs']);
  });

  it('are not overwritten by another tab, and not saved again once they were removed', () => {
    let ids = 0;
    const newId = () => `id${ids++}`;
    const store = new ConversationStore(new MadeUpStorage(), MINE);
    const [one, two] = [new ConversationKeeper(store, newId), new ConversationKeeper(store, newId)];
    const first = one.save(conversation('shared', 1));
    if (first === undefined) throw new Error('it was removed');
    two.goOn(first);
    const ofTwo = two.save({ ...first, turns: [...first.turns, turn('of two', '')] });
    const ofOne = one.save({ ...first, turns: [...first.turns, turn('of one', '')] });
    expect(ofTwo?.id).toBe('shared');
    expect(ofOne?.id).not.toBe('shared');
    expect(store.list()).toHaveLength(2);
    store.remove('shared');
    expect(ofTwo && two.save(ofTwo)).toBeUndefined();
    expect(store.list()).toHaveLength(1);
  });

  it('with entries that are damaged are those that can be read', () => {
    const storage = new MadeUpStorage();
    for (const [at, text] of ['{', 'null', '7', '{}', '{"turns":7}'].entries())
      storage.setItem(MINE + at, text);
    const store = new ConversationStore(storage, MINE);
    store.save(conversation('whole', 1));
    expect(store.list().map(({ id }) => id)).toEqual(['whole']);
  });
});

describe('a conversation', () => {
  it('sends what was answered, and the last question', () => {
    const turns = [turn('one', 'first'), turn('two', '', 'failed'), turn('three', 'half', 'stopped')];
    expect(messagesOf([...turns, turn('four', '', 'writing')])).toEqual([
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'first' },
      { role: 'user', content: 'three' },
      { role: 'assistant', content: 'half' },
      { role: 'user', content: 'four' },
    ]);
  });

  it('is called by the beginning of its first line', () => {
    expect(titleOf({ turns: [turn('  a line\nanother', '')] })).toBe('a line');
    expect([...titleOf({ turns: [turn('👋'.repeat(80), '')] })]).toHaveLength(60);
  });
});
