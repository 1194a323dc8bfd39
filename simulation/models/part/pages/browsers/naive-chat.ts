/**
 * The chat of a tab as it is promised: its conversations are in the browser alone. A tab does not overwrite
 * a conversation that another one has saved, and does not save one again that was removed. An answer whose
 * writer shows no sign of life for five seconds was cut off.
 */
import { type NaiveAnswer, type NaiveConversation, type NaiveTold, titleOf } from './naive-conversation.js';

export const MODELS = ['m1', 'm2'];
export const KEYS = [
  { id: 'k1', name: 'one', balance: 1 },
  { id: 'k2', name: 'two', balance: 5 },
];
const RICHEST = 'k2';
const KEPT_MAX = 50;
const SIGN_OF_LIFE_MS = 5_000;
const SAVED_EVERY_MS = 1_000;
/** The looks at a cost, with the time since the first. */
const LOOKS_MS = [0, 500, 1_500, 3_500, 7_500, 15_500, 30_500];

export class NaiveChat {
  readonly stored = new Map<number, NaiveConversation>();
  balances: Record<string, number> = {};
  conversation: NaiveConversation;
  isWriting = false;
  kept: readonly string[] = [];
  now: number;
  #numbers = 0;
  #known: number | undefined;
  #due: { readonly at: number; readonly act: () => void }[] = [];
  #asked = new Set<string>();
  /** Of the answer that is written; the beats of others have ended. */
  #writer = 0;
  readonly #costOf: (generation: string) => NaiveTold | undefined;

  constructor(now: number, costOf: (generation: string) => NaiveTold | undefined) {
    this.now = now;
    this.#costOf = costOf;
    this.conversation = this.#fresh();
    this.load();
  }

  /** The page is loaded; what it waited for is gone. */
  load(): void {
    this.#due = [];
    this.#asked = new Set();
    this.isWriting = false;
    this.balances = Object.fromEntries(KEYS.map(({ id, balance }) => [id, balance]));
    this.#drop();
    this.#list();
    const [newest] = this.newestFirst();
    if (newest !== undefined) this.#take(newest);
  }

  newestFirst(): readonly NaiveConversation[] {
    return [...this.stored.values()].toSorted((one, other) => other.changedAt - one.changedAt);
  }

  pass(until: number): void {
    for (;;) {
      const next = this.#due.toSorted((one, other) => one.at - other.at).find(({ at }) => at <= until);
      if (next === undefined) break;
      this.#due = this.#due.filter((one) => one !== next);
      this.now = Math.max(this.now, next.at);
      next.act();
    }
    this.now = until;
  }

  choose(chosen: { readonly model?: string; readonly key?: string }): void {
    Object.assign(this.conversation, chosen);
  }

  begin(): void {
    this.stop();
    const { model, key } = this.conversation;
    this.#drop();
    Object.assign(this.conversation, { model, key });
  }

  open(name: number): void {
    const kept = this.stored.get(name);
    if (kept === undefined) return;
    this.stop();
    this.#take(kept);
  }

  remove(name: number): void {
    this.stored.delete(name);
    if (name === this.conversation.name) this.#drop();
    this.#list();
  }

