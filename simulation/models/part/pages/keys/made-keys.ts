/** Management keys in plain records, with the actor that makes and revokes them. */
import { readManagementKey } from '../../../../../src/actors/accounts/management-key.js';
import type { PlainRecords } from '../../plain-records.js';
import { idOf } from '../orders/drawn-orders.js';

export interface MadeKey {
  readonly number: number;
  readonly account: string;
  readonly role: 'account' | 'operator';
  readonly name: string | undefined;
  readonly hash: string;
  isRevoked: boolean;
}

type Told = Omit<MadeKey, 'number' | 'hash' | 'isRevoked'> & {
  readonly type: 'create' | 'revoke';
  readonly credentialHash: string;
};

export class MadeKeys {
  readonly all: MadeKey[] = [];
  readonly #records: PlainRecords;

  constructor(records: PlainRecords) {
    this.#records = records;
  }

  /** The newest first. */
  listed(account: string): readonly MadeKey[] {
    const listed = this.all.filter((key) => key.account === account && !key.isRevoked);
    return listed.toSorted((one, other) => other.number - one.number);
  }

  /** A form that comes again changes nothing. */
  obey(id: string, message: Readonly<Record<string, unknown>>): unknown {
    const number = Number(id.slice('mkey_'.length));
    const there = this.all.find((key) => key.number === number);
    const { type, credentialHash: hash, ...told } = message as unknown as Told;
    if (type === 'create' && there === undefined) this.put({ ...told, number, hash, isRevoked: false });
    if (type === 'revoke' && there !== undefined) {
      there.isRevoked = true;
      this.#write(there);
    }
    return readManagementKey(id, this.#records);
  }

  put(key: MadeKey): void {
    this.all.push(key);
    this.#write(key);
  }

  #write({ number, account, role, name, hash, isRevoked }: MadeKey): void {
    const [id, records] = [idOf('mkey', number), this.#records];
    const record = { v: 1, account, role, name, hash, revoked: isRevoked };
    records.put('management_keys', id, JSON.stringify(record));
    const place = `${account}/${id}`;
    if (isRevoked) records.remove('account_management_keys', place);
    else records.put('account_management_keys', place, '1');
  }
}
