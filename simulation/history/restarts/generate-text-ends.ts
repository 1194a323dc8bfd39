/**
 * Makes texts that end in every way, with and without cost, of which clients leave some; the same requests
 * again under their Idempotency-Keys; a disk that fails as a text ends; and an end of the process behind it.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { SmallLimits } from '../limits/small-limits.js';
import { DISK_FAULTS, type NodeStep } from '../node-history.js';
import type { ChatCall } from '../texts/chat-call.js';
import { PAUSES_MS } from '../texts/generate-text-script.js';
import type { TextScript } from '../texts/text-script.js';
import type { TextModelSetup, TextSetup } from '../texts/text-setup.js';
import { generateLeftProbes } from './generate-left-probes.js';
import { endAndStart } from './restart-steps.js';

interface TextEnds {
  readonly limits: SmallLimits;
  readonly steps: readonly NodeStep[];
}

interface TextEndFacts {
  readonly faults: FaultLevel;
  readonly texts: TextSetup | undefined;
  readonly durationMs: number;
}

const ARRANGED_CHANCE = 0.6;
/** No other step makes a key of this number. */
const KEY = 7_900;
const CREDITS_MICRO_DA = 900_000_000_000_000;
/** Behind the request for the key. */
const MADE_MS = 300;
/** The limits on times are no longer than these. */
const AGAIN_AFTER_MS = [400, 1_500, 7_000, 30_000];
const WELL: TextScript = { begins: [], tokens: 4, tokenMs: 15, usage: 'last', tailMs: 0 };

export function generateTextEnds(random: Random, facts: TextEndFacts): TextEnds {
  const { limits, steps } = generateEnds(random, facts);
  const probes = generateLeftProbes(random.fork('left probes'), facts.texts, facts.durationMs);
  return { limits, steps: [...steps, ...probes] };
}

function generateEnds(random: Random, { faults, texts, durationMs }: TextEndFacts): TextEnds {
  if (texts === undefined || !random.chance(ARRANGED_CHANCE)) return { limits: {}, steps: [] };
  const from = random.between(0, durationMs);
  const made = edgeStep(from, richKey(KEY, CREDITS_MICRO_DA));
  const isLeft = random.chance(0.5);
  const steps = isLeft
    ? leftTexts(random, faults, texts, from + MADE_MS)
    : endedTexts(random, faults, texts, from + MADE_MS);
  const lastAt = Math.max(...steps.map(({ at }) => at));
  const end = random.chance(0.5) ? [endAndStart(random, faults, lastAt + random.pick([50, 4_000]))] : [];
  const limits = isLeft && random.chance(0.6) ? { textsAbandoned: random.between(1, 2) } : {};
  const pauses = random.fork('pauses');
  const hasPauses = faults !== 'none' && pauses.chance(0.5);
  const paused = hasPauses ? pausedTexts(pauses, texts, from + MADE_MS) : [];
  return { limits, steps: [made, ...steps, ...paused, ...end] };
}

/** Texts of which some are put off, for a short while or a long one; others come meanwhile. */
function pausedTexts(random: Random, texts: TextSetup, from: number): readonly NodeStep[] {
  return Array.from({ length: random.between(3, 6) }, (_, n) => {
    const isPutOff = n === 0 || random.chance(0.3);
    const askAgainAfterMs = random.pick(PAUSES_MS);
    const begins = isPutOff ? [{ do: 'not_now', delayMs: 5 + n, askAgainAfterMs } as const] : [];
    const call = callOf(random, `Paused ${n}`, random.pick(texts.models), { ...WELL, begins });
    return edgeStep(from + n * random.pick([0, 0, 60, 700, 1_500]), call);
  });
}

