/** The report of the section `providers`. */
import { quantile } from '../../report/quantile.js';
import { type Row, type SectionReport, type Spread, spread, type Verdict } from '../../section.js';
import type { Target } from './job-load.js';
import type { JobEnd, ProviderRun } from './provider-run.js';

const LATE_MS_MAX = 1_000;
/** Of all that is wrong, as much is told. */
const WRONGS_TOLD = 20;

export interface Runs {
  readonly allHealthy: ProviderRun;
  readonly faulty: ProviderRun;
}

export function providersReport({ allHealthy, faulty }: Runs): SectionReport {
  const before = lateness(ofTemper(allHealthy, 'healthy'));
  const beside = lateness(ofTemper(faulty, 'healthy'));
  return {
    rows: [
      latenessRow('all eight healthy', ofTemper(allHealthy, 'healthy')),
      latenessRow('healthy, beside those below', ofTemper(faulty, 'healthy')),
      latenessRow('a second late', ofTemper(faulty, 'slow')),
      latenessRow('429 to half of all requests', ofTemper(faulty, 'busy')),
      ...endRows('all eight healthy', allHealthy),
      ...endRows('three of them not', faulty),
      useRow('the gateway, all eight healthy', allHealthy),
      useRow('the gateway, three of them not', faulty),
    ],
    verdicts: [
      {
        what: 'p99 of lateness of the healthy ones, in ms',
        value: quantile(beside, 0.99),
        spread: byModel(ofTemper(faulty, 'healthy'), (jobs) => quantile(lateness(jobs), 0.99)),
        target: { atMost: LATE_MS_MAX },
        isPromised: true,
      },
      {
        what: 'p99 of lateness of the healthy ones, against all eight healthy',
        value: quantile(beside, 0.99) / quantile(before, 0.99),
      },
      wrongVerdict('all eight healthy', allHealthy),
      wrongVerdict('three of them not', faulty),
    ],
    notes: [
      'Lateness is how long after its stand-in was done with a job a client that asks every 25 ms saw it completed. The spread is that over the providers.',
      ...killNotes('All eight healthy', allHealthy),
      ...killNotes('Three of them not', faulty),
      ...[...allHealthy.wrongs, ...faulty.wrongs].slice(0, WRONGS_TOLD),
    ],
  };
}

function wrongVerdict(name: string, { wrongs }: ProviderRun): Verdict {
  const what = `wrong settlements, charges, balances, links and findings of verify, ${name}`;
  return { what, value: wrongs.length, target: { atMost: 0 }, isPromised: true };
}

function ofTemper({ jobs }: ProviderRun, temper: Target['temper']): readonly JobEnd[] {
  return jobs.filter(({ target }) => target.temper === temper);
}

/** Of the jobs that no kill came between, in ms. */
function lateness(jobs: readonly JobEnd[]): readonly number[] {
  return jobs.flatMap(({ lateMs, isCut }) => (lateMs === undefined || isCut ? [] : [lateMs]));
}

function latenessRow(name: string, jobs: readonly JobEnd[]): Row {
  const late = (share: number) => byModel(jobs, (ofModel) => quantile(lateness(ofModel), share));
  return {
    name,
    figures: {
      'late by ms, p50': late(0.5),
      'p99 ms': late(0.99),
      'max ms': late(1),
      'jobs watched': spread([lateness(jobs).length]),
    },
  };
}

function byModel(jobs: readonly JobEnd[], figure: (ofModel: readonly JobEnd[]) => number): Spread {
  return spread([...grouped(jobs, ({ target }) => target.model).values()].map(figure));
}

/** A row for each temper: what its jobs came to. */
function endRows(run: string, { jobs }: ProviderRun): readonly Row[] {
  return [...grouped(jobs, ({ target }) => target.temper)].map(([temper, ofTemper]) => {
    const count = (isCounted: (job: JobEnd) => boolean) => spread([ofTemper.filter(isCounted).length]);
    return {
      name: `${run}: jobs for ${temper} providers`,
      figures: {
        jobs: count(() => true),
        completed: count(({ settled }) => settled?.status === 'completed'),
        'outcome unknown': count(({ settled }) => settled?.error === 'outcome_unknown'),
        'otherwise failed': count(
          ({ settled }) => settled?.status === 'failed' && settled.error !== 'outcome_unknown',
        ),
        refused: count(({ settled }) => settled === undefined),
      },
    };
  });
}

function useRow(name: string, { jobs, use, tookSeconds }: ProviderRun): Row {
  return {
    name,
    figures: {
      'jobs/s': spread([jobs.length / tookSeconds]),
      'CPU ms/job': spread([(use.cpuSeconds * 1_000) / jobs.length]),
      'RssAnon MB, max': spread([use.residentBytesMax / 1e6]),
      'descriptors, max': spread([use.descriptorsMax]),
    },
  };
}

function killNotes(name: string, { jobs, kills }: ProviderRun): readonly string[] {
  if (kills.length === 0) return [];
  const down = spread(kills.map(({ atMs, listensAtMs }) => listensAtMs - atMs));
  const cut = jobs.flatMap(({ lateMs, isCut }) => (isCut && lateMs !== undefined ? [lateMs] : []));
  return [
    `${name}: kill -9 ${kills.length} times, each time ${down.least} to ${down.greatest} ms without a gateway. Of the jobs that were watched a kill came between the submit and the end of ${cut.length}, which were late by ${Math.round(quantile(cut, 0.5))} ms in the median, ${Math.round(quantile(cut, 1))} ms at most, and stand in no row above.`,
  ];
}

function grouped(
  jobs: readonly JobEnd[],
  by: (job: JobEnd) => string,
): ReadonlyMap<string, readonly JobEnd[]> {
  const groups = new Map<string, JobEnd[]>();
  for (const job of jobs) {
    const group = groups.get(by(job));
    if (group === undefined) groups.set(by(job), [job]);
    else group.push(job);
  }
  return groups;
}
