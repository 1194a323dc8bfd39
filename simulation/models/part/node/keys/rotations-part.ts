/**
 * A key that gets another secret, often, with and without a grace: which of its secrets work, and when they
 * are gone from the disk. Some rotations come from a form that is out of date, and the node starts again.
 */
import type { ApiKeyReply } from '../../../../../src/actors/keys/api-key-messages.js';
import { encodeApiKey, readApiKey } from '../../../../../src/actors/keys/api-key-record.js';
import type { Actors } from '../../../../../src/node/assembly/actors.js';
import { ask } from '../../../../../src/node/assembly/ask.js';
import { MemoryStore } from '../../../../../src/store/memory/memory-store.js';
import { MortalWorld } from '../../../../world/mortal-world.js';
import { startActors } from '../../lone-actors.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { firstState } from './table-keys.js';

type RotationAct =
  /** `behind`: rotations that the form does not know of; none is said if it is undefined. */
  | { readonly do: 'rotate'; readonly graceMs: number; readonly behind?: number }
  | { readonly do: 'start' }
  | { readonly do: 'revoke' };

interface Secret {
  readonly hash: string;
  /** Undefined for the current one. */
  readonly until?: number;
}

const KEY = firstState(1, 'acct_1');
const BY = { kind: 'management_key', id: 'mkey_1' } as const;
const EARLIER_MAX = 8;
/** In which a row goes whose grace is over. */
const REMOVED_WITHIN_MS = 1_000;
const GRACES_MS = [0, 1, 1_000, 60_000, 86_400_000, 86_400_000, 86_400_000];

export function rotationsPart(): Part<number, RotationAct> {
  return {
    name: 'rotations',
    // The share of graces that may be short: many secrets work at once if few are.
    limits: (random) => random.pick([0.02, 0.3]),
    act: (random, shortShare) =>
      random.weighted<() => RotationAct>([
        [
          10,
          () => ({
            do: 'rotate',
            graceMs: random.chance(shortShare) ? random.pick(GRACES_MS) : 86_400_000 - random.below(3),
            ...(random.chance(0.3) ? { behind: random.pick([0, 0, 1]) } : {}),
          }),
        ],
        [1, () => ({ do: 'start' })],
        [0.2, () => ({ do: 'revoke' })],
      ])(),
    pauseMs: (random) => random.pick([0, 1, 500, 999, 1_000, 60_000, 60_000, 3_600_000]),
    begin: (trial) => new RotationsCourse(trial),
  };
}

class RotationsCourse implements Course<RotationAct> {
  readonly #trial: Trial;
  #store = new MemoryStore();
  #life: MortalWorld | undefined;
  #actors: Actors | undefined;
  /** The newest first; none of a key that is revoked. */
  #secrets: readonly Secret[] = [{ hash: KEY.credentialHash }];
  #rotations = 0;
  #isRevoked = false;

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  async take(act: RotationAct): Promise<void> {
    const actors = this.#actors ?? (await this.#start());
    if (act.do === 'start') {
      this.#life?.end();
      this.#store = this.#store.crash('kept');
      await this.#start();
      return;
    }
    const { behind } = act.do === 'rotate' ? act : {};
    const credentialHash = `hash-${this.#rotations + 1}`;
    const asked = ask(
      actors.system,
      actors.apiKey,
      KEY.id,
      act.do === 'revoke'
        ? { type: 'revoke', by: BY }
        : {
            type: 'rotate',
            by: BY,
            credentialHash,
            graceMs: act.graceMs,
            ...(behind === undefined ? {} : { rotations: this.#rotations - behind }),
          },
    );
    let reply: ApiKeyReply | undefined;
    void asked.then((one) => {
      reply = one;
    });
    await this.#trial.world.settle();
    this.#trial.same('outcome', reply?.outcome, this.#dueOutcome(act));
    if (this.#isRevoked) return;
    if (act.do === 'revoke') [this.#isRevoked, this.#secrets] = [true, []];
    else if (behind === undefined || behind === 0) this.#rotate(credentialHash, act.graceMs);
  }

  compare(): void {
    if (this.#actors === undefined) return;
    const { now } = this.#trial;
    const valid = this.#secrets.filter(({ until }) => until === undefined || until > now);
    const rows = Array.from(this.#store.range('credentials', {}), ({ key, value }): Secret => {
      const { until } = JSON.parse(value) as { readonly until?: number };
      return until === undefined ? { hash: key } : { hash: key, until };
    });
    const sorted = (secrets: readonly Secret[]) =>
      secrets.map(({ hash, until = 0 }) => `${hash} until ${until}`).sort();
    const isOver = ({ until }: Secret) => until !== undefined && until <= now;
    this.#trial.same('valid', sorted(rows.filter((row) => !isOver(row))), sorted(valid));
    const late = rows.filter(({ until = now }) => until + REMOVED_WITHIN_MS < now);
    if (late.length > 0) this.#trial.same('removed', late, []);
    const key = readApiKey(KEY.id, this.#store);
    this.#trial.same('revoked', key?.isRevoked, this.#isRevoked);
    this.#trial.same('count', key?.rotations, this.#rotations);
    if (this.#isRevoked) return;
    this.#trial.same('current', key?.credentialHash, valid[0]?.hash);
    this.#trial.same(
      'earlier',
      key?.earlier.filter((one) => !isOver(one)),
      valid.slice(1),
    );
  }

  async #start(): Promise<Actors> {
    if (this.#actors === undefined)
      await this.#store.commit([
        { table: 'keys', key: KEY.id, value: encodeApiKey(KEY) },
        {
          table: 'credentials',
          key: KEY.credentialHash,
          value: JSON.stringify({ v: 1, kind: 'api', id: KEY.id }),
        },
      ]);
    this.#life = new MortalWorld(this.#trial.world);
    this.#actors = startActors({ world: this.#life, store: this.#store });
    await this.#trial.world.settle();
    return this.#actors;
  }

  #dueOutcome(act: RotationAct): string {
    if (act.do === 'revoke') return 'key';
    if (this.#isRevoked) return 'no_such_key';
    return act.do === 'rotate' && act.behind === 1 ? 'rotated_before' : 'key';
  }

  /** No secret of before works longer than the latest grace, and at most eight do. */
  #rotate(hash: string, graceMs: number): void {
    const { now } = this.#trial;
    const end = now + graceMs;
    const before = this.#secrets.map((one) => ({ ...one, until: Math.min(one.until ?? end, end) }));
    const left = before.filter(({ until }) => until > now).slice(0, EARLIER_MAX);
    this.#secrets = [{ hash }, ...left];
    this.#rotations += 1;
  }
}
