/** The same text for naive books and for a disk that holds the same. */
import type { CredentialRecord } from '../../../src/actors/credentials/credentials.js';
import type { VideoJobState } from '../../../src/actors/jobs/video-job-messages.js';
import { readVideoJob } from '../../../src/actors/jobs/video-job-records.js';
import type { StoreReader, Table } from '../../../src/store/store.js';
import type { KeyRecord } from '../../rules/facts/disk-image.js';
import type { NaiveBooks } from './naive-books.js';

/** @param now steady ms; idempotency keys that count no more are left out */
export function digestOf(books: NaiveBooks, now: number): string {
  const keys = [...books.keys].map(
    ([id, key]) =>
      `key ${id} ${key.account} ${key.rpm} ${key.isRevoked} ${key.credited} ${key.withdrawn} ${key.marked} ${key.charged} ${key.reserved} ${key.open}`,
  );
  const jobs = [...books.jobs.keys()].map((id) => `job ${id} ${books.standing(id)}`);
  const references = [...books.references].map(([hash, stands]) => `reference ${hash} ${stands}`);
  const replays = books.replaysAt(now).map(([key, stands]) => `replay ${key} ${stands}`);
  const secrets = [...books.keys].flatMap(([id, key]) =>
    key.secrets.filter(([, until]) => until > now).map(([hash, until]) => `secret ${id} ${hash} ${until}`),
  );
  return [...keys, ...jobs, ...references, ...replays, ...secrets].sort().join('\n');
}

export function digestOfDisk(disk: StoreReader, now: number): string {
  const keys = all<KeyRecord>(disk, 'keys').map(
    ([id, key]) =>
      `key ${id} ${key.account} ${key.rpm} ${key.revoked} ${key.credited} ${key.withdrawn ?? 0} ${key.marked ?? 0} ${key.charged} ${key.reserved} ${key.open_jobs}`,
  );
  const jobs = all<unknown>(disk, 'jobs').flatMap(([id]) => {
    const job = readVideoJob(id, disk);
    return job === undefined ? [] : [`job ${id} ${standingOf(job)}`];
  });
  const references = all<{ key: string; amount: number; kind?: string; to?: string }>(disk, 'references').map(
    ([hash, { kind = 'credit', key, amount, to }]) =>
      `reference ${hash} ${[kind, key, amount, to].filter((part) => part !== undefined).join(' ')}`,
  );
  const replays = all<{ result: string; expires: number }>(disk, 'idempotency')
    .filter(([, { expires }]) => expires > now)
    .map(([key, { result, expires }]) => `replay ${key} ${result} until ${expires}`);
  const secrets = all<CredentialRecord>(disk, 'credentials')
    .filter(([, { kind, until = Number.POSITIVE_INFINITY }]) => kind === 'api' && until > now)
    .map(([hash, { id, until }]) => `secret ${id} ${hash} ${until ?? Number.POSITIVE_INFINITY}`);
  return [...keys, ...jobs, ...references, ...replays, ...secrets].sort().join('\n');
}

const STAGES: Readonly<Record<string, string>> = {
  submitting: 'sending',
  waiting: 'put_off',
  finding: 'seeking',
  queued: 'waiting',
  running: 'making',
};

/** As `NaiveBooks.standing` says it. */
export function standingOf({ machine, settled }: VideoJobState): string {
  const { value, context } = machine;
  const [outer, inner] = typeof value === 'string' ? [value, ''] : (Object.entries(value)[0] ?? ['', '']);
  const lastCall = inner === 'lastCall' ? ' last call' : '';
  const slug = context.failure?.slug ?? null;
  const routes = [context.route, ...context.fallbacks].map(({ lostAnswer }) => lostAnswer.kind);
  return `${STAGES[outer] ?? outer}${lastCall}, ${routes}, ${context.attempt} submits, handle ${context.handle}, ${slug}, cost ${settled?.cost ?? null}`;
}

function all<Record>(disk: StoreReader, table: Table): [string, Record][] {
  return [...disk.range(table, {})].map(({ key, value }) => [key, JSON.parse(value) as Record]);
}
