/**
 * The conversations of one user, in the storage of the browser and nowhere else.
 *
 * Each has an entry of its own, so two tabs with two conversations never meet. At most `CONVERSATIONS_MAX`
 * are kept, and those that changed longest ago make room for new ones.
 */
import { type Conversation, titleOf } from './conversation.js';

const CONVERSATIONS_MAX = 50;
/** UTF-16 units of all together; a browser gives an origin some five million. */
const CHARACTERS_MAX = 2_000_000;

export interface Summary {
  readonly id: string;
  readonly title: string;
  readonly changedAt: number;
}

export class ConversationStore {
  readonly #storage: Storage;
  readonly #prefix: string;

  constructor(storage: Storage, prefix: string) {
    this.#storage = storage;
    this.#prefix = prefix;
  }

  /** Newest first. */
  list(): readonly Summary[] {
    return this.#all().map(({ id, changedAt, turns }) => ({ id, changedAt, title: titleOf({ turns }) }));
  }

  newest(): Conversation | undefined {
    return this.#all()[0];
  }

  load(id: string): Conversation | undefined {
    return read(this.#storage.getItem(this.#prefix + id));
  }

  /** @returns false if the browser has no room for it, even without all others */
  save(conversation: Conversation): boolean {
    const text = JSON.stringify(conversation);
    for (;;) {
      try {
        this.#storage.setItem(this.#prefix + conversation.id, text);
        return true;
      } catch {
        const oldest = this.#all()
          .filter(({ id }) => id !== conversation.id)
          .at(-1);
        if (oldest === undefined) return false;
        this.remove(oldest.id);
      }
    }
  }

  /** Removes those that changed longest ago, if there are too many. */
  tidy(): void {
    let room = CHARACTERS_MAX;
    for (const [at, { id }] of this.#all().entries()) {
      room -= this.#storage.getItem(this.#prefix + id)?.length ?? 0;
      if (at > 0 && (room < 0 || at >= CONVERSATIONS_MAX)) this.remove(id);
    }
  }

  remove(id: string): void {
    this.#storage.removeItem(this.#prefix + id);
  }

  /** The id of the conversation under a name in the storage; undefined if it is none of this user's. */
  idIn(name: string | null): string | undefined {
    return name?.startsWith(this.#prefix) === true ? name.slice(this.#prefix.length) : undefined;
  }

  #all(): readonly Conversation[] {
    const names = Array.from({ length: this.#storage.length }, (_, at) => this.#storage.key(at));
    return names
      .filter((name): name is string => this.idIn(name) !== undefined)
      .flatMap((name) => read(this.#storage.getItem(name)) ?? [])
      .sort((one, other) => other.changedAt - one.changedAt);
  }
}

/** Undefined if it is not there, or is none. */
function read(text: string | null): Conversation | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as Conversation | null;
    return value !== null && Array.isArray(value.turns) ? value : undefined;
  } catch {
    return undefined;
  }
}
