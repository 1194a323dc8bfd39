import { describe, expect, it } from 'vitest';
import { withResults } from '../../../bench/report/page.js';
import { type BenchReport, isKept, type SectionResult } from '../../../bench/report/report.js';
import { MARKDOWN, PLAIN, printReport, printSection } from '../../../bench/report/tables.js';
import type { Spread, Verdict } from '../../../bench/section.js';

function around(median: number): Spread {
  return { median, least: median - 1, greatest: median + 1 };
}

const SECTION: SectionResult = {
  name: 'read',
  summary: 'reads',
  tookSeconds: 12,
  report: {
    rows: [
      { name: 'Tollgate', figures: { 'requests/s': around(84_123), 'p99 µs': around(900) } },
      { name: 'bare | plain', figures: { 'requests/s': around(80_000), 'p99 µs': around(1_000) } },
      { name: 'start', figures: { ms: around(250) } },
    ],
    verdicts: [
      { what: 'against bare', value: 1.0515, target: { atLeast: 1 } },
      {
        what: 'CPU',
        value: 1.2,
        spread: { median: 1.2, least: 1.1, greatest: 1.3 },
        target: { atMost: 1.1 },
      },
      { what: 'against express', value: 4 },
    ],
    notes: ['nginx was left out.'],
  },
};

const REPORT: BenchReport = {
  machine: { CPU: 'Some CPU', cores: '2' },
  rounds: 7,
  secondsPerRound: 3,
  isQuick: false,
  sections: [SECTION, { name: 'soak', summary: 'an hour', tookSeconds: 1, failure: 'the disk is full' }],
};

describe('a section as text', () => {
  it('has a table for rows with the same figures, then the comparisons, then the notes', () => {
    expect(printSection(SECTION, PLAIN)).toMatchInlineSnapshot(`
      "== read: reads ==

                                   requests/s                p99 µs
      Tollgate      84,123 (84,122 to 84,124)      900 (899 to 901)
      bare | plain  80,000 (79,999 to 80,001)  1,000 (999 to 1,001)

                           ms
      start  250 (249 to 251)

      compared                   figure       target
      against bare                1.052   at least 1      reached
      CPU              1.2 (1.1 to 1.3)  at most 1.1  not reached
      against express                 4

      - nginx was left out."
    `);
  });

  it('in Markdown keeps the columns whatever a name holds', () => {
    expect(printSection(SECTION, MARKDOWN)).toMatchInlineSnapshot(`
      "### read: reads

      |  | requests/s | p99 µs |
      | --- | --- | --- |
      | Tollgate | 84,123 (84,122 to 84,124) | 900 (899 to 901) |
      | bare \\| plain | 80,000 (79,999 to 80,001) | 1,000 (999 to 1,001) |

      |  | ms |
      | --- | --- |
      | start | 250 (249 to 251) |

      | compared | figure | target |  |
      | --- | --- | --- | --- |
      | against bare | 1.052 | at least 1 | reached |
      | CPU | 1.2 (1.1 to 1.3) | at most 1.1 | not reached |
      | against express | 4 |  |  |

      - nginx was left out."
    `);
  });

  it('says why it failed', () => {
    expect(printReport(REPORT, PLAIN)).toContain(
      '== soak: an hour ==\n\nThis section failed: the disk is full\n',
    );
  });
});

describe('a comparison', () => {
  const word = (verdict: Verdict) => {
    const report = { rows: [], notes: [], verdicts: [verdict] };
    return printSection({ ...SECTION, report }, MARKDOWN)
      .split('\n')
      .at(-1)
      ?.split('|')
      .at(-2)
      ?.trim();
  };

  it.each([
    [{ atLeast: 1 }, 1, 'reached'],
    [{ atLeast: 1 }, 0.999, 'not reached'],
    [{ atMost: 1.1 }, 1.1, 'reached'],
    [{ atMost: 1.1 }, 1.101, 'not reached'],
  ])('with target %j and figure %d is %s', (target, value, expected) => {
    expect(word({ what: 'it', value, target })).toBe(expected);
  });

  it('without a target is neither reached nor not', () => {
    expect(word({ what: 'it', value: 1 })).toBe('');
  });
});

describe('a report', () => {
  it('begins with what it was made on and how', () => {
    expect(printReport(REPORT, PLAIN)).toMatch(
      /^CPU Some CPU; cores 2\. 7 rounds of 3 s each\. Figures are medians/,
    );
  });

  it('of a quick run says that it is not to be quoted', () => {
    expect(printReport({ ...REPORT, isQuick: true }, PLAIN)).toContain('not to be quoted');
  });
});

describe('the page', () => {
  const marks = [
    '<!-- Results: made from the JSON of runs; rewrite with node dist/bench/report/results-page.js FILE... -->',
    '<!-- End of results -->',
  ];
  const page = `before\n${marks.join('\nold figures\n')}\nafter\n`;

  it('takes new results in place of its old ones, and keeps the rest', () => {
    const made = withResults(page, [REPORT]);
    expect(made).toMatch(/^before\n<!-- Results/);
    expect(made).toMatch(/<!-- End of results -->\nafter\n$/);
    expect(made).not.toContain('old figures');
    expect(made).toContain('### read: reads');
    expect(withResults(made, [REPORT])).toBe(made);
  });

  it('begins its results with all that had something to reach', () => {
    const table = withResults(page, [REPORT]).split('\n').slice(3, 8);
    expect(table).toEqual([
      '| section | compared | figure | target | reached |',
      '| --- | --- | --- | --- | --- |',
      '| read | against bare | 1.052 | at least 1 | yes |',
      '| read | CPU | 1.2 (1.1 to 1.3) | at most 1.1 | no |',
      '',
    ]);
  });

  it('without its marks is refused', () => {
    expect(() => withResults('no marks', [REPORT])).toThrow('the page has no marks');
  });
});

describe('a section', () => {
  const promising = (value: number, isPromised: boolean): SectionResult => ({
    ...SECTION,
    report: { rows: [], notes: [], verdicts: [{ what: 'p99', value, target: { atMost: 1 }, isPromised }] },
  });

  it.each([
    ['ran, whatever its targets', SECTION, true],
    ['reached what it promises', promising(1, true), true],
    ['missed a target that it does not promise', promising(2, false), true],
    ['missed what it promises', promising(2, true), false],
    ['failed', { name: 'soak', summary: 'an hour', tookSeconds: 1, failure: 'the disk is full' }, false],
  ])('that %s is kept or not', (_, section, kept) => {
    expect(isKept(section)).toBe(kept);
  });
});
