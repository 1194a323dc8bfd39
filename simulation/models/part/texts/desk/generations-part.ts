/** Generations at the API: texts that are asked for, settled, looked up and removed, beside plain lists. */

import { AnswerJudge, objectIn } from '../../jobs/desk/answer-judge.js';
import type { Answer } from '../../jobs/desk/asked.js';
import { balanceOf, type Now } from '../../jobs/desk/plain-jobs.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import {
  type AskAct,
  changed,
  drawLimits,
  eventOf,
  type GenerationAct,
  type GenerationLimits,
  generationAct,
} from './drawn-generations.js';
import { GenerationReads } from './generation-reads.js';
import { type AskedRun, GenerationsNode, type Sent } from './generations-node.js';
import { type AskVerdict, IN_USE, judgedAsk } from './judged-asks.js';
import { OpenAnswers } from './open-answers.js';
import { type PayingKey, PlainGenerations, printOf } from './plain-generations.js';

const SWEPT_WITHIN_MS = 10_001;
const REVOKED_KEY = 2;

type Act<Do extends GenerationAct['do']> = Extract<GenerationAct, { readonly do: Do }>;

export function generationsPart(): Part<GenerationLimits, GenerationAct> {
  return {
    name: 'generations',
    limits: drawLimits,
    act: generationAct,
    pauseMs: (random) => random.pick([0, 0, 0, 0, 0, 0, 1, 250, 999, 5_000, 20_000, 20_000]),
    begin: (trial, limits) => new GenerationsCourse(trial, limits),
  };
}

class GenerationsCourse implements Course<GenerationAct> {
  readonly #trial: Trial;
  readonly #limits: GenerationLimits;
  readonly #node: GenerationsNode;
  readonly #plain: PlainGenerations;
  readonly #keys: readonly PayingKey[];
  readonly #judge: AnswerJudge;
  readonly #answers: OpenAnswers;
  readonly #reads: GenerationReads;
  readonly #isRevoked = new Set<number>();
  #startedAt: number;
  #repeatable: AskAct | undefined;
  #isPopulated = false;