/** Clients that leave, one after the other or together, of texts that end soon. */
function leftTexts(random: Random, faults: FaultLevel, texts: TextSetup, from: number): readonly NodeStep[] {
  const apartMs = random.pick([0, 60, 1_200]);
  return Array.from({ length: random.between(2, 5) }, (_, n) => {
    const at = from + n * apartMs;
    const tokenMs = random.pick([15, 60, 150]);
    const model = random.pick(texts.models);
    const isLong = random.chance(0.3);
    const script = { ...WELL, tokens: isLong ? 12 : 4, tokenMs, tailMs: random.pick([0, 40]) };
    const tokens = Math.min(script.tokens, model.outputTokensMax);
    const endsAt = at + (tokens - 1) * tokenMs;
    const call = callOf(random, `Left ${n}`, model, script);
    const givesUpAfterMs = random.pick([1, tokenMs + 5, tokenMs + 5, Math.max(1, endsAt - at - 5)]);
    return [
      { ...edgeStep(at, call), givesUpAfterMs },
      ...againLater(random, texts, call, at),
      ...(random.chance(0.5) ? diskFailsAt(random, faults, endsAt) : []),
    ];
  }).flat();
}

/** Texts of which nobody leaves one. */
function endedTexts(random: Random, faults: FaultLevel, texts: TextSetup, from: number): readonly NodeStep[] {
  return Array.from({ length: random.between(2, 4) }, (_, n) => {
    const at = from + n * random.pick([20, 2_500]);
    const script = faults === 'none' ? WELL : oddScript(random);
    const call = callOf(random, `Ended ${n}`, random.pick(texts.models), script);
    const disk = random.chance(0.3) ? diskFailsAt(random, faults, at + random.between(1, 60)) : [];
    return [edgeStep(at, call), ...againLater(random, texts, call, at), ...disk];
  }).flat();
}

function oddScript(random: Random): TextScript {
  const after = random.pick([0, 1, 1, 2]);
  const flaw = random.pick(['break', 'end', 'error_event', 'hang', 'idle'] as const);
  const usage = random.pick(['last', 'never', 'each'] as const);
  return random.weighted<TextScript>([
    [4, { ...WELL, usage, flaw: { do: flaw, after } }],
    [2, { ...WELL, usage, afterEnd: random.pick(['break', 'hang', 'idle'] as const) }],
    [1, { ...WELL, begins: [{ do: random.pick(['reject', 'fail', 'lose'] as const), delayMs: 5 }] }],
    [1, WELL],
  ]);
}

function callOf(random: Random, prompt: string, model: TextModelSetup, script: TextScript): ChatCall {
  const fill = random.pick([undefined, 'é', '😀']);
  const isStreamed = random.chance(0.85);
  return {
    op: 'chat',
    key: KEY,
    model: model.id,
    prompt,
    isStreamed,
    ...(random.chance(0.7) ? { idempotencyKey: `ends ${prompt}` } : {}),
    cap: Math.min(12, model.outputTokensMax),
    script: { ...script, ...(fill === undefined ? {} : { fill, bytes: 60 }) },
  };
}

/** The same again under its key, and a look at what came of it. */
function againLater(random: Random, texts: TextSetup, call: ChatCall, at: number): readonly NodeStep[] {
  const again = call.idempotencyKey === undefined ? [] : [edgeStep(at + random.pick(AGAIN_AFTER_MS), call)];
  const look: ClientCall = { op: 'generation', key: KEY, text: 0 };
  const looks = texts.generations === true ? [edgeStep(at + random.pick(AGAIN_AFTER_MS), look)] : [];
  return [...again, ...looks];
}

/** A few commits from about then on. */
function diskFailsAt(random: Random, faults: FaultLevel, at: number): readonly NodeStep[] {
  if (faults === 'none') return [];
  const fault = random.pick(DISK_FAULTS);
  const failsAt = Math.max(0, at - random.pick([0, 1, 4, 10]));
  const failing: NodeStep = { id: 0, at: failsAt, do: 'disk', fault, skip: 0, commits: random.between(1, 2) };
  if (fault === 'reject' || fault === 'reject_yet_visible') return [failing];
  const releases = [1, 2].map((nth): NodeStep => {
    return { id: 0, at: failsAt + nth * random.between(200, 1_500), do: 'release_disk' };
  });
  return [failing, ...releases];
}
