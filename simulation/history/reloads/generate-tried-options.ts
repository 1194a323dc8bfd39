/**
 * Makes reloads of one option, and around each the requests that show it: those before follow the old value,
 * those after it the new one, and a file with a mistake changes nothing.
 */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { NodeStep, PaymentSetup, PeopleSetup, ReloadStep } from '../node-history.js';
import type { TextSetup } from '../texts/text-setup.js';
import { mistakeOf } from './reload-mistakes.js';
import type { OptionValue } from './reloaded-options.js';

export interface TriedFacts {
  readonly accounts: number;
  readonly durationMs: number;
  readonly payments: PaymentSetup | undefined;
  readonly people: PeopleSetup | undefined;
  readonly texts: TextSetup | undefined;
}

interface Trial {
  readonly option: string;
  readonly values: readonly OptionValue[];
  /** Before all else. */
  readonly first?: ClientCall;
  /** The n-th request that shows it. */
  readonly ask: (n: number) => ClientCall;
}

const TRIED_CHANCE = 0.4;
const TEXTS_CHANCE = 0.35;
/** No other step makes keys of these numbers. */
const FIRST_KEY = 4_000;
const TEXT_KEY = 31_001;
/** A text has so long a pause, in ms. */
const PAUSE_MS = 2_300;
/** Those that are asked for meanwhile find it open. */
const OPEN_MS = 400;
/** No other order has such an amount. */
const FIRST_AMOUNT_DA = 300;
/** Behind the account of operators, whose keys nothing bounds. */
const BOUNDED_ACCOUNT = 1;

export function generateTriedOptions(random: Random, facts: TriedFacts): readonly NodeStep[] {
  const trials = trialsOf(random, facts);
  const ofTexts = random.fork('texts');
  const [model] = facts.texts?.models ?? [];
  return [
    ...(random.chance(TRIED_CHANCE) ? tried(random, random.pick(trials), facts.durationMs) : []),
    ...(model !== undefined && ofTexts.chance(TEXTS_CHANCE)
      ? tried(ofTexts, ofTexts.pick(textTrials(model.id)), facts.durationMs)
      : []),
  ];
}

function tried(random: Random, trial: Trial, durationMs: number): readonly NodeStep[] {
  const { option, values, first, ask } = trial;
  const steps: NodeStep[] = [];
  let at = random.between(0, durationMs);
  if (first !== undefined) {
    steps.push(edgeStep(at, first));
    at += 400;
  }
  let asked = 0;
  const askSome = (count: number) => {
    for (let left = count; left > 0; left--) {
      steps.push(edgeStep(at, ask(asked)));
      asked += 1;
      at += random.pick([0, 5, 60, 700]);
    }
  };
  askSome(random.between(0, 2));
  for (let reloads = random.between(1, 3); reloads > 0; reloads--) {
    steps.push(reload(random, at, option, random.pick(values)));
    at += random.pick([0, 5, 60]);
    askSome(random.between(2, 4));
  }
  return steps;
}

function reload(random: Random, at: number, option: string, value: OptionValue): ReloadStep {
  const isMistaken = random.chance(0.3);
  const step: ReloadStep = { id: 0, at, do: 'reload', isMistaken, options: { [option]: value } };
  return isMistaken ? { ...step, ...mistakeOf(random) } : step;
}

/** Of the times that a text has, each shorter or longer than its provider takes, and of how many are open. */
function textTrials(model: string): readonly Trial[] {
  const chat = (n: number, beginsMs: number, tokenMs: number): ClientCall => ({
    ...{ op: 'chat', key: TEXT_KEY, model, prompt: `Tried text ${n}`, isStreamed: true, cap: 4 },
    script: {
      begins: [{ do: 'write', delayMs: beginsMs }],
      ...{ tokens: 3, tokenMs, usage: 'last', tailMs: 0 },
    },
  });
  const first = richKey(TEXT_KEY, 1_000_000_000);
  return [
    { option: 'firstTokenMaxMs', values: [1_000, 5_000, 20_000], first, ask: (n) => chat(n, PAUSE_MS, 10) },
    { option: 'tokenPauseMaxMs', values: [500, 5_000, 20_000], first, ask: (n) => chat(n, 10, PAUSE_MS) },
    { option: 'openGenerationsMax', values: [1, 2, 100], first, ask: (n) => chat(n, 10, OPEN_MS) },
  ];
}

/** Those that the setup of the history lets somebody see. */
function trialsOf(random: Random, { accounts, payments, people }: TriedFacts): readonly Trial[] {
  const keyIn = (account: number) => (n: number) =>
    ({ op: 'create_key', newKey: FIRST_KEY + n, account }) as const;
  const submit = (n: number, promptLength?: number): ClientCall => ({
    op: 'submit',
    key: 0,
    model: 'sim/video-instant',
    prompt: `Tried scene ${n}`,
    ...(promptLength === undefined ? {} : { promptLength }),
  });
  const trials: Trial[] = [
    { option: 'defaultRpm', values: [1, 7, 60], ask: keyIn(0) },
    {
      option: 'bodyMaxBytes',
      values: [1_024, 4_096, 1_048_576],
      ask: (n) => submit(n, random.pick([20, 900, 1_100, 3_900, 4_200, 9_000])),
    },
  ];
  if (accounts > BOUNDED_ACCOUNT) {
    const ask = (n: number): ClientCall =>
      n > 2 && random.chance(0.3)
        ? { op: 'revoke', key: FIRST_KEY + random.below(n) }
        : keyIn(BOUNDED_ACCOUNT)(n);
    trials.push({ option: 'keysPerAccountMax', values: [1, 2, 3, 4], ask });
  }
  if (payments !== undefined) {
    const ask = (n: number): ClientCall => {
      const nth = n > 0 && random.chance(0.5) ? random.below(n) : n;
      return { op: 'order', key: 0, amountDa: FIRST_AMOUNT_DA + nth, idempotencyKey: `tried ${nth}` };
    };
    trials.push({ option: 'topUpMin', values: [100, FIRST_AMOUNT_DA + 2, 500], ask });
    trials.push({ option: 'topUpMax', values: [FIRST_AMOUNT_DA + 2, 290, 1_000_000], ask });
  }
  // Pages and payments have the URL of the setup.
  if (payments === undefined && people === undefined) {
    const values = ['https://first.test', 'https://second.test/base'];
    trials.push({ option: 'publicUrl', values, ask: (n) => submit(n) });
  }
  if (people?.signUp === 'open') {
    const ask = (n: number): ClientCall => ({
      op: 'sign_up',
      name: `tried${n}@people.test`,
      ...(people.hasMail ? {} : { password: `Password tried ${n}` }),
    });
    trials.push({ option: 'signUpsPerDayMax', values: [1, 2, 3, 200], ask });
  }
  return trials;
}
