/**
 * One history of a part, run: the part and its twin take the same acts, and tell the same after each.
 *
 * Rules go by the name of the part and of the thing that it tells, as `breaker-state`; `breaker-throws` is
 * about a part that throws where its twin does not.
 */
import { messageOf } from '../../../src/errors/error-text.js';
import type { Outcome, Watch } from '../../model.js';
import { RunRecord } from '../../world/run-record.js';
import { ChosenWorld } from './chosen-world.js';
import type { PartHistory } from './part-history.js';
import { PARTS, type PartChoice } from './parts.js';
import { Trial } from './trial.js';

export async function runPartHistory(
  history: PartHistory,
  watch: Watch,
  parts: readonly PartChoice[] = PARTS,
): Promise<Outcome> {
  const { setup, steps, seed } = history;
  const world = new ChosenWorld({ seed });
  const record = new RunRecord(world, watch);
  const trial = new Trial(setup.part, world, record);
  const part = parts.find(([, { name }]) => name === setup.part)?.[1];
  if (part === undefined) throw new Error(`there is no part ${setup.part}`);
  record.count(setup.part);
  try {
    const course = part.begin(trial, setup.limits);
    const beganAt = world.steadyMs();
    course.compare();
    for (const step of steps) {
      const waitMs = beganAt + step.at - world.steadyMs();
      if (waitMs > 0) {
        await world.advance(waitMs);
        course.compare();
      }
      record.trace('act', { ...step, part: setup.part });
      await course.take(step);
      await world.settle();
      course.compare();
    }
    await course.end?.();
  } catch (error) {
    trial.broke('throws', messageOf(error));
  }
  record.count('acts', steps.length);
  return record.outcome();
}
