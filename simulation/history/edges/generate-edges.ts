/** Makes what histories have at the bounds of the contract, each kind from a stream of chance of its own. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { SmallLimits } from '../limits/small-limits.js';
import type { ModelSetup, NodeSettings, NodeStep, PaymentSetup } from '../node-history.js';
import type { TextSetup } from '../texts/text-setup.js';
import { generateElsewhere } from './flaws/generate-elsewhere.js';
import { generateFlaws } from './flaws/generate-flaws.js';
import { generateAmounts } from './generate-amounts.js';
import { generateCrowds } from './generate-crowds.js';
import { generateDays } from './generate-days.js';
import { generateNewcomers } from './generate-newcomers.js';
import { generatePages } from './generate-pages.js';
import { generatePurses } from './generate-purses.js';
import { generateRanges } from './generate-ranges.js';
import { generateRush } from './generate-rush.js';
import { generateShortages } from './generate-shortages.js';
import { generateWalks } from './generate-walks.js';
import { generateSameness } from './sameness/generate-sameness.js';
import { generateLeftAlone } from './texts/generate-left-alone.js';
import { generateSilences } from './texts/generate-silences.js';
import { generateSlowReaders } from './texts/generate-slow-readers.js';

export interface EdgeFacts {
  readonly faults: FaultLevel;
  readonly accounts: number;
  /** How many keys stand before the first step. */
  readonly keys: number;
  readonly models: readonly ModelSetup[];
  readonly settings: NodeSettings;
  readonly durationMs: number;
  readonly limits?: SmallLimits;
  readonly payments: PaymentSetup | undefined;
  readonly texts: TextSetup | undefined;
}

export function generateEdges(random: Random, facts: EdgeFacts): readonly NodeStep[] {
  return [
    ...generatePurses(random.fork('purses'), facts),
    ...generatePages(random.fork('pages'), facts),
    ...generateWalks(random.fork('walks'), facts),
    ...generateAmounts(random.fork('amounts'), facts),
    ...generateDays(random.fork('days'), facts),
    ...generateCrowds(random.fork('crowds'), facts),
    ...generateNewcomers(random.fork('newcomers'), facts),
    ...generateRush(random.fork('rush'), facts),
    ...generateRanges(random.fork('ranges'), facts),
    ...generateSameness(random.fork('sameness'), facts),
    ...generateLeftAlone(random.fork('left alone'), facts),
    ...generateShortages(random.fork('shortages'), facts),
    ...generateSlowReaders(random.fork('slow readers'), facts),
    ...generateSilences(random.fork('silences'), facts),
    ...generateFlaws(random.fork('flaws'), facts),
    ...generateElsewhere(random.fork('elsewhere'), facts),
  ];
}
