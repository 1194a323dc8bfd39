/**
 * A page of metrics in the text exposition format of Prometheus, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 *
 * Invariants
 *  1. All samples of a metric stand together, under one HELP and one TYPE.
 *  2. A sample has exactly the labels of its definition.
 */
import type { HistogramNumbers } from '../../metrics/histogram.js';
import type { Definition } from './definition.js';

export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Readonly<Record<string, string>>;

/** Text is a decimal number already, for what no double holds. */
export type SampleValue = number | string;

export class MetricsPage {
  readonly #lines = new Map<Definition, string[]>();

  add(metric: Definition, value: SampleValue, labels: Labels = {}): void {
    this.#linesOf(metric, labels).push(`${metric.name}${printLabels(labels)} ${value}\n`);
  }

  /** Times in ms, shown in seconds. */
  addHistogram(metric: Definition, numbers: HistogramNumbers, labels: Labels = {}): void {
    const lines = this.#linesOf(metric, labels);
    const { boundsMs, buckets, count, sumMs } = numbers;
    const { name } = metric;
    const own = printLabels(labels);
    const bucket = `${name}_bucket${own === '' ? '{' : `${own.slice(0, -1)},`}le="`;
    let upTo = 0;
    for (const [at, boundMs] of boundsMs.entries()) {
      upTo += buckets[at] ?? 0;
      lines.push(`${bucket}${boundMs / 1000}"} ${upTo}\n`);
    }
    lines.push(
      `${bucket}+Inf"} ${count}\n`,
      `${name}_sum${own} ${sumMs / 1000}\n`,
      `${name}_count${own} ${count}\n`,
    );
  }

  print(): string {
    const parts: string[] = [];
    for (const [{ name, help, type }, lines] of this.#lines) {
      parts.push(`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`, ...lines);
    }
    return parts.join('');
  }

  #linesOf(metric: Definition, labels: Labels): string[] {
    const given = Object.keys(labels);
    if (given.length !== metric.labels.length || !metric.labels.every((name) => name in labels)) {
      throw new Error(`${metric.name} has the labels ${metric.labels.join(', ')}, not ${given.join(', ')}`);
    }
    let lines = this.#lines.get(metric);
    if (lines === undefined) {
      lines = [];
      this.#lines.set(metric, lines);
    }
    return lines;
  }
}

function printLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
