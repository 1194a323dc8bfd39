/** Each entry of the audit trail tells the truth about its act: who did what, when, and from where. */
import type { StoreReader } from '../../../src/store/store.js';
import { type ActRecord, isByTheNode } from '../facts/acts/act-records.js';
import { type AskedAct, actsAsked } from '../facts/acts/acts-asked.js';
import { notAsTold } from '../facts/acts/latest-acts.js';
import { WallTimes } from '../facts/acts/wall-times.js';
import { type KeyRecord, TableImage } from '../facts/disk-image.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import type { Exchange, Requests } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';

type Report = (message: string) => void;

interface Asked extends AskedAct {
  readonly exchange: Exchange;
}

interface ManagementKeyRecord {
  readonly account: string;
  readonly role: string;
}

interface UserRecord {
  readonly role: string;
  readonly grants: readonly string[];
}

const ABOUT_ACCOUNTS: readonly string[] = ['account_created', 'account_verified', 'account_unverified'];
const OPERATORS_ACCOUNT = 'acct_default';
/** Acts of somebody about themselves. */
const OWN: readonly string[] = ['user_joined', 'signed_in', 'password_changed'];

export const AUDIT_ENTRIES: Rule = {
  name: 'audit-entries',
  says: 'Each entry of the audit trail stands in the trail of its account, and names who did it, what, when and from which address; the limit of a key, and the role and grants of a user, are those of the latest.',
  watch: (_, report, requests) => new AuditEntries(report, requests),
};

class AuditEntries implements Invariant {
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #book: PersonBook;
  readonly #walls = new WallTimes();
  readonly #audit = new TableImage<ActRecord>('audit');
  readonly #keys = new TableImage<KeyRecord>('keys');
  readonly #people = new TableImage<UserRecord>('users');
  readonly #managementKeys = new TableImage<ManagementKeyRecord>('management_keys');
  /** By act. */
  readonly #asked = new Map<string, Asked[]>();
  /** By their number. */
  readonly #accounts = [OPERATORS_ACCOUNT];
  /** Those that were made, though nobody may have been told of them. */
  readonly #founded = new Set<string>();
  /** The names of users by their ids, and the accounts that they joined. */
  readonly #users = new Map<string, { readonly name: string; readonly account: string }>();
  /** Time may have gone on from a little earlier then: entries may stand before those of just before. */
  #hasRebooted = false;
  /** The keys of entries that were looked at, in the order in which they came to disk. */
  readonly #checked = new Set<string>();
  #now = 0;

  constructor(report: Report, requests: Requests) {
    this.#report = report;
    this.#requests = requests;
    this.#book = new PersonBook(requests);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#now = seen.at;
    this.#walls.observe(seen);
    if (seen.what === 'starting' && seen.isReboot) this.#hasRebooted = true;
    this.#book.observe(seen, exchange);
    if (exchange === undefined) return;
    const { call } = exchange.sent;
    if (seen.what === 'answered' && call.op === 'create_account' && seen.status === 201)
      this.#accounts.push(String((JSON.parse(seen.body) as { readonly id: unknown }).id));
    if (seen.what !== 'sent') return;
    const signsIn =
      call.op === 'change_password' ? this.#book.nameOf(exchange) : this.#book.signsIn(exchange);
    for (const one of actsAsked(exchange.sent, signsIn)) {
      const all = this.#asked.get(one.act) ?? [];
      this.#asked.set(one.act, all);
      all.push({ ...one, exchange });
    }
  }

