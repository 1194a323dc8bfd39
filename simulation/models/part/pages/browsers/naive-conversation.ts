/** Conversations as a browser keeps them. */
export interface NaiveAnswer {
  state: 'writing' | 'whole' | 'stopped' | 'failed';
  text: string;
  readonly model: string;
  seenAt: number;
  generation?: string;
  isCut?: boolean;
  cost?: { readonly amount: number; readonly isEstimated: boolean };
  why?: string;
}

export interface NaiveTurn {
  readonly question: string;
  readonly answer: NaiveAnswer;
}

export interface NaiveConversation {
  name: number;
  revision: number;
  changedAt: number;
  model: string;
  key: string;
  turns: NaiveTurn[];
}

export interface NaiveTold {
  readonly key: string;
  readonly balance: number;
  readonly isOpen: boolean;
  readonly cost: number;
  readonly isEstimated: boolean;
}

/** The first line of the first question, 60 characters of it at most. */
export function titleOf(turns: readonly NaiveTurn[]): string {
  const [line = ''] = (turns[0]?.question ?? '').trim().split('\n');
  return Array.from(line).length > 60 ? `${Array.from(line).slice(0, 59).join('')}…` : line;
}

/** Turns without an answer are left out, but for the last, which asks. */
export function messagesIn(turns: readonly NaiveTurn[]): readonly (readonly [role: string, text: string])[] {
  const asked = turns.at(-1);
  const before = turns.slice(0, -1).filter(({ answer }) => answer.text !== '');
  const told = before.flatMap(({ question, answer }) => [
    ['user', question] as const,
    ['assistant', answer.text] as const,
  ]);
  return [...told, ['user', asked?.question ?? '']];
}

/** Turns in a form that can be compared. */
export function turnsOf(
  turns: readonly { readonly question: string; readonly answer: object }[],
): readonly unknown[] {
  return turns.map(({ question, answer }) => {
    const { state, text, model, seenAt, generation, isCut, cost, ...more } = answer as Record<
      string,
      unknown
    >;
    const { why, trouble } = more as { readonly why?: string; readonly trouble?: { readonly why: string } };
    return [question, state, text, model, seenAt, generation, isCut, cost, why ?? trouble?.why];
  });
}
