/** The data that the page of the chat hands to its script. */

export interface ChatSetup {
  readonly locale: string;
  /** The unit of amounts, as the language writes it. */
  readonly unit: string;
  /** The beginning of the names under which the browser keeps this user's conversations. */
  readonly keptUnder: string;
  readonly models: readonly ChatModel[];
  readonly keys: readonly ChatKey[];
  readonly texts: ChatTexts;
}

export interface ChatModel {
  readonly id: string;
  /** DA for a million tokens. */
  readonly input: number;
  readonly output: number;
}

export interface ChatKey {
  readonly id: string;
  readonly name: string;
  /** In DA. */
  readonly balance: number;
}

/** In the language of the page. A name in braces stands for what the script puts there. */
export interface ChatTexts {
  readonly message: string;
  readonly messageHint: string;
  readonly send: string;
  readonly stop: string;
  readonly model: string;
  readonly prices: string;
  readonly key: string;
  readonly empty: string;
  readonly emptyHint: string;
  readonly newConversation: string;
  readonly conversations: string;
  readonly noConversations: string;
  readonly remove: string;
  readonly notKept: string;
  readonly conversation: string;
  readonly you: string;
  readonly writing: string;
  readonly whole: string;
  readonly stopped: string;
  readonly estimated: string;
  readonly copy: string;
  readonly copyCode: string;
  readonly copied: string;
  readonly table: string;
  readonly image: string;
  readonly sendAgain: string;
  readonly sendAgainHint: string;
  readonly limit: string;
  readonly limitIn: string;
  readonly limitOver: string;
  readonly credit: string;
  readonly creditNeeds: string;
  readonly topUp: string;
  readonly keyGone: string;
  readonly modelGone: string;
  readonly signedOut: string;
  readonly signIn: string;
  readonly tooLong: string;
  readonly busy: string;
  readonly lost: string;
  readonly provider: string;
  readonly rejected: string;
  readonly unsettled: string;
  readonly other: string;
  readonly cut: string;
}
