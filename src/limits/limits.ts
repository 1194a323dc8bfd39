/**
 * The internal limits of a node: how much it does in one go, puts into one piece, or keeps in memory. No
 * option of the configuration names them.
 *
 * Each limit has its number here and nowhere else, and its part is handed it. Production runs the usual ones.
 * A simulated node may draw smaller ones, so that a handful of requests fills a batch, a page or a table.
 */

export interface Limit {
  readonly bounds: string;
  readonly usual: number;
  /** The smallest with which the node does all that it should. */
  readonly least: number;
}

export const LIMITS = {
  /** The store may write zeros for up to 32 KiB a write beforehand, well within the gate's time limit. */
  writesInCommit: limit('writes in a commit, beyond which turns wait for the next one', 8_192),
  charactersRemembered: limit('characters of a commit that are kept for the pre-images of the next', 2 ** 20),
  ballastPartCharacters: limit('characters in a record of ballast, after a failed commit', 64 * 1_024),
  ballastParts: limit('records of ballast after a failed commit', 256),
  /** Messages to actors that do not exist yet come to one mailbox each. */
  mailboxesFactor: limit('messages in all mailboxes, in bounds of a single one', 10),
  remindersFiredAtOnce: limit('reminders fired before other events', 256),
  /** Less than a millisecond. */
  remindersLoadedAtOnce: limit('reminders loaded at start before other events', 250),
  /** Some 2 ms of either. */
  actorsLookedAtAtOnce: limit('actors that a sweep looks at before other events', 20_000),
  actorsDroppedAtOnce: limit('actors that a sweep drops before other events', 2_000),
  expiredAtOnce: limit('expired rows removed in a step', 500),
  /** A millisecond. */
  takenUpAtOnce: limit('unfinished jobs or orders taken up at start before other events', 100),
  generationsResumedAtOnce: limit('open generations interrupted at start before other events', 100),
  /** The last record of a full step is looked at twice. */
  markedAtOnce: limit('records in a step of taking back simulated credit', 2_000, 2),
  /** Some ten milliseconds. */
  jobsLookedAt: limit('jobs that a page with a filter looks at', 1_000),
  usageKeysShown: limit('keys on a page of usage by key', 50),
  /** Some 20 ms. */
  usageRowsLookedAt: limit('rows of activity that a page of usage by key looks at', 8_000),
  /** Asking the system's source costs as much as all the rest of an identifier. */
  idsDrawnAtOnce: limit('identifiers for which random bytes are drawn together', 100),

  keysLookedAt: limit('keys looked at to find an idle one to evict', 64),
  /** More than come in, so that there are soon no more than fit. */
  keysEvictedAtOnce: limit('keys evicted for one that comes in', 2),
  addressesLookedAt: limit('addresses looked at for a newcomer that finds no room', 32),
  /** Each takes some 20 ms of a core, one after the other. */
  passwordsWaiting: limit('passwords that wait to be hashed, beyond which people are told to come back', 100),
  /** As many as passwords that may wait. */
  signInsUnderWay: limit('sign-in forms under way, beyond which people are told to come back', 100),
  nodeWatchers: limit('watchers of the node', 16),
  accountWatchers: limit('watchers of accounts', 128),
  watchersOfAccount: limit('watchers of an account', 8),
  openOrders: limit('orders of a key that may hold room in its life at a time', 100),
  /** With fewer than four, hardly anybody would be left who does something. */
  peopleOfAccount: limit('users of an account, and open invitations of one', 1_000, 4),
  paymentCalls: limit('calls to the payment service under way', 16),
  guessWindows: limit('windows of each kind for guessed passwords', 10_000),
  rowsInChunkBits: limit('rows of windows or balances in a chunk, as a power of two', 14, 0),
  textsInPieceBits: limit('slots in a piece of an index of texts, as a power of two', 15, 0),
  textSlotsBits: limit('slots of a new index of texts, as a power of two', 6, 0),
  ringPieceBits: limit('pairs in a piece of rings, as a power of two', 15, 2),
  ringRunsKept: limit('instants for which a ring has room that does not shrink', 64, 8),
  windowsTidied: limit('windows tidied with a note, if they are few', 1_000),
  windowsReleasedAtOnce: limit('windows released after a note before other events', 2_000),
  noteCharacters: limit('characters in a record of a note of windows', 1_000_000),
  /** A millisecond or two. */
  noteWorkAtOnce: limit('characters of a note of windows written before other events', 128 * 1_024),

  pollsBegunAtOnce: limit('polls of a model begun before other events', 256),
  submitsTurnedAwayAtOnce: limit('waiting submits turned away before other events', 256),
  waitingNotesAtOnce: limit('notes of waiting submits under way to the disk', 256),
  callsInFlightFirst: limit('calls of a kind to a provider that has not answered yet', 16),
  findsInFlight: limit('looks for lost jobs of a model under way', 64),
  finalPollsInFlight: limit('final polls of a model under way', 256),
  cancelsInFlight: limit('cancels of a model under way', 64),
  /**
   * A reading takes two or three answers of the provider: at a second for each, so many are some twenty
   * results a second. Each holds 4 MiB at most, and mostly some 100 KiB.
   */
  readingsAtOnce: limit('results of a provider that are read at a time', 64),
  resultsSweptAtOnce: limit('kept results swept before other events', 50),
  pieceQueueLength: limit('UTF-16 units of a text that wait for its client', 65_536),
  piecesHeld: limit('pieces behind the end of a text', 1_000),
  textsAbandoned: limit('texts read on although their clients have gone', 100, 0),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Readonly<Record<LimitName, number>>;

export const USUAL_LIMITS = Object.fromEntries(
  Object.entries(LIMITS).map(([name, { usual }]) => [name, usual]),
) as Limits;

function limit(bounds: string, usual: number, least = 1): Limit {
  return { bounds, usual, least };
}
