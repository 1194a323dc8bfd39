import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import dashboard from '../../observability/grafana-dashboard.json' with { type: 'json' };
import { METRICS_CATALOGUE } from '../../src/node/metrics/catalogue.js';

/** The dashboard and the alert rules ask for metrics that `/metrics` offers. */
const METRICS = METRICS_CATALOGUE.flatMap(({ metrics }) => metrics);
const SERIES = new Map(
  METRICS.flatMap((metric) =>
    metric.type === 'histogram'
      ? ['_bucket', '_sum', '_count'].map((suffix) => [metric.name + suffix, metric] as const)
      : [[metric.name, metric] as const],
  ),
);

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: {
    readonly summary: string;
    readonly description: string;
    readonly runbook_url: string;
  };
}

const RULES: readonly AlertRule[] = parse(
  readFileSync('observability/alert-rules.yaml', 'utf8'),
).groups.flatMap(({ rules }: { readonly rules: readonly AlertRule[] }) => rules);
const RUNBOOK = ['docs', 'runbook.md'].join('/');
const PANELS = dashboard.panels.flatMap((panel) => ('targets' in panel ? [panel] : []));
const EXPRESSIONS = [
  ...RULES.map(({ alert, expr }) => ({ of: alert, expr })),
  ...PANELS.flatMap(({ title, targets }) => (targets ?? []).map(({ expr }) => ({ of: title, expr }))),
  ...dashboard.annotations.list.map(({ name, expr }) => ({ of: name, expr })),
];

/** Series in an expression of PromQL, with the labels that it selects them by. */
function selectors(expr: string): readonly { readonly series: string; readonly labels: readonly string[] }[] {
  const own = /\b((?:tollgate|process|nodejs)_\w+)(?:\{([^}]*)\})?/g;
  return [...expr.matchAll(own)].map(([, series = '', matchers = '']) => ({
    series,
    labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
}

const kebab = (name: string) =>
  name.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();

describe('the dashboard and the alert rules', () => {
  it('name metrics that there are, by labels that these have', () => {
    const wrong = EXPRESSIONS.flatMap(({ of, expr }) =>
      selectors(expr).flatMap(({ series, labels }) => {
        const metric = SERIES.get(series);
        if (metric === undefined) return [`${of}: there is no ${series}`];
        // Prometheus itself adds these.
        const known = [...metric.labels, 'instance', 'job', 'le'];
        return labels
          .filter((label) => !known.includes(label))
          .map((label) => `${of}: ${series} has no ${label}`);
      }),
    );
    expect(wrong).toEqual([]);
    expect(EXPRESSIONS.filter(({ expr }) => selectors(expr).length === 0).map(({ of }) => of)).toEqual([
      'TollgateDown',
    ]);
  });

  it('show, on the dashboard, every metric', () => {
    const shown = new Set(
      PANELS.flatMap(({ targets }) => (targets ?? []).flatMap(({ expr }) => selectors(expr))).map(
        ({ series }) => SERIES.get(series)?.name,
      ),
    );
    expect(METRICS.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });

  it('ask counters for their increase only, and histograms for quantiles, sums or counts of it', () => {
    const bare = EXPRESSIONS.flatMap(({ of, expr }) =>
      selectors(expr)
        .filter(({ series }) => {
          const type = SERIES.get(series)?.type;
          return type !== 'gauge' && !new RegExp(`(rate|increase)\\(${series}\\b`).test(expr);
        })
        .map(({ series }) => `${of}: ${series}`),
    );
    expect(bare).toEqual([]);
  });
});

describe('each alert', () => {
  it('has a name of its own, a severity, a summary, a description and a section of the runbook', () => {
    const names = RULES.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    for (const { alert, labels, annotations } of RULES) {
      expect(alert).toMatch(/^Tollgate([A-Z][a-z]*)+$/);
      expect(['critical', 'warning', 'info']).toContain(labels.severity);
      expect(
        [annotations.summary, annotations.description].every((text) => text.length > 20),
        alert,
      ).toBe(true);
      expect(annotations.runbook_url).toBe(`${RUNBOOK}#${kebab(alert)}`);
    }
  });

  it.runIf(existsSync(RUNBOOK))(
    'has its section in the runbook, and no section is of an alert that is not',
    () => {
      const headings = [...readFileSync(RUNBOOK, 'utf8').matchAll(/^#+ +(.+)$/gm)].map(([, text = '']) =>
        text.replaceAll('`', '').trim(),
      );
      const anchors = headings.map((text) =>
        /^Tollgate[A-Z]\w+$/.test(text) ? kebab(text) : text.toLowerCase().replaceAll(' ', '-'),
      );
      const sections = anchors.filter((anchor) => anchor.startsWith('tollgate-')).sort();
      expect(sections).toEqual(RULES.map(({ alert }) => kebab(alert)).sort());
    },
  );
});
