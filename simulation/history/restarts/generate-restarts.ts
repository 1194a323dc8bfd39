/** Makes what time and restarts may take away from a node, and what they may not. */
import type { Random } from '../../world/random.js';
import type { SmallLimits } from '../limits/small-limits.js';
import type { NodeSettings, NodeStep } from '../node-history.js';
import { generateCrowdedEnds } from './generate-crowded-ends.js';
import { generateDueJobs, generateLateTakings } from './generate-due-jobs.js';
import { generateKeptForgotten, generateKeptGuesses } from './generate-kept-guesses.js';
import { generateKeptWindows, type WindowFacts } from './generate-kept-windows.js';
import { generateLongCommits } from './generate-long-commits.js';
import { generateOpenTexts, generateOpenWork, type OpenWorkFacts } from './generate-open-work.js';
import { generateLostAnswers, generatePutOffRepeats } from './generate-put-off-repeats.js';
import { generateRenewals } from './generate-renewals.js';
import { generateSlowDisk, type SlowDiskFacts } from './generate-slow-disk.js';
import { generateUnnotedSteps } from './generate-unnoted-steps.js';

interface Restarts {
  /** Those of the history that have to be others. */
  readonly settings: Partial<NodeSettings>;
  readonly limits: SmallLimits;
  readonly steps: readonly NodeStep[];
}

export function generateRestarts(
  random: Random,
  facts: WindowFacts & OpenWorkFacts & SlowDiskFacts,
): Restarts {
  const renewals = generateRenewals(random.fork('renewals'), facts.models, facts.durationMs);
  const openWork = generateOpenWork(random.fork('open work'), facts);
  const openTexts = generateOpenTexts(random.fork('open texts'), facts);
  const longCommits = generateLongCommits(random.fork('long commits'), facts);
  const crowdedEnds = generateCrowdedEnds(random.fork('crowded ends'), facts);
  const others = [
    ...generateKeptWindows(random.fork('kept windows'), facts),
    ...generateKeptGuesses(random.fork('kept guesses'), facts),
    ...generateKeptForgotten(random.fork('kept forgotten'), facts),
    ...generateSlowDisk(random.fork('slow disk'), facts),
    ...generateDueJobs(random.fork('due jobs'), facts),
    ...generateLateTakings(random.fork('late takings'), facts),
    ...generateUnnotedSteps(random.fork('unnoted steps'), facts),
    ...generatePutOffRepeats(random.fork('put off'), facts),
    ...generateLostAnswers(random.fork('lost answers'), facts),
  ];
  return {
    settings: renewals.settings,
    limits: { ...openWork.limits, ...openTexts.limits, ...longCommits.limits, ...crowdedEnds.limits },
    steps: [
      ...renewals.steps,
      ...openWork.steps,
      ...openTexts.steps,
      ...longCommits.steps,
      ...crowdedEnds.steps,
      ...others,
    ],
  };
}
