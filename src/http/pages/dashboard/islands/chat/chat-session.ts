/**
 * The chat of one tab: the conversation that is open, the answer that is being written, and the costs.
 *
 * Rules
 *  1. One answer is written at a time. A stopped one keeps the text that has come.
 *  2. An answer whose writer shows no sign of life for a while was cut off with its page.
 */
import { AnswerCosts, OPEN } from './answer-costs.js';
import type { ChatKey, ChatSetup } from './chat-setup.js';
import { type Answer, answered, type Conversation, mayResend, messagesOf, withCost } from './conversation.js';
import { ConversationKeeper } from './conversation-keeper.js';
import type { ConversationStore, Summary } from './conversation-store.js';
import type { ChatGateway, ToldCost } from './gateway.js';

const SAVED_EVERY_MS = 1_000;
const SIGN_OF_LIFE_WITHIN_MS = 5_000;

export interface ChatSessionParts {
  readonly setup: ChatSetup;
  readonly store: ConversationStore;
  readonly gateway: ChatGateway;
  readonly newId: () => string;
  /** Something that is shown has changed. */
  readonly onChange: () => void;
}

export class ChatSession {
  readonly setup: ChatSetup;
  readonly #parts: ChatSessionParts;
  readonly #balances: Map<string, number>;
  readonly #costs: AnswerCosts;
  readonly #keeper: ConversationKeeper;
  #conversation: Conversation;
  #writing: AbortController | undefined;
  #kept: readonly Summary[] = [];

