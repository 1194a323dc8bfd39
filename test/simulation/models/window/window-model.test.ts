import { describe, expect, it } from 'vitest';
import type { OneWindow } from '../../../../simulation/models/window/one-window.js';
import { windowModel } from '../../../../simulation/models/window/window-model.js';
import { runWindowHistory, type WindowUnderTest } from '../../../../simulation/models/window/window-run.js';
import { repetitions } from '../../../test-set.js';
import {
  broken,
  followsItsSeed,
  holdsForEverySubSequence,
  LEVELS,
  seedThatFinds,
} from '../../model-trial.js';

describe('the window model', () => {
  it('makes the same history and the same trace of the same seed', () => followsItsSeed(windowModel));

  it.each(LEVELS)('finds nothing wrong with windows and their journal, faults: %s', async (faults) => {
    expect(await broken(windowModel, faults, repetitions(100, 400))).toEqual([]);
  });

  it('may have any of its steps left out', () => holdsForEverySubSequence(windowModel, repetitions(50, 150)));

  const DEFECTS: Readonly<Record<string, (window: OneWindow) => Partial<WindowUnderTest>>> = {
    'admits one too many': (window) => ({ admit: (now, limit) => window.admit(now, limit + 1) }),
    'counts a request a millisecond too long': (window) => ({
      admit: (now, limit) => window.admit(now - 1, limit),
    }),
    'lets a request go a millisecond too early': (window) => ({
      admit: (now, limit) => window.admit(now + 1, limit),
    }),
    'tells a wait that is a millisecond short': (window) => ({
      waitMs: (now, limit) => Math.max(0, window.waitMs(now, limit) - 1),
    }),
    'counts what it refuses': (window) => ({
      admit: (now, limit) => {
        const isAdmitted = window.admit(now, limit);
        if (!isAdmitted) window.restore(now, 1);
        return isAdmitted;
      },
    }),
    'tells what remained before the request': (window) => ({
      remaining: (now, limit) => window.remaining(now, limit) + 1,
    }),
    'tells the reset of a full window by its oldest request': (window) => ({
      resetMs: (now, limit) => window.resetMs(now, Math.max(limit, window.counted(now) + 1)),
    }),
  };

  it.each(Object.keys(DEFECTS))('finds a window that %s', async (name) => {
    const plant = DEFECTS[name];
    const options = {
      broken: (window: OneWindow): WindowUnderTest => ({
        admit: (now, limit) => window.admit(now, limit),
        remaining: (now, limit) => window.remaining(now, limit),
        waitMs: (now, limit) => window.waitMs(now, limit),
        resetMs: (now, limit) => window.resetMs(now, limit),
        ...plant?.(window),
      }),
    };
    const found = await seedThatFinds(windowModel, 'none', 100, (history, watch) =>
      runWindowHistory(history, watch, options),
    );
    expect(found).toBeDefined();
  });
});
