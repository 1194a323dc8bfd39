/** People of a node in virtual time, on a disk that fails on demand. */
import { simulatedPeople } from '../../simulation/world/simulated-people.js';
import { type Rights, ROLES, type Role } from '../../src/actors/people/rights.js';
import type { Author } from '../../src/actors/people/user-messages.js';
import { IdMaker } from '../../src/actors/storage/ids.js';
import type { PasswordHasher } from '../../src/passwords/password-hasher.js';
import { People } from '../../src/people/people.js';
import type { Client, NewlySignedIn } from '../../src/people/people-results.js';
import { ACCOUNTS, ActorsUnderTest } from '../actors/actors-under-test.js';

export const [ACCOUNT, OTHER_ACCOUNT] = ACCOUNTS;
export const PASSWORD = 'a long enough one';
export const CLIENT: Client = { network: '203.0.113.7', address: '203.0.113.7', agent: 'a browser' };

export class PeopleUnderTest {
  readonly actors: ActorsUnderTest;
  readonly hashed: string[] = [];
  /** Passwords whose hashing is refused. */
  readonly overloading = new Set<string>();
  people: People;

  private constructor(actors: ActorsUnderTest) {
    this.actors = actors;
    this.people = this.#made();
  }

  static async open(): Promise<PeopleUnderTest> {
    return new PeopleUnderTest(await ActorsUnderTest.open());
  }

  get world() {
    return this.actors.world;
  }

  /** The node crashes and starts again. */
  crash(): void {
    this.actors.crash();
    this.people = this.#made();
  }

  /** Waits for what a facade does: every disk answers without time. */
  async done<Result>(promise: Promise<Result>): Promise<Result> {
    await this.world.settle();
    return await promise;
  }

  /** A new user of that role, invited by an author that may. */
  async user(name: string, role: Role = 'owner', account: string = ACCOUNT): Promise<NewlySignedIn> {
    const invited = await this.done(this.people.invite(operator(), { account, name, role }));
    if (invited.outcome !== 'invited') throw new Error(`an invitation was answered ${invited.outcome}`);
    const accepted = await this.done(this.people.acceptInvitation(invited.token, PASSWORD, CLIENT));
    if (accepted.outcome !== 'signed_in') throw new Error(`it was accepted with ${accepted.outcome}`);
    return accepted;
  }

  signIn(name: string, password = PASSWORD, client = CLIENT, device?: string) {
    return this.done(this.people.signIn({ name, password, device }, client));
  }

  auditActs(account: string = ACCOUNT): string[] {
    const prefix = `${account}/`;
    return [...this.actors.store.range('audit', { from: prefix, to: `${prefix}~` })].map(
      ({ value }) => JSON.parse(value).act,
    );
  }

  #made(): People {
    const { hasher, seal } = simulatedPeople();
    return new People({
      ...this.actors.actors,
      world: this.world,
      ids: new IdMaker(this.world),
      hasher: this.#watched(hasher),
      seal,
    });
  }

  #watched(hasher: PasswordHasher): PasswordHasher {
    const refuses = (password: string) => {
      this.hashed.push(password);
      return this.overloading.has(password);
    };
    return {
      hash: async (password) => (refuses(password) ? undefined : await hasher.hash(password)),
      verify: async (hash, password) => (refuses(password) ? undefined : await hasher.verify(hash, password)),
    };
  }
}

export function operator(): Author {
  return authorWith({ role: 'operator', account: 'acct_default' });
}

export function authorWith(rights: Rights): Author {
  return { by: { kind: 'management_key', id: 'mkey_1' }, rights };
}

/** Each role in an account. */
export function rightsIn(account: string): Rights[] {
  return ROLES.map((role) => ({ role, account }));
}
