/** Answers of adapters, right and wrong, as they are taken: bounded, or as garbage. */
import {
  readFindAnswer,
  readProviderState,
  readSubmitAnswer,
} from '../../../../../src/providers/calls/provider-answers.js';
import { FAILURE_SLUGS } from '../../../../../src/providers/provider.js';
import type { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';
import type { Trial } from '../../trial.js';

/** Values by their names, as JSON does not know all of them. */
const NUMBERS: Readonly<Record<string, unknown>> = {
  nothing: 0,
  some: 2_500,
  half: 2_500.5,
  small: 0.4,
  'a hundred': 100,
  'a hundred and one': 101,
  'a minute': 60_000,
  'more than a minute': 60_001,
  'a day': 86_400_000,
  'more than a day': 86_400_001,
  negative: -1,
  'no number': Number.NaN,
  'without end': Number.POSITIVE_INFINITY,
  text: '2500',
  null: null,
  absent: undefined,
};
const SLUGS = [...FAILURE_SLUGS, 'no_such_slug', ''];
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MESSAGE_MAX = 500;

interface AnswerAct {
  readonly do: 'submit' | 'find' | 'poll';
  readonly is: string;
  readonly state: string;
  /** Of each text so many characters; absent if it is none. */
  readonly handle?: number;
  readonly location?: number;
  readonly message?: number;
  readonly slug: string;
  readonly outputMs: string;
  readonly saidMs: string;
  readonly progress: string;
  readonly askAgainAfterMs: string;
}

type Fields = Readonly<Record<string, unknown>>;

export function providerAnswersPart(): Part<undefined, AnswerAct> {
  return {
    name: 'provider-answers',
    limits: () => undefined,
    act: drawAnswer,
    pauseMs: () => 0,
    begin: (trial) => ({
      take(act) {
        const [told, expected] = [read(act), act.do === 'poll' ? dueState(act) : dueAnswer(act)];
        trial.same('taken', told === undefined ? 'garbage' : 'taken', expected ? 'taken' : 'garbage');
        if (told !== undefined && expected !== undefined) compare(trial, told, expected);
      },
      compare() {},
    }),
  };
}

function drawAnswer(random: Random): AnswerAct {
  const length = (most: number) => random.pick([1, 30, most - 1, most, most + 1, 0]);
  const [handle, location, message] = [length(1_000), length(2_000), length(MESSAGE_MAX)];
  const number = () =>
    random.chance(0.5) ? random.pick(['nothing', 'some', 'a hundred']) : random.pick(Object.keys(NUMBERS));
  return {
    do: random.pick(['submit', 'find', 'poll', 'poll'] as const),
    is: random.pick(['accepted', 'accepted', 'rejected', 'not_now', 'taken', 'absent']),
    state: random.pick([
      'pending',
      'in_progress',
      'completed',
      'completed',
      'made',
      'failed',
      'over',
      'absent',
    ]),
    ...(random.chance(0.95) ? { handle } : {}),
    ...(random.chance(0.95) ? { location } : {}),
    ...(random.chance(0.9) ? { message } : {}),
    slug: random.pick(SLUGS),
    outputMs: number(),
    saidMs: number(),
    progress: number(),
    askAgainAfterMs: number(),
  };
}

function read(act: AnswerAct): Fields | undefined {
  const { handle, slug, is } = act;
  const message = textOf(act.message);
  const askAgainAfterMs = NUMBERS[act.askAgainAfterMs];
  const state =
    act.state === 'absent'
      ? undefined
      : {
          ...{ state: act.state, location: textOf(act.location), outputMs: NUMBERS[act.outputMs] },
          ...{ saidMs: NUMBERS[act.saidMs], progress: NUMBERS[act.progress], askAgainAfterMs, slug, message },
        };
  if (act.do === 'poll') return readProviderState(state) as Fields | undefined;
  const answer =
    is === 'absent'
      ? undefined
      : { outcome: is, handle: textOf(handle), state, slug, message, askAgainAfterMs };
  return (act.do === 'find' ? readFindAnswer(answer) : readSubmitAnswer(answer)) as Fields | undefined;
}

/** A message of more than 500 characters is cut; all else is told as it came. */
function compare(trial: Trial, told: Fields, expected: Fields): void {
  const { message, state, ...rest } = told;
  const { message: whole, state: stateDue, ...restDue } = expected;
  trial.sameFields('fields', rest, restDue);
  if (typeof state === 'object' && state !== null) compare(trial, state as Fields, stateDue as Fields);
  else trial.same('state', state, stateDue);
  const [cut, all] = [String(message), String(whole)];
  const isRight = all.length <= MESSAGE_MAX ? cut === all : cut.length <= MESSAGE_MAX && cut.length > 400;
  if (!isRight) trial.broke('message', `of ${all.length} characters it tells ${cut.length}`);
}

function dueAnswer(act: AnswerAct): Fields | undefined {
  const { is, handle = 0, slug } = act;
  switch (is) {
    case 'absent':
      return act.do === 'find' ? { outcome: 'not_found' } : undefined;
    case 'accepted': {
      const state = dueState(act);
      return handle >= 1 && handle <= 1_000 && state
        ? { outcome: is, handle: textOf(handle), state }
        : undefined;
    }
    case 'rejected':
      return isKnown(slug) && act.message !== undefined
        ? { outcome: is, slug, message: textOf(act.message) }
        : undefined;
    case 'not_now':
      return act.message === undefined
        ? undefined
        : { outcome: is, message: textOf(act.message), ...dueWait(act, DAY_MS) };
    default:
      return undefined;
  }
}

function dueState(act: AnswerAct): Fields | undefined {
  const { state, location: characters = 0, slug } = act;
  const isThere = characters >= 1 && characters <= 2_000;
  const location = textOf(characters);
  switch (state) {
    case 'pending':
      return { state, ...dueWait(act, MINUTE_MS) };
    case 'in_progress':
      return { state, ...dueProgress(NUMBERS[act.progress]), ...dueWait(act, MINUTE_MS) };
    case 'completed':
      return isThere && isLength(act.outputMs)
        ? { state, location, outputMs: NUMBERS[act.outputMs] }
        : undefined;
    case 'made':
      return isThere
        ? { state, location, ...(isLength(act.saidMs) ? { saidMs: NUMBERS[act.saidMs] } : {}) }
        : undefined;
    case 'failed':
      return isKnown(slug) && act.message !== undefined
        ? { state, slug, message: textOf(act.message) }
        : undefined;
    default:
      return undefined;
  }
}

/** Whole milliseconds, a day of them at most. */
function isLength(name: string): boolean {
  return [
    'nothing',
    'some',
    'a hundred',
    'a hundred and one',
    'a minute',
    'more than a minute',
    'a day',
  ].includes(name);
}

/** A wait that makes no sense is none. */
function dueWait({ askAgainAfterMs }: AnswerAct, most: number): Fields {
  const wait = NUMBERS[askAgainAfterMs];
  if (typeof wait !== 'number' || Number.isNaN(wait) || wait < 0) return {};
  return { askAgainAfterMs: wait >= most ? most : Math.ceil(wait) };
}

function dueProgress(percent: unknown): Fields {
  if (typeof percent !== 'number' || Number.isNaN(percent)) return {};
  return { progress: percent <= 0 ? 0 : percent >= 100 ? 100 : Math.trunc(percent) };
}

function isKnown(slug: string): boolean {
  return slug !== 'no_such_slug' && slug !== '';
}

function textOf(characters: number | undefined): string | undefined {
  return characters === undefined ? undefined : 'x'.repeat(characters);
}
