/** Draws what the provider of a text does. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import {
  EACH_SECOND,
  SUDDEN_FLAWS,
  TEXT_AFTER_ENDS,
  TEXT_BEGINS,
  TEXT_USAGES,
  type TextBegin,
  type TextScript,
} from './text-script.js';

const ODD: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.15, heavy: 0.5 };
const ODD_BEGINS = TEXT_BEGINS.filter((begin) => begin !== 'write');
/** Of two, three and four bytes in UTF-8, and some that JSON escapes. */
const FILLS = ['é', 'س', '中', '😀', '"', '\\', '\n'];
/** For which a provider wants no calls. */
export const PAUSES_MS = [1_000, 4_000, 20_000];
/** As many bytes as are kept for a client that does not read, in a few deltas. */
export const LARGE_BYTES = 12_000;

export function generateTextScript(random: Random, faults: FaultLevel): TextScript {
  const isOdd = random.chance(ODD[faults]);
  const tokens = random.weighted([
    [1, 0],
    [8, random.between(1, 6)],
    [2, random.between(10, 40)],
    [faults === 'none' ? 0 : 0.3, 400],
  ]);
  const isLarge = random.chance(0.12);
  const begins: TextBegin[] = [];
  const pauses = random.fork('pauses');
  while (isOdd && begins.length < 3 && random.chance(0.45)) {
    const begin = { do: random.pick(ODD_BEGINS), delayMs: random.pick([0, 20, 700]) };
    const isPause = begin.do === 'not_now' && pauses.chance(0.6);
    begins.push({ ...begin, ...(isPause ? { askAgainAfterMs: pauses.pick(PAUSES_MS) } : {}) });
  }
  const garbage = random.fork('garbage');
  const words = random.fork('words');
  const isWordy = !isLarge && words.chance(0.35);
  const hasGarbage = isOdd && garbage.chance(0.3);
  const silence = random.fork('silence');
  const reports = random.fork('usage');
  begins.push({ do: 'write', delayMs: random.pick([0, 5, 60, 900]) });
  return {
    begins,
    tokens: isLarge ? Math.max(12, tokens) : tokens,
    tokenMs: random.pick([0, 1, 15, 150, 900]),
    ...(isWordy ? { bytes: words.between(8, 240), fill: words.pick(FILLS) } : {}),
    ...(isLarge ? { bytes: LARGE_BYTES } : {}),
    ...(random.chance(0.15) ? { isToolCall: true } : {}),
    ...(isOdd && random.chance(0.4)
      ? { flaw: { do: random.pick(SUDDEN_FLAWS), after: random.between(0, 3) } }
      : {}),
    ...(hasGarbage ? { flaw: { do: 'garbage', after: garbage.between(0, 2) } } : {}),
    ...(isOdd && !hasGarbage && silence.chance(0.2)
      ? { flaw: { do: 'idle', after: silence.between(0, 2) } }
      : {}),
    ...(silence.chance(0.2) ? { empties: silence.between(1, 4) } : {}),
    ...(isOdd && silence.chance(0.2) ? { afterEnd: silence.pick(TEXT_AFTER_ENDS) } : {}),
    usage: random.chance(isOdd ? 0.7 : 0) ? random.pick(TEXT_USAGES) : 'last',
    ...(isOdd && !hasGarbage && garbage.chance(0.3) ? { usage: 'never' } : {}),
    ...(isWordy && faults !== 'none' && words.chance(0.4) ? { usage: 'never' } : {}),
    ...(isOdd && reports.chance(0.3) ? { usage: EACH_SECOND } : {}),
    ...(isOdd && reports.chance(0.35) ? brokenOffBetweenReports(reports) : {}),
    tailMs: random.pick([0, 0, 10, 250]),
    ...(isOdd && random.chance(0.15) ? { isDoneMissing: true } : {}),
  };
}

/** Pieces that came since the last report are estimated. */
function brokenOffBetweenReports(random: Random): Pick<TextScript, 'usage' | 'tokens' | 'flaw'> {
  const flaw = { do: random.pick(SUDDEN_FLAWS), after: random.pick([3, 5]) };
  return { usage: EACH_SECOND, tokens: 6, flaw };
}
