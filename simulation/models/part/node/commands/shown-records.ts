/** Records as a node answers them, and the lines that a terminal has to show of each. */
import type { Random } from '../../../../world/random.js';

export type RecordKind = keyof typeof DRAWN;
type Json = Readonly<Record<string, unknown>>;
/** By its name; undefined for a line that must not be there. */
export type Lines = Readonly<Record<string, string | undefined>>;

export const WALL_MS = 1_795_229_000_000;
const NOW_S = WALL_MS / 1_000;
const AMOUNTS = [0, 0.5, 25, 999, 1_000, 12_345.5, 1_000_000_000, 0.000001];
const AGES_S = [0, 59, 60, 3_599, 3_600, 86_399, 86_400, 200_000];

const amount = (random: Random) => random.pick(AMOUNTS);
const past = (random: Random) => NOW_S - random.pick(AGES_S);

const DRAWN = {
  key: (random: Random) => ({
    id: 'key_01',
    account: 'acct_01',
    name: random.pick([null, 'ci', 'a\u001b[31mb']),
    rate_limit_rpm: random.pick([1, 999, 1_000, 1_000_000]),
    balance: amount(random),
    created_at: past(random),
    status: random.pick(['active', 'revoked']),
    ...(random.chance(0.7) ? { key: random.pick(['sk-made', null]) } : {}),
  }),
  movement: (random: Random) => ({
    id: 'entry_7',
    amount: amount(random),
    balance_after: amount(random),
    reference: 'as the node has it',
    created_at: past(random),
  }),
  balance: (random: Random) => ({
    total_credits: amount(random),
    total_usage: amount(random),
    reserved: amount(random),
    balance: amount(random),
  }),
  account: (random: Random) => ({
    id: 'acct_07',
    name: 'North',
    verified: random.chance(0.5),
    created_at: past(random),
    management_key: { key: 'mk-made' },
  }),
  invitation: (random: Random) => ({
    account: 'acct_08',
    name: 'amel@example.test',
    role: 'owner',
    expires_at: NOW_S + random.pick(AGES_S.slice(1)),
    url: 'https://gate.test/invitation',
    mailed: random.chance(0.5),
  }),
  user: (random: Random) => ({
    id: 'user_09',
    account: 'acct_09',
    name: 'amel@example.test',
    role: random.pick(['member', 'owner']),
    keys: [],
    created_at: past(random),
  }),
  job: (random: Random) => {
    const status = random.pick(['pending', 'in_progress', 'completed', 'failed']);
    const created = past(random);
    const isOver = status === 'completed' || status === 'failed';
    return {
      id: 'video_05',
      account: 'acct_05',
      key: 'key_05',
      provider: 'fal',
      model: 'clip',
      seconds: 5,
      created_at: created,
      status,
      submits: 1,
      reserved: amount(random),
      ...(isOver ? { completed_at: Math.min(NOW_S, created + 7), cost: amount(random) } : {}),
      ...(status === 'completed' ? { output_seconds: 4.5 } : {}),
      ...(status === 'failed' ? { error: 'expired', error_message: 'lost' } : {}),
    };
  },
  order: (random: Random) => {
    const created = past(random);
    return {
      id: 'order_04',
      account: 'acct_04',
      key: 'key_04',
      amount: amount(random),
      status: random.pick(['pending', 'paid']),
      service: 'chargily',
      livemode: random.chance(0.5),
      created_at: created,
      ...(random.chance(0.5) ? { paid_at: Math.min(NOW_S, created + 50) } : {}),
      ...(random.chance(0.5) ? { set_aside: 'other_amount' } : {}),
    };
  },
};

export function drawnRecord(random: Random, kind: RecordKind): Json {
  return DRAWN[kind](random);
}

