/** The frames that pages of an account are sent, of keys that change, beside those of another account. */
import { encodeApiKey } from '../../../../../src/actors/keys/api-key-record.js';
import { microDa } from '../../../../../src/money/micro-da.js';
import { accountFrame } from '../../../../../src/node/live/account-frame.js';
import type { Course, Part } from '../../part.js';
import { PlainRecords } from '../../plain-records.js';
import type { Trial } from '../../trial.js';

/** A key as it is from now on. A number that is new makes one. */
interface KeyAct {
  readonly do: 'key';
  readonly number: number;
  readonly rpm: number;
  /** Requests of the last minute. */
  readonly counted: number;
  readonly jobs: number;
  readonly texts: number;
  /** Micro-DA. */
  readonly balance: number;
  readonly charged: number;
  readonly reserved: number;
}

const ACCOUNTS = ['acct_1', 'acct_2'] as const;
const KEYS_SHOWN = 25;
const MICRO_DA_PER_DA = 1_000_000;

export function accountFramesPart(): Part<null, KeyAct> {
  return {
    name: 'account-frames',
    limits: () => null,
    act: (random) => ({
      do: 'key',
      number: random.below(70),
      rpm: random.pick([1, 60, 46_000]),
      counted: random.pick([0, 0, 1, 59]),
      jobs: random.below(4),
      texts: random.below(4),
      balance: random.pick([0, 1, 41_000_001, 1_500_000, 999_000_000_000_000]),
      charged: random.below(3),
      reserved: random.pick([0, 0, 2_000_000]),
    }),
    pauseMs: (random) => random.pick([0, 0, 1_000]),
    begin: (trial) => new AccountFramesCourse(trial),
  };
}

class AccountFramesCourse implements Course<KeyAct> {
  readonly #trial: Trial;
  readonly #records = new PlainRecords();
  readonly #keys = new Map<number, KeyAct>();

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  take(act: KeyAct): void {
    const { number, rpm, jobs, texts, balance, charged, reserved } = act;
    const [id, account] = [idOf(number), accountOf(number)];
    this.#keys.set(number, act);
    const balances = {
      credited: microDa(balance + charged + reserved),
      charged: microDa(charged),
      reserved: microDa(reserved),
      withdrawn: microDa(0),
      marked: microDa(0),
    };
    const key = {
      id,
      account,
      name: null,
      rateLimitRpm: rpm,
      isRevoked: false,
      createdAt: 1,
      balances,
      open: { video_job: jobs, generation: texts },
      entries: 1,
      credentialHash: '0'.repeat(64),
      rotations: 0,
      earlier: [],
    };
    this.#records.put('keys', id, encodeApiKey(key));
    this.#records.put('account_keys', `${account}/${id}`, '1');
  }

  compare(): void {
    const { world } = this.#trial;
    for (const account of ACCOUNTS) {
      const frame = accountFrame(this.#sources(), account);
      const told = Object.entries(frame.keys).map(([id, { balance, ...key }]) => ({
        id,
        ...key,
        balance: Math.round(Number(balance) * MICRO_DA_PER_DA),
      }));
      const own = [...this.#keys.values()].filter(({ number }) => accountOf(number) === account);
      const newest = own.toSorted((a, b) => b.number - a.number).slice(0, KEYS_SHOWN);
      const due = newest.map(({ number, counted, rpm, jobs, balance }) => ({
        id: idOf(number),
        last_minute: counted,
        limit_rpm: rpm,
        unfinished_jobs: jobs,
        balance,
      }));
      this.#trial.same('keys', told, due);
      this.#trial.same('time', frame.at_ms, world.wallMs());
    }
  }

  /** Windows are as their last counts have it. */
  #sources(): Parameters<typeof accountFrame>[0] {
    const windows = {
      find: (subject: string) =>
        [...this.#keys.values()].find(({ number }) => subject.endsWith(idOf(number))),
      counted: ({ counted }: KeyAct) => counted,
    };
    const sources = { world: this.#trial.world, system: { records: this.#records }, windows };
    return sources as unknown as Parameters<typeof accountFrame>[0];
  }
}

function idOf(number: number): string {
  return `key_${String(number).padStart(26, '0')}`;
}

/** Most keys are of the first account. */
function accountOf(number: number): string {
  return number % 4 === 3 ? ACCOUNTS[1] : ACCOUNTS[0];
}
