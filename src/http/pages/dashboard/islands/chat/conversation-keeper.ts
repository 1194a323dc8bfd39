/**
 * Saves the conversation that is open in a tab, beside other tabs.
 *
 * Rules
 *  1. A conversation that another tab has saved meanwhile is not overwritten: this tab goes on under a new
 *     id.
 *  2. A conversation that was removed, as at sign-out, is not saved again.
 */
import type { Conversation } from './conversation.js';
import type { ConversationStore } from './conversation-store.js';

export class ConversationKeeper {
  readonly #store: ConversationStore;
  readonly #newId: () => string;
  /** The revision in the store that this tab has read or written; undefined if there is none. */
  #known: string | undefined;
  #hasRoom = true;

  constructor(store: ConversationStore, newId: () => string) {
    this.#store = store;
    this.#newId = newId;
  }

  /** False if the browser has no room for the conversation. */
  get hasRoom(): boolean {
    return this.#hasRoom;
  }

  /** The tab begins a conversation that is not saved yet. */
  begin(): void {
    this.#known = undefined;
    this.#hasRoom = true;
  }

  goOn({ revision }: Conversation): void {
    this.#known = revision;
    this.#hasRoom = true;
  }

  /** @returns the conversation as it is kept; undefined if it was removed */
  save(conversation: Conversation): Conversation | undefined {
    const stored = this.#store.load(conversation.id);
    if (stored === undefined && this.#known !== undefined) return undefined;
    const isOthers = stored !== undefined && stored.revision !== this.#known;
    const revision = this.#newId();
    const id = isOthers ? this.#newId() : conversation.id;
    const saved = { ...conversation, id, revision, changedAt: Date.now() };
    this.#hasRoom = this.#store.save(saved);
    this.#known = this.#hasRoom ? revision : undefined;
    return saved;
  }
}