  constructor(trial: Trial, limits: GenerationLimits) {
    const node = new GenerationsNode(trial, limits);
    this.#trial = trial;
    this.#limits = limits;
    this.#node = node;
    this.#plain = new PlainGenerations(limits);
    this.#keys = node.people.keys.map(({ id, account }) => {
      return { id, account, entries: [], credited: 0, charged: 0, reserved: 0, marked: 0 };
    });
    this.#judge = new AnswerJudge(trial, node.people, limits.rpm);
    this.#answers = new OpenAnswers(trial, this.#judge);
    this.#reads = new GenerationReads(trial, node, this.#plain, this.#keys, this.#judge, limits);
    this.#startedAt = trial.now;
  }

  async take(act: GenerationAct): Promise<void> {
    if (!this.#isPopulated) await this.#populate();
    if ('key' in act && this.#isRevoked.has(act.key)) return;
    switch (act.do) {
      case 'ask':
        return this.#askOrRepeat(act);
      case 'news':
        return this.#news(act);
      case 'answer':
        return this.#answers.answer(act);
      case 'leave':
        return this.#answers.leave(act.nth);
      case 'credit': {
        const key = this.#keys[act.key] as PayingKey;
        await this.#node.credit(key.id, act.amount, act.isMarked);
        this.#plain.credit(key, act.amount, act.isMarked, this.#now);
        return;
      }
      case 'revoke_and_ask':
        if (this.#isRevoked.has(REVOKED_KEY)) return;
        this.#isRevoked.add(REVOKED_KEY);
        this.#node.revoke(this.#keys[REVOKED_KEY]?.id ?? '');
        return this.#ask({ do: 'ask', key: REVOKED_KEY, body: act.body, times: 1 });
      case 'wall':
        this.#trial.world.stepWall(act.ms);
        return;
      case 'restart':
        this.#answers.lost();
        await this.#node.restart(act.isGraceful);
        this.#plain.interruptAll(this.#now);
        this.#startedAt = this.#trial.now;
        if (!act.isGraceful) this.#judge.crashed();
        return;
      default:
        return this.#reads.take(act);
    }
  }

  compare(): void {
    this.#answers.areOpen();
    for (const generation of this.#plain.generations) {
      const { id, settledAt = Number.POSITIVE_INFINITY } = generation;
      const isThere = this.#node.generation(id) !== undefined;
      const [{ now }, until] = [this.#trial, settledAt + this.#limits.keptMs];
      if (now < until && !isThere) this.#trial.broke('kept', `${id} is gone before ${until}`);
      const sweptBy = Math.max(until, this.#startedAt) + SWEPT_WITHIN_MS;
      if (now >= sweptBy && isThere) this.#trial.broke('removed', `${id} is there at ${now}`);
      if (!isThere) this.#plain.remove(generation);
    }
    const due = Object.entries(this.#plain.sums).filter(([, sum]) => sum !== 0);
    const told = Object.entries(this.#node.tallies).filter(([, sum]) => sum !== 0);
    this.#trial.sameFields('sums', Object.fromEntries(told), Object.fromEntries(due));
  }

  get #now(): Now {
    return { at: this.#trial.now, wall: this.#trial.world.wallMs() };
  }

  async #populate(): Promise<void> {
    this.#isPopulated = true;
    await this.#node.populate();
    for (const [n, key] of this.#keys.entries())
      this.#plain.credit(key, this.#limits.credits[n] ?? 0, false, this.#now);
  }

  #askOrRepeat(act: AskAct): Promise<void> {
    const before = this.#repeatable;
    if (act.again !== undefined && before !== undefined && !this.#isRevoked.has(before.key))
      return this.#ask({ ...before, body: changed(before.body, act.again, this.#limits.offers) });
    if (act.repeat !== undefined) this.#repeatable = act;
    return this.#ask(act);
  }

  async #ask({ key: place, body, repeat, times }: AskAct): Promise<void> {
    const { secret = '' } = this.#node.people.keys[place] ?? {};
    const key = this.#keys[place] as PayingKey;
    const name = repeat?.isQuoted === true ? `"${repeat.name}"` : repeat?.name;
    const asked = { method: 'POST' as const, path: '/v1/chat/completions', secret, body, repeat: name };
    const sent = await this.#node.send(Array.from({ length: times }, () => asked));
    const runs = this.#node.runs.splice(0);
    let isUnderWay = false;
    for (const [n, one] of sent.entries()) {
      const { answer } = one;
      const isAdmitted =
        answer === undefined
          ? this.#judge.isAdmittedUnanswered(secret)
          : this.#judge.isAdmitted(secret, answer, n === sent.length - 1);
      if (answer === undefined && !isAdmitted) this.#trial.broke('limited', 'it is taken beyond the window');
      if (!isAdmitted) continue;
      const verdict = this.#verdict(body, repeat, key, isUnderWay, place);
      if (verdict.is === 'refused') {
        if (answer === undefined) this.#trial.same('asked', 'no answer', verdict.refusal);
        else this.#refused(answer, verdict);
        continue;
      }
      isUnderWay = true;
      const run = answer === undefined ? runs.shift() : undefined;
      if (run === undefined) this.#trial.same('asked', answer ?? 'no run', verdict.bought);
      else
        this.#accepted(run, one, key, secret, verdict, repeat && { name: repeat.name, print: printOf(body) });
    }
    this.#trial.same('runs', runs.length, 0);
  }

  #verdict(
    body: AskAct['body'],
    repeat: AskAct['repeat'],
    key: PayingKey,
    isUnderWay: boolean,
    place: number,
  ): AskVerdict {
    const verdict = judgedAsk(body, repeat, key, this.#now, this.#limits, this.#plain);
    const isMalformed = verdict.is === 'refused' && verdict.isMalformed === true;
    if (isUnderWay && repeat !== undefined) return IN_USE;
    if (!this.#isRevoked.has(place) || isMalformed) return verdict;
    return { is: 'refused', refusal: { code: 'invalid_api_key', status: 401 } };
  }

  #refused(answer: Answer, { refusal, params, generation }: Extract<AskVerdict, { is: 'refused' }>): void {
    const { error } = objectIn(answer) as {
      error?: { readonly param: string | null; readonly message: string };
    };
    const isNamed = params?.includes(error?.param?.split('.')[0] ?? '') === true;
    const param = isNamed ? error?.param : params?.[0];
    this.#judge.refused('refused', answer, { ...refusal, ...(typeof param === 'string' ? { param } : {}) });
    if (generation !== undefined && error?.message.includes(generation) !== true)
      this.#trial.broke('refused', `"${error?.message}" does not name ${generation}`);
  }

  #accepted(
    run: AskedRun,
    sent: Sent,
    key: PayingKey,
    secret: string,
    { bought }: Extract<AskVerdict, { is: 'accepted' }>,
    repeat: { readonly name: string; readonly print: string } | undefined,
  ): void {
    const { generation, bodies, outputTokensMax, wantsUsage } = run.request;
    const { id, machine, prices, idempotencyKeyHash, ...told } = generation;
    const offer = this.#limits.offers.find((one) => one.id === bought.model);
    if (offer === undefined) return;
    const { reserve, isStreamed } = bought;
    const providers = bought.routes.map(({ provider }) => provider);
    this.#plain.accept({ id, key, offer, providers, reserve, isStreamed }, repeat, this.#now);
    const due = this.#plain.at(0);
    this.#trial.same(
      'asked',
      [run.isOnDisk, bodies.map(({ body }) => body), outputTokensMax, wantsUsage],
      [true, bought.bodies, bought.outputTokensMax, bought.wantsUsage],
    );
    this.#trial.same('routes', [machine.context.route, ...machine.context.fallbacks], bought.routes);
    this.#trial.sameFields('generation', told, {
      key: key.id,
      account: key.account,
      model: offer.id,
      reserved: reserve,
      ...(due?.marked === 0 ? {} : { marked: due?.marked }),
      isStreamed,
      createdAt: due?.createdAt,
      status: 'open',
      cost: null,
    });
    this.#answers.add({ id, run, sent, key, secret, balance: balanceOf(key), isStreamed });
  }

  async #news(act: Act<'news'>): Promise<void> {
    const { nth, is, end } = act;
    const open = this.#plain.generations.filter(({ status }) => status === 'open');
    // Mostly of one that is under way.
    const generation = nth % 2 === 0 ? open.at(-1 - nth / 2) : this.#plain.at(nth);
    if (generation === undefined) return;
    this.#plain.meet(generation, is, end, this.#now);
    const reply = await this.#node.report(generation.id, eventOf(act));
    const told = reply?.outcome === 'generation' ? reply.generation : undefined;
    const isOver = generation.status !== 'open';
    this.#trial.same(
      'settled',
      [told?.status, told?.cost, told?.machine.context.route.provider],
      [generation.status, isOver ? generation.cost : null, generation.providers[0]],
    );
  }
}
