/** Seeds users of an account: members, all with one password. */
import { createHash } from 'node:crypto';
import type { IdMaker } from '../../src/actors/storage/ids.js';
import type { Actors } from '../../src/node/assembly/actors.js';
import { loadArgon2 } from '../../src/passwords/argon2.js';
import { QueuedPasswordHasher } from '../../src/passwords/password-hasher.js';
import type { SeedingHost } from './seeding-host.js';

export const SEEDED_PASSWORD = 'a password of seeded people';

/** The name of user n, from 0. */
export function seededUserName(index: number): string {
  return `person-${index}@bench.example`;
}

export interface PeopleSeeding {
  readonly host: SeedingHost;
  readonly actors: Actors;
  readonly ids: IdMaker;
  /** Lets the time of a turn pass. */
  readonly pass: () => void;
}

export async function seedPeople(
  { host, actors, ids, pass }: PeopleSeeding,
  account: string,
  count: number,
): Promise<void> {
  const passwordHash = await new QueuedPasswordHasher(await loadArgon2(), 1).hash(SEEDED_PASSWORD);
  if (passwordHash === undefined) throw new Error('the password was not hashed');
  for (let n = 0; n < count; n++) {
    const name = seededUserName(n);
    const session = { id: createHash('sha256').update(name).digest('hex'), address: null, agent: '' };
    pass();
    const reply = host.ask(actors.user, ids.next('user'), {
      type: 'create',
      account,
      name,
      role: 'member',
      passwordHash,
      session,
    });
    if (reply.outcome !== 'user') throw new Error(`a new user answered ${reply.outcome}`);
    await host.commitSome();
  }
}