/** @param typed the words of the command line */
export function linesOf(kind: RecordKind, command: string, record: Json, typed: readonly string[]): Lines {
  const { id, account, name, role, status, created_at: created } = record;
  const at = created === undefined ? undefined : `${utc(created)} UTC, ${distance(created)}`;
  if (kind === 'key')
    return {
      Key: text(id),
      Name: name === null ? undefined : text(name),
      Account: text(account),
      Status: text(status),
      Limit: `${grouped(record.rate_limit_rpm)} requests a minute`,
      Balance: `${grouped(record.balance)} DA`,
      Created: at,
      Secret: record.key === null || record.key === undefined ? undefined : text(record.key),
    };
  if (kind === 'movement')
    return {
      Entry: text(id),
      Key: typed[0],
      To: command === 'keys transfer' ? typed[1] : undefined,
      [{ 'keys transfer': 'Transfer', 'keys debit': 'Debit' }[command] ?? 'Credit']:
        `${grouped(record.amount)} DA`,
      Balance: `${grouped(record.balance_after)} DA afterwards`,
      Reference: text(record.reference),
      Made: `${utc(created)} UTC`,
    };
  if (kind === 'account')
    return {
      Account: text(id),
      Name: text(name),
      Verified: record.verified === true ? 'yes' : 'no',
      Created: at,
      'Management key': 'mk-made',
    };
  if (kind === 'invitation')
    return {
      Name: text(name),
      Role: text(role),
      Account: text(account),
      Expires: `${utc(record.expires_at)} UTC, ${distance(record.expires_at)}`,
      Link: text(record.url),
    };
  if (kind === 'user')
    return { User: text(id), Name: text(name), Role: text(role), Account: text(account), Joined: at };
  if (kind === 'order')
    return {
      Order: text(id),
      Account: text(account),
      Key: text(record.key),
      Amount: `${grouped(record.amount)} DA`,
      Status: text(status),
      'Paid at': `${record.service}${record.livemode === true ? '' : ', in test mode'}`,
      Made: at,
      Paid:
        record.paid_at === undefined ? undefined : `${utc(record.paid_at)} UTC, ${distance(record.paid_at)}`,
      'Set aside': record.set_aside === undefined ? undefined : text(record.set_aside),
    };
  if (kind === 'job')
    return {
      Job: text(id),
      Status: text(status),
      Error: record.error === undefined ? undefined : `${record.error}: ${record.error_message}`,
      Created: at,
      Model: `${record.model}, ${record.seconds} s requested`,
      Reserved: `${grouped(record.reserved)} DA`,
      Charged: chargedLine(record),
      Key: text(record.key),
      Account: text(account),
    };
  return {
    received: text(record.total_credits),
    charged: text(record.total_usage),
    reserved: text(record.reserved),
    balance: text(record.balance),
  };
}

function chargedLine({ cost, output_seconds: made }: Json): string | undefined {
  if (cost === undefined) return undefined;
  return `${grouped(cost)} DA${made === undefined ? '' : ` for ${made} s of output`}`;
}

/** No control character reaches a terminal. */
function text(value: unknown): string {
  return String(value).split('\u001b').join('\\x1b');
}

/** With a comma between each three digits of the whole. */
export function grouped(value: unknown): string {
  const [whole = '', fraction] = String(value).split('.');
  let digits = whole;
  let said = '';
  while (digits.length > 3) {
    said = `,${digits.slice(-3)}${said}`;
    digits = digits.slice(0, -3);
  }
  return `${digits}${said}${fraction === undefined ? '' : `.${fraction}`}`;
}

export function utc(seconds: unknown): string {
  return new Date(Number(seconds) * 1_000).toISOString().replace('T', ' ').replace('.000Z', '');
}

/** The two largest units. */
function distance(seconds: unknown): string {
  const ago = NOW_S - Number(seconds);
  const units = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
    ['s', 1],
  ] as const;
  let left = Math.abs(ago);
  const counts = units.map(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return [unit, count] as const;
  });
  const first = counts.findIndex(([, count]) => count > 0);
  const said = (first < 0 ? [['s', 0] as const] : counts.slice(first, first + 2)).map(
    ([unit, count]) => `${count} ${unit}`,
  );
  return ago >= 0 ? `${said.join(' ')} ago` : `in ${said.join(' ')}`;
}
