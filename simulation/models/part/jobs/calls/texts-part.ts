/** Requests to models of text: turned away, refused, answered in pieces, broken off and left. */
import {
  NobodyWaitsError,
  TextCalls,
  type TextOutcome,
} from '../../../../../src/providers/calls/text-calls.js';
import type { TextAnswer, TextPiece, TextProvider } from '../../../../../src/providers/text-provider.js';
import type { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { breakerLimits, breakerPauseMs } from './breaker-part.js';
import { type NaiveText, NaiveTexts, type TextBounds } from './naive-texts.js';

/** `nth` of those under way. */
type TextsAct =
  | { readonly do: 'ask'; readonly model: number }
  | { readonly do: 'begin' | 'piece' | 'end' | 'fail' | 'refuse' | 'leave'; readonly nth: number }
  /** The provider takes it later, and may say after how many ms. */
  | { readonly do: 'not_now'; readonly nth: number; readonly pauseMs?: number }
  /** Nobody waits for it any more, or it took too long. */
  | { readonly do: 'abort'; readonly nth: number; readonly isLeft: boolean }
  /** Time passes until a model may be asked, or to the ms before. */
  | { readonly do: 'wait'; readonly model: number; readonly lessMs: number }
  | { readonly do: 'configure'; readonly bounds: readonly TextBounds[] };

interface Text {
  readonly naive: NaiveText;
  readonly model: number;
  readonly abort: AbortController;
  answer: (answer: TextAnswer) => void;
  fail: (error: Error) => void;
  /** Once it has begun. */
  pieces?: AsyncIterator<readonly TextPiece[]>;
  next: () => Promise<IteratorResult<readonly TextPiece[]>>;
}

const MODELS = [0, 1] as const;
const OUTCOMES: readonly TextOutcome[] = ['answered', 'rejected', 'not_now', 'timeout', 'error', 'left'];
const REQUEST = { generationId: 'gen_1', body: {}, isStreamed: true };

export function textsPart(): Part<readonly TextBounds[], TextsAct> {
  return {
    name: 'texts',
    limits: (random) => MODELS.map(() => drawnBounds(random)),
    act: textsAct,
    pauseMs: (random, [bounds]) => breakerPauseMs(random, bounds?.breaker ?? breakerLimits(random)),
    begin: (trial, bounds) => new TextsCourse(trial, bounds),
  };
}

function drawnBounds(random: Random): TextBounds {
  return {
    atOnce: random.pick([1, 2, 6]),
    perSecond: random.pick([1, 2, 5, 1_000]),
    breaker: breakerLimits(random),
  };
}

function textsAct(random: Random): TextsAct {
  const [nth, model] = [random.below(6), random.pick(MODELS)];
  const pause = random.chance(0.5) ? { pauseMs: random.pick([1, 700, 5_000, 4_000_000]) } : {};
  return random.weighted<() => TextsAct>([
    [8, () => ({ do: 'ask', model })],
    [3, () => ({ do: random.pick(['begin', 'piece', 'end', 'refuse', 'leave']), nth })],
    [3, () => ({ do: 'fail', nth })],
    [1.5, () => ({ do: 'not_now', nth, ...pause })],
    [1, () => ({ do: 'abort', nth, isLeft: random.chance(0.5) })],
    [3, () => ({ do: 'wait', model, lessMs: random.pick([0, 0, 1]) })],
    [0.5, () => ({ do: 'configure', bounds: MODELS.map(() => drawnBounds(random)) })],
  ])();
}

class TextsCourse implements Course<TextsAct> {
  readonly #trial: Trial;
  readonly #naive: readonly NaiveTexts[];
  readonly #calls: TextCalls;
  readonly #providers: readonly TextProvider[];
  #underWay: Text[] = [];
  /** Requests that left, and are not among those under way yet. */
  readonly #leaving: Pick<Text, 'answer' | 'fail'>[] = [];

  constructor(trial: Trial, bounds: readonly TextBounds[]) {
    this.#trial = trial;
    trial.world.fraction = 0;
    this.#naive = bounds.map((one) => new NaiveTexts(one));
    this.#providers = MODELS.map((model) => ({
      name: nameOf(model),
      models: [],
      bodyOf: () => ({}),
      generate: () =>
        new Promise((answer, fail) => {
          this.#leaving.push({ answer, fail });
        }),
    }));
    const { world } = trial;
    this.#calls = new TextCalls({ world, providers: this.#providers, limitsOf: limitsIn(bounds) });
  }

  async take(act: TextsAct): Promise<void> {
    if (act.do === 'ask') return this.#ask(act.model);
    if (act.do === 'configure') {
      this.#calls.configure(this.#providers, limitsIn(act.bounds));
      for (const [model, bounds] of act.bounds.entries()) this.#naive[model]?.configure(bounds);
      return;
    }
    if (act.do === 'wait') {
      const forMs = this.#naive[act.model]?.turnsAwayFor(this.#trial.now);
      if (typeof forMs === 'number') await this.#trial.world.advance(forMs - act.lessMs);
      return;
    }
    const text = this.#underWay[act.nth % (this.#underWay.length || 1)];
    if (text === undefined) return;
    await (text.pieces === undefined ? this.#answer(text, act) : this.#goOn(text, act));
    await this.#trial.world.settle();
  }

  compare(): void {
    for (const { provider, underWay, outcomes, breaker, breakerOpenings } of this.#calls.numbers()) {
      const naive = this.#naive[MODELS.findIndex((model) => nameOf(model) === provider)];
      if (naive === undefined) continue;
      this.#trial.same('flight', underWay, naive.underWay);
      for (const outcome of OUTCOMES) this.#trial.same('counts', outcomes[outcome], naive.outcomes(outcome));
      this.#trial.same('breaker', breaker, naive.breaker.state);
      this.#trial.same('openings', breakerOpenings, naive.breaker.openings);
    }
  }

  async #ask(model: number): Promise<void> {
    const naive = this.#naive[model];
    if (naive === undefined) return;
    const forMs = naive.turnsAwayFor(this.#trial.now);
    const abort = new AbortController();
    const asked = this.#calls.ask({ provider: nameOf(model), model: 'm' }, REQUEST, abort.signal);
    const leaving = this.#leaving.pop();
    if (leaving === undefined || forMs !== undefined) {
      const told = leaving === undefined ? await asked : { outcome: 'left' };
      const again = 'askAgainAfterMs' in told ? told.askAgainAfterMs : 'unknown';
      this.#trial.same('away', told.outcome === 'not_now' ? again : undefined, forMs);
      return;
    }
    const none = async () => ({ done: true as const, value: undefined });
    const text: Text = { naive: naive.begin(this.#trial.now), model, abort, ...leaving, next: none };
    this.#underWay.push(text);
    asked.then(
      (told) => {
        if (told.outcome === 'begun') text.pieces = told.pieces[Symbol.asyncIterator]();
      },
      () => {},
    );
  }

  /** The provider has not begun. */
  #answer(text: Text, act: TextsAct): void {
    const failure = { code: 'provider_rejected', message: 'no' } as const;
    switch (act.do) {
      case 'begin': {
        const over = async () => ({ done: true as const, value: undefined });
        const source = { next: () => text.next(), return: over };
        text.answer({ outcome: 'begun', pieces: { [Symbol.asyncIterator]: () => source } });
        break;
      }
      case 'refuse':
        text.answer({ outcome: 'rejected', failure });
        this.#over(text, true, 'rejected');
        break;
      case 'not_now': {
        const { pauseMs } = act;
        const again = pauseMs === undefined ? {} : { askAgainAfterMs: pauseMs };
        text.answer({ outcome: 'not_now', message: '', ...again });
        if (pauseMs !== undefined) this.#naive[text.model]?.pause(pauseMs, this.#trial.now);
        this.#over(text, false, 'not_now');
        break;
      }
      case 'fail':
        text.fail(new Error('the connection is broken'));
        this.#over(text, false, 'error');
        break;
      case 'abort':
        text.abort.abort(act.isLeft ? new NobodyWaitsError() : new Error('too late'));
        text.fail(new Error('aborted'));
        this.#over(text, false, act.isLeft ? 'left' : 'timeout', act.isLeft);
    }
  }

  /** The provider has begun. */
  async #goOn(text: Text, act: TextsAct): Promise<void> {
    const fails = () => Promise.reject(new Error('broken off'));
    switch (act.do) {
      case 'piece':
        text.next = async () => ({ done: false, value: [] });
        await text.pieces?.next();
        this.#naive[text.model]?.judge(text.naive, true, false, this.#trial.now);
        break;
      case 'end':
        text.next = async () => ({ done: true, value: undefined });
        await text.pieces?.next();
        this.#over(text, true, 'answered');
        break;
      case 'leave':
        text.abort.abort(new NobodyWaitsError());
        await text.pieces?.return?.();
        this.#over(text, false, 'left', true);
        break;
      case 'fail':
        text.next = fails;
        await text.pieces?.next().catch(() => {});
        this.#over(text, false, 'error');
        break;
      case 'abort':
        text.abort.abort(act.isLeft ? new NobodyWaitsError() : new Error('too late'));
        text.next = fails;
        await text.pieces?.next().catch(() => {});
        this.#over(text, false, act.isLeft ? 'left' : 'timeout', act.isLeft);
    }
  }

  #over(text: Text, isSound: boolean, outcome: TextOutcome, isLeft = false): void {
    this.#naive[text.model]?.judge(text.naive, isSound, isLeft, this.#trial.now);
    text.naive.outcome = outcome;
    this.#underWay = this.#underWay.filter((other) => other !== text);
  }
}

function nameOf(model: number): string {
  return `provider-${model}`;
}

function limitsIn(bounds: readonly TextBounds[]) {
  return (provider: string) => {
    const { atOnce, perSecond, breaker } = bounds[
      MODELS.findIndex((model) => nameOf(model) === provider)
    ] as TextBounds;
    return { submitsInFlightMax: atOnce, pollsPerSecondMax: perSecond, breaker };
  };
}
