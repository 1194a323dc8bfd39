/** The queue of passwords that are hashed or checked, before a hash that takes its time, or fails. */
import type { Argon2Options } from '../../../../src/passwords/argon2.js';
import { QueuedPasswordHasher } from '../../../../src/passwords/password-hasher.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';

type HasherAct =
  | { readonly do: 'hash' | 'check' | 'check_nobody' }
  /** The hash under way ends: it fits, does not, or cannot be made. */
  | { readonly do: 'end'; readonly how: 'fits' | 'differs' | 'fails' };

interface Asked {
  readonly password: string;
  readonly does: HasherAct['do'];
}

export function hasherPart(): Part<number, HasherAct> {
  return {
    name: 'hasher',
    limits: (random) => random.pick([1, 2, 5]),
    act: (random) =>
      random.chance(0.5)
        ? { do: random.pick(['hash', 'check', 'check_nobody'] as const) }
        : { do: 'end', how: random.pick(['fits', 'fits', 'differs', 'fails'] as const) },
    pauseMs: () => 0,
    begin: (trial, waitingMax) => new HasherCourse(trial, waitingMax),
  };
}

class HasherCourse implements Course<HasherAct> {
  readonly #trial: Trial;
  readonly #waitingMax: number;
  readonly #hasher: QueuedPasswordHasher;
  /** Begun and not over, as the part has them. */
  readonly #begun: string[] = [];
  readonly #told: string[] = [];
  readonly #expected: string[] = [];
  /** The first is the one that is under way. */
  readonly #asked: Asked[] = [];
  #end: ((how: Extract<HasherAct, { readonly do: 'end' }>['how']) => void) | undefined;
  #passwords = 0;

  constructor(trial: Trial, waitingMax: number) {
    this.#trial = trial;
    this.#waitingMax = waitingMax;
    const argon2 = {
      hash: async (password: string, { memoryCost, timeCost, parallelism }: Argon2Options) => {
        // By the contract: 19 MiB, twice over.
        trial.same('cost', [memoryCost, timeCost, parallelism], [19 * 1_024, 2, 1]);
        return (await this.#begin(password)) ? `hash of ${password}` : '';
      },
      verify: async (hash: string, password: string) => {
        trial.same('against', /m=19456,t=2,p=1|^theirs$/.test(hash), true);
        return await this.#begin(password);
      },
    };
    this.#hasher = new QueuedPasswordHasher(argon2, waitingMax);
  }

  take(act: HasherAct): void {
    if (act.do === 'end') {
      const first = this.#asked.shift();
      if (first === undefined) return;
      const { password, does } = first;
      const fits = act.how === 'fits';
      const result = does === 'hash' ? (fits ? `hash of ${password}` : '') : fits && does === 'check';
      this.#expected.push(`${password}: ${act.how === 'fails' ? 'failed' : String(result)}`);
      this.#end?.(act.how);
      return;
    }
    this.#passwords += 1;
    const password = `password ${this.#passwords}`;
    if (this.#asked.length > this.#waitingMax) this.#expected.push(`${password}: undefined`);
    else this.#asked.push({ password, does: act.do });
    const answer =
      act.do === 'hash'
        ? this.#hasher.hash(password)
        : this.#hasher.verify(act.do === 'check' ? 'theirs' : undefined, password);
    const told = (result: string) => this.#told.push(`${password}: ${result}`);
    void answer.then(
      (result) => told(String(result)),
      () => told('failed'),
    );
  }

  compare(): void {
    this.#trial.same(
      'under-way',
      this.#begun,
      this.#asked.slice(0, 1).map(({ password }) => password),
    );
    this.#trial.same('answers', this.#told, this.#expected);
  }

  #begin(password: string): Promise<boolean> {
    this.#begun.push(password);
    return new Promise((resolve, reject) => {
      this.#end = (how) => {
        this.#begun.splice(this.#begun.indexOf(password), 1);
        if (how === 'fails') reject(new Error('out of memory'));
        else resolve(how === 'fits');
      };
    });
  }
}
