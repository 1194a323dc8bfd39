/** A session that has not ended, and the person who is signed in by it. */
import { endOf, readSession, type Session } from '../actors/people/sessions.js';
import { type Person, readPerson } from '../actors/people/user-record.js';
import type { StoreReader } from '../store/store.js';
import type { SteadyMs } from '../time/clock.js';
import type { SignedIn } from './people-results.js';

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

export function signedInOf(session: string, person: Person): SignedIn {
  const { id: user, name, account, role, grants, passwordHash } = person;
  return { user, name, account, role, session, grants, hasPassword: passwordHash !== null };
}