  disk(records: StoreReader): void {
    const entries = this.#audit.read(records);
    const keys = this.#managementKeys.read(records);
    for (const { act, about } of entries.values()) if (act === 'account_created') this.#founded.add(about);
    for (const [key, { act, about, detail }] of entries)
      if (act === 'user_joined') this.#users.set(about, { name: detail.name ?? '', account: trailOf(key) });
    for (const [key, entry] of entries) {
      if (this.#checked.has(key)) continue;
      this.#checked.add(key);
      if (isByTheNode(entry)) continue;
      const flaws = this.#fewestFlaws(trailOf(key), entry, keys);
      if (flaws.length > 0)
        this.#report(`the audit trail has ${key}: ${JSON.stringify(entry)}; ${flaws.join(', ')}`);
    }
    const inOrder = this.#hasRebooted
      ? [...this.#checked].flatMap((key) => entries.get(key) ?? [])
      : entries.values();
    for (const wrong of notAsTold(inOrder, this.#keys.read(records), this.#people.read(records)))
      this.#report(`by the audit trail, ${wrong}`);
  }

  /** Those of the request that has the fewest; most entries are of a late one. */
  #fewestFlaws(
    trail: string,
    entry: ActRecord,
    keys: ReadonlyMap<string, ManagementKeyRecord>,
  ): readonly string[] {
    let fewest: readonly string[] | undefined;
    for (const one of this.#asked.get(entry.act)?.toReversed() ?? []) {
      const flaws = this.#flaws(trail, entry, one, keys);
      if (flaws.length === 0) return flaws;
      if (fewest === undefined || flaws.length < fewest.length) fewest = flaws;
    }
    return fewest ?? ['nobody asked for that'];
  }

  /** The differences between an entry and a request that may have it. */
  #flaws(
    trail: string,
    entry: ActRecord,
    { exchange, about, detail, name, account }: Asked,
    keys: ReadonlyMap<string, ManagementKeyRecord>,
  ): readonly string[] {
    const { sent, outcome, endAt, answer } = exchange;
    const isSure = outcome === 'answered' && answer !== undefined && answer.status < 500;
    const { least, most } = this.#walls.between(sent.at, isSure ? endAt : this.#now);
    const person = this.#users.get(entry.about)?.name;
    const isOfPerson = name !== undefined && !ABOUT_ACCOUNTS.includes(entry.act);
    const trails = this.#trailsOf(entry, account);
    const address = sent.ownAddress ?? sent.address;
    const request = `request ${sent.request}`;
    const wrong = (is: boolean, text: string) => (is ? [] : [`${request} ${text}`]);
    return [
      ...wrong(outcomeOf(exchange) !== 'refused', 'was refused'),
      ...wrong(about === undefined || about === entry.about, `is about ${about}`),
      ...wrong(!isOfPerson || person === name, `is about ${name}`),
      ...Object.entries(detail ?? {}).flatMap(([field, value]) =>
        wrong(entry.detail[field as 'name'] === value, `says ${field} ${value}`),
      ),
      ...wrong(trails.includes(trail), `belongs to ${trails.join(' or ')}`),
      ...wrong(entry.at >= least && entry.at <= most, `came from ${least} to ${most}`),
      ...wrong(entry.by.address === address, `came from ${address}`),
      ...wrong(this.#isBy(entry, exchange, name, keys), `was sent by ${this.#senderOf(exchange, name)}`),
    ];
  }

  /** The accounts in whose trail it may stand. */
  #trailsOf({ act, about }: ActRecord, account: number | undefined): readonly string[] {
    const owner =
      this.#requests.key(about)?.account ??
      this.#requests.job(about)?.account ??
      this.#users.get(about)?.account;
    if (owner !== undefined) return [owner];
    const said = account === undefined ? undefined : this.#accounts[account];
    if (ABOUT_ACCOUNTS.includes(act)) return said === undefined || said === about ? [about] : [said];
    return said === undefined ? this.#trails() : [said];
  }

  #trails(): readonly string[] {
    return [...this.#accounts, ...this.#founded, ...[...this.#users.values()].map(({ account }) => account)];
  }

  #isBy(
    { by, act, about }: ActRecord,
    { sent }: Exchange,
    name: string | undefined,
    keys: ReadonlyMap<string, ManagementKeyRecord>,
  ): boolean {
    if (sent.credential !== 'page') {
      const key = keys.get(by.id);
      const isOperators = key?.role === 'operator' && key.account === OPERATORS_ACCOUNT;
      const isRight = sent.ofAccount === undefined ? isOperators : key?.account === sent.ofAccount;
      return by.kind === 'management_key' && isRight;
    }
    const isOwn = !OWN.includes(act) || by.id === about;
    return by.kind === 'user' && isOwn && this.#users.get(by.id)?.name === this.#senderName(sent, name);
  }

  #senderName(sent: Exchange['sent'], name: string | undefined): string | undefined {
    return sent.session === undefined ? name : this.#book.nameOf({ sent } as Exchange);
  }

  #senderOf({ sent }: Exchange, name: string | undefined): string {
    if (sent.credential !== 'page') return `a management key of ${sent.ofAccount ?? OPERATORS_ACCOUNT}`;
    return this.#senderName(sent, name) ?? 'nobody';
  }
}

function trailOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}
