/** The figures of work that is done: what it made, in what time, and how the last reload ended. */

import type { Samples } from '../../history/onlookers/watching.js';
import {
  type ActivityRecord,
  type GenerationRecord,
  type JobRecord,
  TableImage,
} from '../facts/disk-image.js';
import { clipBytes } from '../facts/kept-image.js';
import type { Rule } from '../invariant.js';
import { priceOfTokens } from '../texts/text-book.js';
import { MayBeRemoved } from './may-be-removed.js';
import { samplesOf, sumOf } from './samples.js';

const LAST_RELOAD = 'tollgate_config_last_reload_successful';

export const WORK_DONE: Rule = {
  name: 'work-done',
  says: 'The figures of output, tokens, failures and kept bytes are the sums over the records; durations add up; and the last reload is told as it ended.',
  watch(setup, report) {
    const activity = new TableImage<ActivityRecord>('activity');
    const jobs = new TableImage<JobRecord>('jobs');
    const texts = new TableImage<GenerationRecord>('generations');
    /** Whether the last reload was applied, as the figures were asked for and now. */
    let asked = true;
    let isApplied = true;
    let latest: Samples | undefined;
    const removal = new MayBeRemoved(setup);
    let mayBeLeft = false;

    return {
      observe(seen) {
        removal.observe(seen);
        if (seen.what === 'starting') isApplied = true;
        if (seen.what === 'reloaded') isApplied = seen.outcome === 'applied';
        if (seen.what === 'scraping') asked = isApplied;
        if (seen.what === 'files_failed') mayBeLeft = true;
        if (seen.what === 'started' || seen.what === 'crashed') latest = undefined;
        if (seen.what !== 'scraped' || seen.samples === undefined) return;
        latest = seen.samples;
        for (const odd of seen.odd ?? []) report(odd);
        const isTold = seen.samples[LAST_RELOAD] === '1';
        if (isTold !== asked && isTold !== isApplied)
          report(`${LAST_RELOAD} is ${isTold ? 1 : 0}, and it was ${isApplied ? 'applied' : 'refused'}`);
      },
      disk(records, when, results) {
        if (when !== 'end' || latest === undefined) return;
        const samples = latest;
        const compare = (name: string, figure: number, expected: number) => {
          if (Math.abs(figure - expected) > 1e-6)
            report(`${name} stands at ${figure}, and the records say ${expected}`);
        };
        const rows = [...activity.read(records).values()];
        const sum = (field: keyof ActivityRecord) => rows.reduce((all, row) => all + (row[field] ?? 0), 0);
        const told = (name: string, labels: Readonly<Record<string, string>>) =>
          sumOf(samples, name, (of) => Object.entries(labels).every(([label, value]) => of[label] === value));
        const [output, tokens] = ['tollgate_output_seconds_total', 'tollgate_tokens_total'];
        compare(output, sumOf(samples, output), sum('output_ms') / 1_000);
        compare(`${tokens} of prompts`, told(tokens, { kind: 'prompt' }), sum('prompt_tokens'));
        compare(`${tokens} of texts`, told(tokens, { kind: 'completion' }), sum('completion_tokens'));
        if (removal.isLikely) return;
        const ends = [...texts.read(records).values()].flatMap((text) => {
          const { end } = text.machine.context;
          return end === null ? [] : [{ ...text, end }];
        });
        const [estimated, beyond] = [
          'tollgate_generations_estimated_total',
          'tollgate_generations_beyond_reserve_total',
        ];
        compare(estimated, sumOf(samples, estimated), ends.filter(({ end }) => end.isEstimated).length);
        const isBeyond = ({ end, prices, reserved }: (typeof ends)[number]) =>
          !end.isEstimated &&
          priceOfTokens(prices, { prompt: end.promptTokens, completion: end.completionTokens }) > reserved;
        compare(beyond, sumOf(samples, beyond), ends.filter(isBeyond).length);
        const slugs = [...jobs.read(records).values()].flatMap(
          ({ machine }) => machine.context.failure?.slug ?? [],
        );
        const failed = 'tollgate_jobs_failed_total';
        const names = new Set([
          ...slugs,
          ...samplesOf(samples, failed).map(({ labels }) => labels.error ?? ''),
        ]);
        for (const slug of names)
          compare(
            `${failed} of ${slug}`,
            told(failed, { error: slug }),
            slugs.filter((one) => one === slug).length,
          );
        if (!mayBeLeft)
          compare(
            'tollgate_results_kept_bytes',
            sumOf(samples, 'tollgate_results_kept_bytes'),
            clipBytes(results),
          );
      },
    };
  },
};
