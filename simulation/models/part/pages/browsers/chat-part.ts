/** The chat of a tab, in which messages are sent, stopped and told their costs, beside other tabs. */
import type { ChatSession } from '../../../../../src/http/pages/dashboard/islands/chat/chat-session.js';
import type { Conversation } from '../../../../../src/http/pages/dashboard/islands/chat/conversation.js';
import type {
  AnswerListener,
  ChatGateway,
  Question,
} from '../../../../../src/http/pages/dashboard/islands/chat/gateway.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { type ChatAct, chatAct } from './chat-acts.js';
import { costIn, inTab, MapStorage, NOT_SHOWN, PREFIX } from './chat-tab.js';
import { KEYS, MODELS, NaiveChat } from './naive-chat.js';
import { messagesIn, type NaiveTurn, titleOf, turnsOf } from './naive-conversation.js';

export function chatPart(): Part<null, ChatAct> {
  return {
    name: 'chat',
    limits: () => null,
    act: chatAct,
    pauseMs: () => 0,
    begin: (trial) => new ChatCourse(trial),
  };
}

class ChatCourse implements Course<ChatAct> {
  readonly #trial: Trial;
  readonly #storage = new MapStorage();
  readonly #naive: NaiveChat;
  readonly #tab = { number: 0 };
  readonly #looks = { told: new Map<string, number>(), due: new Map<string, number>() };
  #session: ChatSession | undefined;
  #asked: {
    readonly question: Question;
    readonly listener: AnswerListener;
    over: (why?: 'lost' | 'busy') => void;
  }[] = [];
  #made = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
    for (const [name, text] of NOT_SHOWN) this.#storage.setItem(name, text);
    this.#naive = new NaiveChat(trial.world.wallMs(), (generation) => costIn(this.#looks.due, generation));
  }

  async take(act: ChatAct): Promise<void> {
    const { world } = this.#trial;
    await inTab(world, this.#tab, async () => {
      if (this.#session === undefined) await this.#load();
      // No two acts come at one time.
      await this.#pass(act.do === 'wait' ? act.ms : 1);
      await this.#take(act);
      await this.#pass(0);
    });
    this.#compare();
  }

  compare(): void {}

  async #pass(ms: number): Promise<void> {
    await this.#trial.world.advance(ms);
    await this.#trial.world.settle();
    this.#naive.pass(this.#trial.world.wallMs());
  }

  async #take(act: ChatAct): Promise<void> {
    const [session, naive, asked] = [this.#session, this.#naive, this.#asked.at(-1)];
    if (session === undefined) return;
    switch (act.do) {
      case 'send': {
        const question = `q${this.#made++}${act.ending}`;
        session.send(question);
        return this.#sent(naive.send(question));
      }
      case 'resend':
        session.resend();
        return this.#sent(naive.resend());
      case 'stop':
      case 'begin':
        session[act.do]();
        naive[act.do]();
        return;
      case 'choose': {
        const { do: _, ...chosen } = act;
        const { model, key } = chosen as { readonly model?: string; readonly key?: string };
        const choice = { ...(model && { model }), ...(key && { key }) };
        session.choose(choice);
        naive.choose(choice);
        return;
      }
      case 'begun': {
        const generation = `gen${this.#made++}`;
        asked?.listener.begun(generation);
        naive.hear({ generation });
        return;
      }
      case 'text':
        asked?.listener.text(act.text);
        naive.hear({ text: (naive.conversation.turns.at(-1)?.answer.text ?? '') + act.text });
        return;
      case 'finished':
        asked?.listener.finished(act.reason);
        naive.hear({ isCut: act.reason === 'length' });
        return;
      case 'over':
        asked?.over(act.why);
        naive.over(act.why);
        return;
      case 'reload':
        await this.#stop(session);
        return this.#load();
      case 'crash':
        return this.#load();
      case 'many':
        for (let n = 0; n < act.count; n++) this.#saveElsewhere();
        return;
      case 'wait':
        return;
      default:
        // Else the two conversations would have changed at one time.
        if (act.do === 'open') await this.#stop(session);
        this.#toKept(act, session);
    }
  }

  async #stop(session: ChatSession): Promise<void> {
    session.stop();
    this.#naive.stop();
    await this.#pass(1);
  }

  /** A question that goes out is asked of the model and the key of its conversation. */
  #sent(isSent: boolean): void {
    const { question } = this.#asked.at(-1) ?? {};
    if (!isSent || question === undefined) return;
    const { model, key, turns } = this.#naive.conversation;
    const messages = question.messages.map(({ role, content }) => [role, content]);
    this.#trial.same('asked', [question.model, question.key, messages], [model, key, messagesIn(turns)]);
  }

  /** A conversation that is open is not opened again. */
  #toKept(act: Extract<ChatAct, { readonly nth: number }>, session: ChatSession): void {
    const naive = this.#naive;
    const kept = naive.newestFirst()[act.nth];
    const id = kept && this.#idOf(kept);
    if (kept === undefined || id === undefined) return;
    if (act.do === 'remove') {
      session.remove(id);
      naive.remove(kept.name);
    } else if (act.do === 'open') {
      if (kept.name === naive.conversation.name) return;
      session.open(id);
      naive.open(kept.name);
    } else {
      if (act.do === 'elsewhere') this.#saveElsewhere(kept.name);
      else this.#removeElsewhere(kept.name, id);
      if (!act.isHeard) return;
      session.changedElsewhere(id, this.#storage.getItem(PREFIX + id));
      naive.changedElsewhere(kept.name);
    }
  }

  #removeElsewhere(name: number, id: string): void {
    this.#storage.removeItem(PREFIX + id);
    this.#naive.stored.delete(name);
  }

  /** Another tab sends a message in a conversation that is kept, or did long ago in one of its own. */
  #saveElsewhere(name?: number): void {
    const number = this.#made++;
    const kept = name === undefined ? undefined : this.#naive.stored.get(name);
    const now = kept === undefined ? number : this.#trial.world.wallMs();
    const answer = { state: 'whole', text: 'yes', model: 'gone', seenAt: now } as const;
    const turns = [...(kept?.turns ?? []), { question: `q${number}`, answer: { ...answer } }];
    const id = (kept && this.#idOf(kept)) ?? `other${number}`;
    const saved = { model: 'gone', key: 'gone', turns, changedAt: now };
    const own = kept?.name ?? -1 - number;
    this.#naive.stored.set(own, structuredClone({ ...saved, name: own, revision: -1 - number }));
    this.#storage.setItem(PREFIX + id, JSON.stringify({ ...saved, id, revision: `other${number}` }));
  }

  /** No two conversations changed at one time. */
  #idOf({ changedAt }: { readonly changedAt: number }): string | undefined {
    return this.#inStorage().find((one) => one.changedAt === changedAt)?.id;
  }

  #inStorage(): readonly Conversation[] {
    return this.#storage.values(PREFIX).map((text) => JSON.parse(text) as Conversation);
  }

  async #load(): Promise<void> {
    this.#tab.number += 1;
    this.#asked = [];
    const [{ ChatSession }, { ConversationStore }] = await Promise.all([
      import('../../../../../src/http/pages/dashboard/islands/chat/chat-session.js'),
      import('../../../../../src/http/pages/dashboard/islands/chat/conversation-store.js'),
    ]);
    const gateway: ChatGateway = {
      ask: (question, signal, listener) =>
        new Promise((resolve, reject) => {
          if (signal.aborted) return reject(signal.reason);
          signal.addEventListener('abort', () => reject(signal.reason));
          this.#asked.push({ question, listener, over: (why) => resolve(why && { why }) });
        }),
      costOf: async (generation) => {
        const told = costIn(this.#looks.told, generation);
        return told && { ...told, status: told.isOpen ? 'open' : 'completed', estimated: told.isEstimated };
      },
    };
    this.#session = new ChatSession({
      setup: { models: MODELS.map((id) => ({ id })), keys: KEYS } as unknown as ChatSession['setup'],
      store: new ConversationStore(this.#storage, PREFIX),
      gateway,
      newId: () => `id${this.#made++}`,
      onChange: () => {},
    });
    this.#naive.load();
  }

  #compare(): void {
    const [session, naive, trial] = [this.#session, this.#naive, this.#trial];
    if (session === undefined) return;
    const { model, key, turns } = session.conversation;
    const due = naive.conversation;
    trial.same('open', [model, key, session.isWriting], [due.model, due.key, naive.isWriting]);
    trial.same('turns', turnsOf(turns), turnsOf(due.turns));
    trial.same(
      'kept',
      session.kept.map(({ title }) => title),
      naive.kept,
    );
    const stored = this.#inStorage().toSorted((one, other) => other.changedAt - one.changedAt);
    trial.same(
      'stored',
      stored.map((one) => turnsOf(one.turns)),
      naive.newestFirst().map((one) => turnsOf(one.turns)),
    );
    trial.same(
      'titles',
      stored.map((one) => titleOf(one.turns as readonly NaiveTurn[])),
      naive.newestFirst().map((one) => titleOf(one.turns)),
    );
    trial.same(
      'balances',
      session.keys.map(({ id, balance }) => [id, balance]),
      Object.entries(naive.balances),
    );
  }
}
