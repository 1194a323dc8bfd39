/**
 * Section `growth`: whether reading stays as fast with many keys on disk, a long ledger, and many settled
 * jobs.
 */

import { assertWrk } from '../load/wrk.js';
import type { BenchOptions, Section } from '../section.js';
import { measureHistory } from './growth/growth-history.js';
import { measureKeys } from './growth/growth-keys.js';

const ROUNDS_QUICK_MAX = 1;

export const growth: Section = {
  name: 'growth',
  summary:
    'latency at a fixed rate with many keys on disk and with long histories, against few and short ones',
  // Seeding makes many short-lived objects.
  nodeOptions: ['--max-semi-space-size=64'],
  async run(all) {
    assertWrk();
    const rounds = all.isQuick ? Math.min(all.rounds, ROUNDS_QUICK_MAX) : all.rounds;
    const options: BenchOptions = { ...all, rounds };
    const reports = [await measureKeys(options), await measureHistory(options)];
    return {
      rows: reports.flatMap(({ rows }) => rows),
      verdicts: reports.flatMap(({ verdicts }) => verdicts),
      notes: [...new Set(reports.flatMap(({ notes }) => notes))],
    };
  },
};
