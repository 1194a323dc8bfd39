/** The page of a node, beside the figures that somebody asked for later. */
import type { Samples } from '../../history/onlookers/watching.js';
import type { ShownCell, VisitedParts } from '../../history/people/shown-parts.js';
import { sumOf } from '../watching/samples.js';
import { differences } from './table-walk.js';

/** Figures that nothing changes between the page and the figures that were asked for at the end. */
export function nodeFlaws(
  { values, others }: VisitedParts,
  samples: Samples | undefined,
  mayGo: boolean,
): readonly string[] {
  if (samples === undefined) return [];
  const count = (metric: string, labels: Readonly<Record<string, string>> = {}) =>
    sumOf(samples, metric, (of) => Object.entries(labels).every(([name, value]) => of[name] === value));
  const jobs = ['pending', 'in_progress', 'completed', 'failed'].map((state) =>
    count('tollgate_jobs', { state }),
  );
  const commits = ['rejected', 'late'].map((outcome) =>
    count('tollgate_commit_duration_seconds_count', { outcome }),
  );
  const answers = others.at(-1) ?? [];
  const refused = ['api_key', 'management_key', 'address'].map((window) =>
    count('tollgate_limiter_refused_total', { window }),
  );
  const errors = answers.slice(7).flatMap((row) => {
    const code = row[0]?.words.split(' ').at(-1) ?? '';
    const [shown, due] = [Number(row.at(-1)?.numbers[0]), count('tollgate_http_errors_total', { code })];
    return shown === due ? [] : [`shows ${shown} errors ${code}, and the figures say ${due}`];
  });
  const numbers = (cells: readonly (ShownCell | undefined)[]) =>
    cells.map((cell) => Number(cell?.numbers[0]));
  return [
    ...(mayGo ? [] : differences(numbers(values.slice(3, 7)), jobs)),
    ...differences(numbers(values.slice(10, 12)), commits),
    ...differences(numbers(answers.slice(3, 7).map((row) => row.at(-1))), [
      count('tollgate_http_requests_aborted_total'),
      ...refused,
    ]),
    ...errors,
  ];
}