  constructor(parts: ChatSessionParts) {
    this.#parts = parts;
    this.setup = parts.setup;
    this.#balances = new Map(parts.setup.keys.map(({ id, balance }) => [id, balance]));
    this.#keeper = new ConversationKeeper(parts.store, parts.newId);
    this.#costs = new AnswerCosts(parts.gateway, (generation, told) => this.#told(generation, told));
    this.#conversation = this.#fresh();
    this.#kept = parts.store.list();
    const newest = parts.store.newest();
    if (newest !== undefined) this.#take(newest);
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  get isWriting(): boolean {
    return this.#writing !== undefined;
  }

  /** False if the browser has no room for the conversation. */
  get isKept(): boolean {
    return this.#keeper.hasRoom;
  }

  /** Newest first. */
  get kept(): readonly Summary[] {
    return this.#kept;
  }

  /** With their balances as last told. */
  get keys(): readonly ChatKey[] {
    return this.setup.keys.map((key) => ({ ...key, balance: this.#balances.get(key.id) ?? key.balance }));
  }

  choose(chosen: Partial<Pick<Conversation, 'model' | 'key'>>): void {
    this.#conversation = { ...this.#conversation, ...chosen };
    this.#parts.onChange();
  }

  begin(): void {
    this.stop();
    this.#conversation = { ...this.#fresh(), model: this.#conversation.model, key: this.#conversation.key };
    this.#keeper.begin();
    this.#parts.onChange();
  }

  open(id: string): void {
    const kept = this.#parts.store.load(id);
    if (kept === undefined) return;
    this.stop();
    this.#take(kept);
    this.#parts.onChange();
  }

  remove(id: string): void {
    this.#parts.store.remove(id);
    if (id === this.#conversation.id) this.#dropped();
    this.#list();
  }

  send(question: string): void {
    if (this.isWriting || question.trim() === '') return;
    const { turns, model } = this.#conversation;
    const turn = { question, answer: writing(model) };
    this.#conversation = { ...this.#conversation, turns: [...turns, turn] };
    void this.#write();
  }

  resend(): void {
    if (this.isWriting || !mayResend(this.#conversation)) return;
    const { turns, model } = this.#conversation;
    const question = turns.at(-1)?.question ?? '';
    const again = { question, answer: writing(model) };
    this.#conversation = { ...this.#conversation, turns: [...turns.slice(0, -1), again] };
    void this.#write();
  }

  /** Ends the answer under way, and keeps its text. */
  stop(): void {
    if (this.#writing === undefined) return;
    this.#writing.abort();
    this.#writing = undefined;
    this.#end({ state: 'stopped' });
  }

  /** Another tab has saved the conversation, or, if `text` is null, removed it. */
  changedElsewhere(id: string, text: string | null): void {
    if (id === this.#conversation.id) {
      const kept = text === null ? undefined : this.#parts.store.load(id);
      if (kept === undefined) this.#dropped();
      else if (!this.isWriting) this.#take(kept);
    }
    this.#list();
  }

  async #write(): Promise<void> {
    const { gateway, onChange } = this.#parts;
    const { id, key, model, turns } = this.#conversation;
    const writer = new AbortController();
    this.#writing = writer;
    this.#save();
    this.#list();
    const beats = setInterval(() => this.#save(), SAVED_EVERY_MS);
    const isMine = () => this.#writing === writer;
    const change = (changed: Partial<Answer>) => {
      if (!isMine()) return;
      this.#conversation = answered(this.#conversation, changed);
      onChange();
    };
    try {
      const trouble = await gateway.ask({ key, model, messages: messagesOf(turns) }, writer.signal, {
        begun: (generation) => change({ generation }),
        text: (piece) => change({ text: (this.#conversation.turns.at(-1)?.answer.text ?? '') + piece }),
        finished: (reason) => change({ isCut: reason === 'length' }),
      });
      if (!isMine()) return;
      this.#writing = undefined;
      this.#end(trouble === undefined ? { state: 'whole' } : { state: 'failed', trouble });
    } catch {
      // It was stopped: `stop` has said so.
      if (isMine()) throw new Error(`the conversation ${id} was given up by nobody`);
    } finally {
      clearInterval(beats);
    }
  }

  #end(change: Partial<Answer>): void {
    this.#conversation = answered(this.#conversation, change);
    this.#save();
    this.#parts.store.tidy();
    this.#askForCosts();
    this.#list();
  }

  #list(): void {
    this.#kept = this.#parts.store.list();
    this.#parts.onChange();
  }

  #save(): void {
    if (this.isWriting) this.#conversation = answered(this.#conversation, { seenAt: Date.now() });
    const saved = this.#keeper.save(this.#conversation);
    if (saved === undefined) this.#dropped();
    else this.#conversation = saved;
  }

  /** The conversation is not kept any more. */
  #dropped(): void {
    this.#writing?.abort();
    this.#writing = undefined;
    this.#conversation = this.#fresh();
    this.#keeper.begin();
    this.#parts.onChange();
  }

  /** Goes on with a conversation of the store. */
  #take(kept: Conversation): void {
    const { models, keys } = this.setup;
    this.#keeper.goOn(kept);
    this.#conversation = {
      ...kept,
      model: models.some(({ id }) => id === kept.model) ? kept.model : (models[0]?.id ?? ''),
      key: keys.some(({ id }) => id === kept.key) ? kept.key : this.#fresh().key,
    };
    const last = kept.turns.at(-1)?.answer;
    if (last?.state !== 'writing') this.#askForCosts();
    else if (Date.now() - last.seenAt >= SIGN_OF_LIFE_WITHIN_MS) this.#end({ state: 'stopped' });
    else setTimeout(() => this.#lookAgain(kept), SIGN_OF_LIFE_WITHIN_MS);
  }

  #lookAgain({ id, revision }: Conversation): void {
    const { conversation, isWriting } = this;
    const isUnchanged = id === conversation.id && revision === conversation.revision && !isWriting;
    if (isUnchanged) this.#end({ state: 'stopped' });
  }

  #askForCosts(): void {
    for (const { answer } of this.#conversation.turns) {
      const { generation = '', cost, state } = answer;
      if (generation !== '' && cost === undefined && state !== 'writing') this.#costs.ask(generation);
    }
  }

  #told(generation: string, { key, balance, status, cost, estimated }: ToldCost): void {
    if (balance !== null) this.#balances.set(key, balance);
    const isHere = this.#conversation.turns.some(({ answer }) => answer.generation === generation);
    if (isHere && status !== OPEN) {
      const told = { amount: cost ?? 0, isEstimated: estimated };
      this.#conversation = withCost(this.#conversation, generation, told);
      this.#save();
    }
    this.#parts.onChange();
  }

  #fresh(): Conversation {
    const { models, keys } = this.setup;
    return {
      id: this.#parts.newId(),
      revision: '',
      changedAt: 0,
      model: models[0]?.id ?? '',
      key: [...keys].sort((one, other) => other.balance - one.balance)[0]?.id ?? '',
      turns: [],
    };
  }
}

function writing(model: string): Answer {
  return { state: 'writing', text: '', model, seenAt: Date.now() };
}
