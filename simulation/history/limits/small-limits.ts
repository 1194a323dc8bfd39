/**
 * The limits that a history may draw smaller than production has them: the internal ones, and those sizes
 * among the options that requests alone would hardly fill.
 *
 * Most histories have the usual ones, or one or two that are small: then what a small one does is seen by
 * itself. Some have many.
 */
import { LIMITS, type Limit, type LimitName, type Limits, USUAL_LIMITS } from '../../../src/limits/limits.js';
import type { Random } from '../../world/random.js';

/** Options of the configuration, which the rules take into account. */
const SIZE_OPTIONS = {
  mailboxMax: { bounds: 'messages in a mailbox', usual: 10_000, least: 1 },
  residentActorsMax: { bounds: 'actors in memory', usual: 100_000, least: 1 },
  residentKeysMax: { bounds: 'keys in memory', usual: 100_000, least: 1 },
  providerCallsMax: { bounds: 'submits of a model under way', usual: 256, least: 1 },
  providerPollsMax: { bounds: 'polls of a model under way', usual: 2_048, least: 1 },
} as const satisfies Record<string, Limit>;

type SizeOption = keyof typeof SIZE_OPTIONS;

/** Those that a history has drawn; all others are as usual. */
export type SmallLimits = Readonly<Partial<Record<LimitName | SizeOption, number>>>;

export const DRAWN_LIMITS: Readonly<Record<LimitName | SizeOption, Limit>> = { ...LIMITS, ...SIZE_OPTIONS };

const NAMES = Object.keys(DRAWN_LIMITS) as (keyof typeof DRAWN_LIMITS)[];
const MANY_SHARE = 0.5;

/**
 * For the setup: nothing if all are as usual.
 *
 * @param given those that need not be drawn
 */
export function generateLimits(random: Random, given: SmallLimits): { readonly limits?: SmallLimits } {
  const draw = random.weighted<(name: keyof typeof DRAWN_LIMITS) => boolean>([
    [5, () => false],
    [3, isOneOf([random.pick(NAMES), random.pick(NAMES)])],
    [2, () => random.chance(MANY_SHARE)],
  ]);
  const drawn = NAMES.filter(draw).map((name) => [name, smallOf(DRAWN_LIMITS[name], random)] as const);
  const limits = { ...Object.fromEntries(drawn), ...given };
  return Object.keys(limits).length === 0 ? {} : { limits };
}

function isOneOf(names: readonly string[]): (name: string) => boolean {
  return (name) => names.includes(name);
}

/** Mostly the least, so that each thing that comes fills it. */
function smallOf({ least, usual }: Limit, random: Random): number {
  const above = random.weighted([
    [4, 0],
    [3, 1],
    [2, random.between(2, 8)],
  ]);
  return Math.min(least + above, usual);
}

export function internalLimits(small: SmallLimits | undefined): Limits {
  return small === undefined ? USUAL_LIMITS : { ...USUAL_LIMITS, ...only(LIMITS, small) };
}

export function sizeOptions(small: SmallLimits = {}): Partial<Record<SizeOption, number>> {
  return only(SIZE_OPTIONS, small);
}

/** Without any, or with one fewer. */
export function fewerLimits(small: SmallLimits): readonly (SmallLimits | undefined)[] {
  const drawn = Object.entries(small);
  return drawn.length === 1
    ? [undefined]
    : [undefined, ...drawn.map((_, at) => Object.fromEntries(drawn.toSpliced(at, 1)))];
}

function only<Name extends string>(
  names: Readonly<Record<Name, Limit>>,
  small: SmallLimits,
): Partial<Record<Name, number>> {
  const found = Object.entries(small).filter(([name]) => name in names);
  return Object.fromEntries(found) as Partial<Record<Name, number>>;
}
