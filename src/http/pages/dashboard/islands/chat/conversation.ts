/** A conversation, as the browser keeps it. */

export interface Conversation {
  readonly id: string;
  /** Changes with each save: another tab may have saved meanwhile. */
  readonly revision: string;
  /** Unix ms. */
  readonly changedAt: number;
  readonly model: string;
  readonly key: string;
  readonly turns: readonly Turn[];
}

export interface Turn {
  readonly question: string;
  readonly answer: Answer;
}

export interface Answer {
  readonly state: 'writing' | 'whole' | 'stopped' | 'failed';
  readonly text: string;
  readonly model: string;
  /** Unix ms of the last sign of life while it is being written. */
  readonly seenAt: number;
  /** Undefined until the gateway has begun. */
  readonly generation?: string;
  /** It ends at the cap. */
  readonly isCut?: boolean;
  readonly cost?: Cost;
  readonly trouble?: Trouble;
}

export interface Cost {
  /** In DA. */
  readonly amount: number;
  readonly isEstimated: boolean;
}

/** The reason why an answer failed. */
export interface Trouble {
  readonly why:
    | 'limit'
    | 'credit'
    | 'keyGone'
    | 'modelGone'
    | 'signedOut'
    | 'tooLong'
    | 'busy'
    | 'lost'
    | 'provider'
    | 'rejected'
    | 'unsettled'
    | 'other';
  /** In the words of the API. */
  readonly message?: string;
  /** Unix ms from which on it may be sent again. */
  readonly againAt?: number;
  /** In DA. */
  readonly required?: number;
  readonly balance?: number;
}

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

const TITLE_CHARACTERS = 60;

/** The messages that the model is sent: turns without an answer are left out, save the last one. */
export function messagesOf(turns: readonly Turn[]): readonly Message[] {
  return turns.flatMap(({ question, answer }, at): Message[] => {
    const asked: Message = { role: 'user', content: question };
    if (at === turns.length - 1) return [asked];
    return answer.text === '' ? [] : [asked, { role: 'assistant', content: answer.text }];
  });
}

export function titleOf({ turns }: Pick<Conversation, 'turns'>): string {
  const [line = ''] = (turns[0]?.question ?? '').trim().split('\n');
  const characters = [...line];
  return characters.length <= TITLE_CHARACTERS
    ? line
    : `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`;
}

/** Whether the last message can be sent once more. */
export function mayResend({ turns }: Pick<Conversation, 'turns'>): boolean {
  return turns.at(-1)?.answer.state === 'failed';
}

/** The conversation with another answer in its last turn. */
export function answered(conversation: Conversation, change: Partial<Answer>): Conversation {
  const last = conversation.turns.at(-1);
  if (last === undefined) return conversation;
  const turn = { ...last, answer: { ...last.answer, ...change } };
  return { ...conversation, turns: [...conversation.turns.slice(0, -1), turn] };
}

/** The conversation with the cost of one answer. */
export function withCost(conversation: Conversation, generation: string, cost: Cost): Conversation {
  const turns = conversation.turns.map((turn) =>
    turn.answer.generation === generation ? { ...turn, answer: { ...turn.answer, cost } } : turn,
  );
  return { ...conversation, turns };
}
