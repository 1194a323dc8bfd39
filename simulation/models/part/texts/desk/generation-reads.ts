/** Reads about generations, models and the money of keys, beside what the plain lists say of them. */
import { type AnswerJudge, objectIn } from '../../jobs/desk/answer-judge.js';
import type { Answer, Asked } from '../../jobs/desk/asked.js';
import type { Refusal } from '../../jobs/desk/judged-submits.js';
import { judgeCredits, judgeEntries } from '../../jobs/desk/shown-money.js';
import { daysOf, judgeDays } from '../../jobs/desk/used-days.js';
import type { Trial } from '../../trial.js';
import type { GenerationAct, GenerationLimits } from './drawn-generations.js';
import type { GenerationsNode } from './generations-node.js';
import type { PayingKey, PlainGenerations } from './plain-generations.js';
import { shownGeneration, shownModels } from './shown-generations.js';

type Act<Do extends GenerationAct['do']> = Extract<GenerationAct, { readonly do: Do }>;

const NOT_FOUND: Refusal = { code: 'not_found', status: 404 };
const NO_GENERATION = `req_${'0'.repeat(26)}`;

export class GenerationReads {
  readonly #trial: Trial;
  readonly #node: GenerationsNode;
  readonly #plain: PlainGenerations;
  readonly #keys: readonly PayingKey[];
  readonly #judge: AnswerJudge;
  readonly #limits: GenerationLimits;

  constructor(
    trial: Trial,
    node: GenerationsNode,
    plain: PlainGenerations,
    keys: readonly PayingKey[],
    judge: AnswerJudge,
    limits: GenerationLimits,
  ) {
    this.#trial = trial;
    this.#node = node;
    this.#plain = plain;
    this.#keys = keys;
    this.#judge = judge;
    this.#limits = limits;
  }

  take(act: Act<'look' | 'credits' | 'models' | 'ledger' | 'activity'>): Promise<void> {
    const key = this.#keys[act.key] as PayingKey;
    const { secret = '' } = this.#node.people.keys[act.key] ?? {};
    switch (act.do) {
      case 'look':
        return this.#look(key, secret, act);
      case 'credits':
        return this.#told(secret, '/v1/credits', key, (answer) =>
          judgeCredits(this.#trial, objectIn(answer), key),
        );
      case 'models':
        return this.#told(secret, '/v1/models', key, (answer) => {
          const due = { object: 'list', data: shownModels(this.#limits), has_more: false, next: null };
          this.#trial.same('models', objectIn(answer), due);
        });
      case 'ledger':
        return this.#ledger(key, act);
      case 'activity': {
        const days = daysOf(act, this.#limits.offers, this.#trial.world.wallMs());
        return this.#asked(secret, `/v1/activity?${days.query}`, (answer) =>
          judgeDays(this.#trial, this.#judge, answer, key, days, this.#plain.used),
        );
      }
    }
  }

  #look(key: PayingKey, secret: string, { nth, isHead }: Act<'look'>): Promise<void> {
    const generation = this.#plain.at(nth);
    const path = `/v1/generations/${generation?.id ?? NO_GENERATION}`;
    return this.#asked(
      secret,
      path,
      (answer) => {
        if (generation === undefined || generation.key.account !== key.account)
          return this.#judge.refused('looked', answer, NOT_FOUND);
        if (generation.status === 'open')
          return this.#judge.refused('looked', answer, { code: 'not_ready', status: 409, waitMs: 1_000 });
        this.#trial.same('looked', answer.status, 200);
        if (isHead) this.#trial.same('looked', answer.body, '');
        else this.#trial.sameFields('looked', objectIn(answer), shownGeneration(generation));
        this.#judge.balance(answer, key);
      },
      isHead ? 'HEAD' : 'GET',
    );
  }

  async #ledger(key: PayingKey, { isOperator, limit }: Act<'ledger'>): Promise<void> {
    const { operator, manager, accounts } = this.#node.people;
    const isReached = isOperator || key.account === accounts[0];
    const all: object[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const path: string = `/api/keys/${key.id}/ledger?limit=${limit}${after}`;
      after = null;
      await this.#asked(isOperator ? operator : manager, path, (answer) => {
        if (!isReached) return this.#judge.refused('ledger', answer, NOT_FOUND);
        const page = { data: [], has_more: false, next: null, ...objectIn(answer) };
        const left = key.entries.length - all.length;
        this.#trial.same('ledger', [page.data.length, page.has_more], [Math.min(limit, left), left > limit]);
        all.push(...page.data);
        if (page.next !== null && page.data.length > 0) after = `&after=${page.next}`;
      });
    }
    if (isReached) judgeEntries(this.#trial, all, key.entries);
  }

  #told(secret: string, path: string, key: PayingKey, judge: (answer: Answer) => void): Promise<void> {
    return this.#asked(secret, path, (answer) => {
      this.#trial.same('read', answer.status, 200);
      judge(answer);
      this.#judge.balance(answer, key);
    });
  }

  /** Nothing is judged of an answer to a caller that has asked too often. */
  async #asked(
    secret: string,
    path: string,
    judge: (answer: Answer) => void,
    method: Asked['method'] = 'GET',
  ): Promise<void> {
    const [sent] = await this.#node.send([{ method, path, secret }]);
    if (sent?.answer === undefined) this.#trial.broke('read', `${path} is not answered`);
    else if (this.#judge.isAdmitted(secret, sent.answer, true)) judge(sent.answer);
  }
}
