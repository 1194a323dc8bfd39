/**
 * Section `decision`: what it takes to decide on a request, in the process, without HTTP.
 *
 * One busy key: found already, asked all the time at its limit of a million a minute, so its window holds
 * 60,000 instants, of which one expires as one comes. Many keys: from the text of the Authorization field to
 * the verdict, at random, against look-ups of the same texts.
 */

import type { Section } from '../section.js';
import { measureBusyKey } from './decision/decision-busy-key.js';
import { measureManyKeys } from './decision/decision-many-keys.js';

export const decision: Section = {
  name: 'decision',
  summary: 'in-process: admission of one busy key, and key text to verdict of a million keys at random',
  nodeOptions: ['--max-semi-space-size=64'],
  async run(options) {
    const reports = [await measureBusyKey(options), await measureManyKeys(options)];
    return {
      rows: reports.flatMap(({ rows }) => rows),
      verdicts: reports.flatMap(({ verdicts }) => verdicts),
      notes: reports.flatMap(({ notes }) => notes),
    };
  },
};
