/** The people who ask: keys of two accounts, and one of an operator and of a manager each. */
import { BY_THE_NODE } from '../../../../../src/actors/audit/audit-trail.js';
import { hashCredential, makeCredential } from '../../../../../src/actors/credentials/credentials.js';
import { IdMaker } from '../../../../../src/actors/storage/ids.js';
import type { Actors } from '../../../../../src/node/assembly/actors.js';
import type { World } from '../../../../../src/time/world.js';
import type { Trial } from '../../trial.js';
import { KEYS } from './drawn-desk.js';

export class DeskPeople {
  /** The first two keys are of the first account. */
  readonly accounts: readonly string[];
  readonly keys: readonly { readonly id: string; readonly account: string; readonly secret: string }[];
  readonly operator: string;
  /** Of the first account. */
  readonly manager: string;
  readonly ids: IdMaker;

  constructor(world: World) {
    const secret = (kind: 'api' | 'management') => makeCredential(kind, (count) => world.randomBytes(count));
    this.ids = new IdMaker(world);
    this.accounts = [this.ids.next('account'), this.ids.next('account')];
    this.keys = Array.from({ length: KEYS }, (_, n) => ({
      id: this.ids.next('apiKey'),
      account: this.accounts[n < 2 ? 0 : 1] ?? '',
      secret: secret('api'),
    }));
    [this.operator, this.manager] = [secret('management'), secret('management')];
  }

  async populate(
    { world }: Trial,
    { system, account, apiKey }: Actors,
    { rpm, credits }: { readonly rpm: readonly number[]; readonly credits: readonly number[] },
  ): Promise<void> {
    const people = [
      ['acct_default', 'operator', this.operator],
      [this.accounts[0] ?? '', 'account', this.manager],
      [this.accounts[1] ?? '', 'account', 'mk-of-nobody'],
    ] as const;
    for (const [id, role, secret] of people) {
      const managementKey = {
        id: this.ids.next('managementKey'),
        role,
        credentialHash: hashCredential(secret),
      };
      const named = { name: id, isVerified: true, createdAt: 0, managementKey };
      system.ask(account, id, { type: 'create', by: BY_THE_NODE, ...named }, () => {});
    }
    await world.settle();
    for (const [n, { id, account: owner, secret }] of this.keys.entries()) {
      const key = {
        id,
        account: owner,
        name: null,
        rateLimitRpm: rpm[n] ?? 60,
        credits: credits[n] ?? 0,
        credentialHash: hashCredential(secret),
        createdAt: 0,
      };
      system.ask(apiKey, id, { type: 'create', by: BY_THE_NODE, key }, () => {});
    }
    await world.settle();
  }
}