  /** @returns whether it goes out */
  send(question: string): boolean {
    if (this.isWriting || question.trim() === '') return false;
    this.conversation.turns.push({ question, answer: this.#written() });
    return this.#write();
  }

  resend(): boolean {
    const last = this.conversation.turns.at(-1);
    if (this.isWriting || last?.answer.state !== 'failed') return false;
    this.conversation.turns.splice(-1, 1, { question: last.question, answer: this.#written() });
    return this.#write();
  }

  stop(): void {
    if (!this.isWriting) return;
    this.isWriting = false;
    this.#end({ state: 'stopped' });
  }

  /** Of the answer that is written. */
  hear(change: Partial<NaiveAnswer>): void {
    const last = this.conversation.turns.at(-1);
    if (this.isWriting && last !== undefined) Object.assign(last.answer, change);
  }

  over(why: string | undefined): void {
    if (!this.isWriting) return;
    this.isWriting = false;
    this.#end(why === undefined ? { state: 'whole' } : { state: 'failed', why });
  }

  changedElsewhere(name: number): void {
    if (name === this.conversation.name) {
      const kept = this.stored.get(name);
      if (kept === undefined) this.#drop();
      else if (!this.isWriting) this.#take(kept);
    }
    this.#list();
  }

  #write(): boolean {
    const writer = ++this.#writer;
    this.isWriting = true;
    this.#save();
    this.#list();
    const beat = () => {
      if (!this.isWriting || this.#writer !== writer) return;
      this.#save();
      this.#after(SAVED_EVERY_MS, beat);
    };
    this.#after(SAVED_EVERY_MS, beat);
    return this.isWriting;
  }

  #end(change: Partial<NaiveAnswer>): void {
    Object.assign(this.conversation.turns.at(-1)?.answer ?? {}, change);
    this.#save();
    for (const { name } of this.newestFirst().slice(KEPT_MAX)) this.stored.delete(name);
    this.#askForCosts();
    this.#list();
  }

  #save(): void {
    const last = this.conversation.turns.at(-1);
    if (this.isWriting && last !== undefined) last.answer.seenAt = this.now;
    const stored = this.stored.get(this.conversation.name);
    if (stored === undefined && this.#known !== undefined) {
      this.#drop();
      return;
    }
    if (stored !== undefined && stored.revision !== this.#known) this.conversation.name = ++this.#numbers;
    this.#known = ++this.#numbers;
    Object.assign(this.conversation, { revision: this.#known, changedAt: this.now });
    this.stored.set(this.conversation.name, structuredClone(this.conversation));
  }

  #take(kept: NaiveConversation): void {
    this.#known = kept.revision;
    this.conversation = structuredClone(kept);
    const { model, key } = kept;
    if (!MODELS.includes(model)) this.conversation.model = 'm1';
    if (!KEYS.some(({ id }) => id === key)) this.conversation.key = RICHEST;
    const last = kept.turns.at(-1)?.answer;
    if (last?.state !== 'writing') this.#askForCosts();
    else if (this.now - last.seenAt >= SIGN_OF_LIFE_MS) this.#end({ state: 'stopped' });
    else {
      this.#after(SIGN_OF_LIFE_MS, () => {
        const { name, revision } = this.conversation;
        const isSame = name === kept.name && revision === kept.revision && !this.isWriting;
        if (isSame) this.#end({ state: 'stopped' });
      });
    }
  }

  #askForCosts(): void {
    for (const { answer } of this.conversation.turns) {
      const { generation, cost, state } = answer;
      if (!generation || cost !== undefined || state === 'writing' || this.#asked.has(generation)) continue;
      this.#asked.add(generation);
      this.#look(generation, 0);
    }
  }

  #look(generation: string, nth: number): void {
    this.#after((LOOKS_MS[nth] ?? 0) - (LOOKS_MS[nth - 1] ?? 0), () => {
      const told = this.#costOf(generation);
      const isLast = (told !== undefined && !told.isOpen) || nth + 1 === LOOKS_MS.length;
      if (isLast) this.#asked.delete(generation);
      else this.#look(generation, nth + 1);
      if (told === undefined) return;
      this.balances[told.key] = told.balance;
      const turn = this.conversation.turns.find(({ answer }) => answer.generation === generation);
      if (turn === undefined || told.isOpen) return;
      turn.answer.cost = { amount: told.cost, isEstimated: told.isEstimated };
      this.#save();
    });
  }

  #after(ms: number, act: () => void): void {
    this.#due.push({ at: this.now + ms, act });
  }

  #list(): void {
    this.kept = this.newestFirst().map(({ turns }) => titleOf(turns));
  }

  #drop(): void {
    this.isWriting = false;
    this.conversation = this.#fresh();
    this.#known = undefined;
  }

  #fresh(): NaiveConversation {
    const name = ++this.#numbers;
    return { name, revision: 0, changedAt: 0, model: 'm1', key: RICHEST, turns: [] };
  }

  #written(): NaiveAnswer {
    return { state: 'writing', text: '', model: this.conversation.model, seenAt: this.now };
  }
}
