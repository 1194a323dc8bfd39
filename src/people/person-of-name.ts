import { userOfName } from '../actors/people/user-names.js';
import { type Person, readPerson } from '../actors/people/user-record.js';
import type { PeopleParts } from './people-parts.js';

/** Undefined if the name is nobody's. */
export function personOfName({ partitionOf }: PeopleParts, name: string): Person | undefined {
  // Names span accounts: see `user-names.ts`.
  const { records } = partitionOf(name).system;
  const id = userOfName(records, name);
  return id === undefined ? undefined : readPerson(records, id);
}
