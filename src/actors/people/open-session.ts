/** A session that has not ended, and the person who is signed in by it. */
import type { StoreReader } from '../../store/store.js';
import type { SteadyMs } from '../../time/clock.js';
import { endOf, readSession, type Session } from './sessions.js';
import { type Person, readPerson } from './user-record.js';

export interface OpenSession {
  readonly session: Session;
  readonly person: Person;
}

/** As committed; undefined if there is none of that id, or it has ended by now. */
export function openSession(records: StoreReader, id: string, now: SteadyMs): OpenSession | undefined {
  const session = readSession(records, id);
  if (session === undefined || endOf(session) <= now) return undefined;
  const person = readPerson(records, session.user);
  return person && { session, person };
}
