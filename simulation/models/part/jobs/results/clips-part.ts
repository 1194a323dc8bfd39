/** The store of kept clips: its limits change amid drafts, its disk fails, and it starts anew. */
import type { Part } from '../../part.js';
import { type ClipsAct, clipsAct, type DrawnStore, storeLimits } from './clips-acts.js';
import { ClipsCourse } from './clips-course.js';

const MIB = 1_048_576;

export function clipsPart(): Part<DrawnStore, ClipsAct> {
  return {
    name: 'clips',
    limits(random) {
      const unit = random.pick([1, 1, MIB]);
      return { ...storeLimits(random, unit), unit };
    },
    act: clipsAct,
    pauseMs: (random, { keptMsMin }) =>
      random.weighted([
        [6, () => 0],
        [6, () => random.between(1, 900)],
        [2, () => random.pick([1_999, 2_000, 2_001, 30_000])],
        [2, () => keptMsMin + random.pick([0, 1])],
      ])(),
    begin: (trial, drawn) => new ClipsCourse(trial, drawn),
  };
}
