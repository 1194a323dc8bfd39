/**
 * Many keys at random: from the text of the Authorization field to the verdict of the key's window, against a
 * bare `Map` that knows the same texts, and against rate-limiter-flexible in memory.
 *
 * A request brings its text as a string of its own, of which no hash is known and which is none of the
 * strings that any table holds. So each contender gets fresh copies of the same texts, made a chunk at a time
 * outside of what is timed, right before its turn. The friendlier case, in which the very strings come that
 * the `Map` holds, stands beside.
 */

import { messageOf } from '../../../src/errors/error-text.js';
import { SystemWorld } from '../../../src/node/clock/system-world.js';
import { loadPackage } from '../../baselines/assignment.js';
import { fresh } from '../../load/fresh-text.js';
import { type BenchOptions, type SectionReport, spread, type Verdict } from '../../section.js';
import { DecisionParts } from './decision-parts.js';
import { cpuNs } from './decision-time.js';

const KEYS = 1_000_000;
const KEYS_QUICK = 100_000;
const RPM = 60;
const FROM_MS = 1_000_000;
/**
 * Time goes on by a millisecond after so many decisions: a million keys are asked about once a minute each.
 */
const DECISIONS_A_MS = 16;
const CHUNK = 20_000;
const CHUNKS_A_ROUND = 25;
const CHUNKS_A_ROUND_QUICK = 5;
const AGAINST_MAP_MAX = 1.15;
const AGAINST_LIMITER_MIN = 3;

const OURS = 'key text to verdict';
const OURS_WITH_CLOCK = 'key text to verdict, clock read each time';
const MAP = 'look-up in a bare Map';
const LIMITER = 'rate-limiter-flexible in memory';
const OURS_KNOWN = 'key text to verdict, the same strings each time';
const MAP_KNOWN = 'look-up in a bare Map, its own strings';

/** As much of the package as is used. */
interface Limiter {
  consume(key: string): Promise<unknown>;
}
interface LimiterPackage {
  readonly RateLimiterMemory: new (options: { points: number; duration: number }) => Limiter;
}

interface Contender {
  readonly name: string;
  /** Whether texts are copied for it. */
  readonly isFresh: boolean;
  run(texts: readonly string[]): void | Promise<void>;
}

export async function measureManyKeys({ rounds, isQuick, progress }: BenchOptions): Promise<SectionReport> {
  const keys = isQuick ? KEYS_QUICK : KEYS;
  progress(`${keys.toLocaleString('en-US')} keys`);
  const parts = new DecisionParts(keys, RPM);
  // Flat, as what comes from a request or from disk is.
  const fields = parts.fields.map(fresh);
  const { contenders, notes } = await makeContenders(parts, fields);
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  const chunks = isQuick ? CHUNKS_A_ROUND_QUICK : CHUNKS_A_ROUND;
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    progress(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    const took = new Map<string, number>();
    for (let chunk = 0; chunk < chunks; chunk++) {
      const texts = Array.from({ length: CHUNK }, () => fields[Math.floor(Math.random() * keys)] as string);
      for (let turn = 0; turn < contenders.length; turn++) {
        const { name, isFresh, run } = contenders[(turn + chunk) % contenders.length] as Contender;
        const brought = isFresh ? texts.map(fresh) : texts;
        const began = cpuNs();
        await run(brought);
        took.set(name, (took.get(name) ?? 0) + (cpuNs() - began));
      }
    }
    if (round > 0) for (const [name, ns] of took) times.get(name)?.push(ns / (chunks * CHUNK));
  }
  return {
    rows: contenders.map(({ name }) => ({
      name: `${keys.toLocaleString('en-US')} keys at random: ${name}`,
      figures: { 'CPU ns/decision': spread(times.get(name) ?? []) },
    })),
    verdicts: [
      ratio('key text to verdict, time against a bare Map', times, OURS, MAP, { atMost: AGAINST_MAP_MAX }),
      ratio('the same with the clock read', times, OURS_WITH_CLOCK, MAP),
      ratio('the same without, if the Map gets its own strings', times, OURS_KNOWN, MAP_KNOWN),
      ratio('rate-limiter-flexible in memory, time against ours', times, LIMITER, OURS_WITH_CLOCK, {
        atLeast: AGAINST_LIMITER_MIN,
      }),
    ].filter((verdict) => verdict !== undefined),
    notes,
  };
}

/** Of the times of each round. */
function ratio(
  what: string,
  times: ReadonlyMap<string, readonly number[]>,
  of: string,
  against: string,
  target?: Verdict['target'],
): Verdict | undefined {
  const below = times.get(against) ?? [];
  const ratios = (times.get(of) ?? []).map((ns, round) => ns / (below[round] ?? Number.NaN));
  if (ratios.length === 0) return undefined;
  const all = spread(ratios);
  return { what, value: all.median, spread: all, ...(target === undefined ? {} : { target }) };
}

async function makeContenders(
  parts: DecisionParts,
  fields: readonly string[],
): Promise<{ readonly contenders: readonly Contender[]; readonly notes: readonly string[] }> {
  const map = new Map(fields.map((field, at) => [field, at]));
  let decisions = FROM_MS * DECISIONS_A_MS;
  const ours = () => (texts: readonly string[]) => {
    for (const text of texts)
      if (!parts.decide(text, Math.floor(decisions++ / DECISIONS_A_MS))) throw new Error('refused');
  };
  const world = new SystemWorld(0);
  const contenders: Contender[] = [
    { name: OURS, isFresh: true, run: ours() },
    {
      name: OURS_WITH_CLOCK,
      isFresh: true,
      run(texts) {
        for (const text of texts) {
          if (world.steadyMs() < 0 || !parts.decide(text, Math.floor(decisions++ / DECISIONS_A_MS)))
            throw new Error('refused');
        }
      },
    },
    { name: MAP, isFresh: true, run: (texts) => lookUp(map, texts) },
    { name: OURS_KNOWN, isFresh: false, run: ours() },
    { name: MAP_KNOWN, isFresh: false, run: (texts) => lookUp(map, texts) },
  ];
  const notes = [
    `Each of ${contenders.length} contenders and rate-limiter-flexible gets the same random texts in turn; copies of them are made just before its turn.`,
  ];
  try {
    const { RateLimiterMemory } = loadPackage('rate-limiter-flexible') as LimiterPackage;
    const limiter = new RateLimiterMemory({ points: RPM, duration: 60 });
    for (const field of fields) await limiter.consume(field);
    contenders.push({
      name: LIMITER,
      isFresh: true,
      async run(texts) {
        for (const text of texts) await limiter.consume(text);
      },
    });
  } catch (error) {
    notes.push(`rate-limiter-flexible was left out: ${messageOf(error)}`);
  }
  return { contenders, notes };
}

function lookUp(map: ReadonlyMap<string, number>, texts: readonly string[]): void {
  for (const text of texts) if (map.get(text) === undefined) throw new Error('an unknown key');
}
