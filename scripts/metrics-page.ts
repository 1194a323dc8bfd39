/**
 * Writes `docs/metrics.md` from the catalogue of metrics.
 *
 * A test compares the file with what this makes; `npx vitest run test/node/metrics/metrics-page.test.ts -u`
 * rewrites it.
 */
import { METRICS_CATALOGUE } from '../src/node/metrics/catalogue.js';
import type { Definition } from '../src/node/metrics/definition.js';

const HEAD = `# Metrics

<!-- Made from src/node/metrics/; rewrite with: npx vitest run test/node/metrics/metrics-page.test.ts -u -->

\`/metrics\` speaks the text format of Prometheus (0.0.4). It answers loopback addresses and the networks of
\`metrics-networks\`. Nothing on it names a key, an account, a job or an address, and nothing grows with their
number: a scrape costs the same with ten keys and with a million.

\`\`\`yaml
scrape_configs:
  - job_name: tollgate
    static_configs:
      - targets: ['127.0.0.1:8080']
\`\`\`

A Grafana dashboard is in \`observability/grafana-dashboard.json\`, alert rules in \`observability/alert-rules.yaml\`;
what to do about an alert is in the runbook under the alert's name.

- Times are in seconds, sizes in bytes, amounts in DA. Amounts are printed exactly, whatever their size;
  Prometheus itself keeps 15 to 16 digits.
- Counters begin at 0 with the process, unless said otherwise.
- The durations of requests stand for all of them, though not all are timed. A clock read for each would be a good part of a
  hot read. An answer that waits for something is timed by itself; of those given at once, one in a millisecond is
  timed for each path and stands for the others. So quantiles are right as samples are, and
  \`tollgate_http_request_duration_seconds_count\` may be a few behind \`tollgate_http_requests_total\`.
- The machine is asked about its disk and descriptors with each scrape, on other threads. If it does not
  answer within 250 ms, the last answer is shown, or none before the first.
`;

export function metricsPage(): string {
  const chapters = METRICS_CATALOGUE.map(
    ({ title, metrics }) =>
      `\n## ${title}\n\n| Metric | Type | Labels | |\n|---|---|---|---|\n${metrics.map(row).join('')}`,
  );
  return HEAD + chapters.join('');
}

function row({ name, type, labels, help }: Definition): string {
  return `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |\n`;
}
