/** Sessions of a user: their records, and when they end. */
import type { StoreReader } from '../../store/store.js';
import { withPrefix } from '../../store/store.js';
import { later, type SteadyMs } from '../../time/clock.js';
import type { TurnRecords } from '../runtime/behavior.js';
import { decoded, missingRecord } from '../storage/unreadable-record.js';

export interface Session {
  /** SHA-256 of its token, hex. */
  readonly id: string;
  readonly madeAt: SteadyMs;
  /** When it was last used, to within `SEEN_EVERY_MS`. */
  readonly seenAt: SteadyMs;
  /** Unix seconds. */
  readonly createdAt: number;
  /** The client's address at sign-in; null if there was none. */
  readonly address: string | null;
  /** The browser, by its own word. */
  readonly agent: string;
}

export type NewSession = Pick<Session, 'id' | 'address' | 'agent'>;

interface SessionRecord {
  readonly v: 1;
  readonly user: string;
  readonly made_at: SteadyMs;
  readonly seen_at: SteadyMs;
  readonly created_at: number;
  readonly address: string | null;
  readonly agent: string;
}

/** One more ends the one that was used longest ago. */
export const SESSIONS_MAX = 50;
/** A session notes that it is used at most this often. */
export const SEEN_EVERY_MS = 10 * 60_000;
const IDLE_MS = 12 * 3_600_000;
const LIFE_MS = 30 * 86_400_000;

/** When a session ends if it is not used again. */
export function endOf({ madeAt, seenAt }: Pick<Session, 'madeAt' | 'seenAt'>): SteadyMs {
  return Math.min(later(madeAt, LIFE_MS), later(seenAt, IDLE_MS)) as SteadyMs;
}

/** When a session was last used, in Unix seconds. */
export function seenAtS({ createdAt, madeAt, seenAt }: Session): number {
  return createdAt + Math.floor((seenAt - madeAt) / 1_000);
}

/** The session of that id and its user, ended or not; undefined if there is none. */
export function readSession(
  records: Pick<StoreReader, 'get'>,
  id: string,
): (Session & { readonly user: string }) | undefined {
  const text = records.get('sessions', id);
  if (text === undefined) return undefined;
  const { user, made_at, seen_at, created_at, address, agent } = decoded(
    'sessions',
    id,
    () => JSON.parse(text) as SessionRecord,
  );
  return { id, user, madeAt: made_at, seenAt: seen_at, createdAt: created_at, address, agent };
}

/** Of a user, by their ids. @throws UnreadableRecord if one is missing */
export function readSessions(records: StoreReader, user: string): Session[] {
  const { from, to } = withPrefix(`${user}/`);
  return [...records.range('user_sessions', { from, to })].map(({ key }) => {
    const id = key.slice(from.length);
    const session = readSession(records, id);
    if (session === undefined) throw missingRecord('sessions', id);
    const { user: _, ...own } = session;
    return own;
  });
}

export function insertSession(turn: TurnRecords, user: string, session: Session): void {
  turn.insert('user_sessions', `${user}/${session.id}`, '1');
  putSession(turn, user, session);
}

export function putSession(turn: TurnRecords, user: string, session: Session): void {
  const { id, madeAt, seenAt, createdAt, address, agent } = session;
  const record: SessionRecord = {
    v: 1,
    user,
    made_at: madeAt,
    seen_at: seenAt,
    created_at: createdAt,
    address,
    agent,
  };
  turn.put('sessions', id, JSON.stringify(record));
}

export function removeSession(turn: TurnRecords, user: string, id: string): void {
  turn.remove('sessions', id);
  turn.remove('user_sessions', `${user}/${id}`);
}
