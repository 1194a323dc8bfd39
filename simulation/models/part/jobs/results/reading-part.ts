/** The reading of results: lanes of providers, tries that fail or are hopeless, slow and large files. */
import type { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';
import type { ReadAct } from './naive-reading.js';
import { type ReadingAct, ReadingCourse, type ReadingLimits } from './reading-course.js';
import { drawTry } from './scripted-result.js';

const JOBS = 8;
const PROVIDERS = 3;

export function readingPart(): Part<ReadingLimits, ReadingAct> {
  return {
    name: 'reading',
    limits: (random) => ({ readingsAtOnce: random.pick([1, 2, 3]), fraction: random.pick([0, 0.5, 0.99]) }),
    act: (random) =>
      random.weighted<() => ReadingAct>([
        [8, () => ({ do: 'read', ...drawRead(random) })],
        [1, () => ({ do: 'stop', job: random.below(JOBS) })],
        [1, () => ({ do: 'takes', bytesMax: random.pick([1_000, 32_768, 400_000, 2_000_000]) })],
      ])(),
    pauseMs: (random) => random.pick([0, 0, 1, 500, 1_000, 4_000, 30_000, 60_000]),
    begin: (trial, limits) => new ReadingCourse(trial, limits),
  };
}

function drawRead(random: Random): ReadAct {
  const job = random.below(JOBS);
  return {
    job,
    provider: job % PROVIDERS,
    ...(random.chance(0.6) ? { saidMs: random.pick([950, 951, 1_000, 1_050, 1_051, 5_000]) } : {}),
    tries: Array.from({ length: random.between(1, 3) }, () => drawTry(random)),
  };
}
