import { describe, expect, it } from 'vitest';
import { METRICS_CATALOGUE } from '../../../src/node/metrics/catalogue.js';

/**
 * The rules that `promtool check metrics` has (prometheus/util/promlint), as far as they can be read off
 * names.
 */
const METRICS = METRICS_CATALOGUE.flatMap(({ metrics }) => metrics);
const named = (find: (metric: (typeof METRICS)[number]) => boolean) =>
  METRICS.filter(find).map(({ name }) => name);

describe('every metric', () => {
  it('has a name of its own, in small letters, that says whose it is', () => {
    const names = METRICS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^(tollgate|process|nodejs)(_[a-z0-9]+)+$/.test(name))).toEqual([]);
  });

  it('ends in _total exactly if it is a counter', () => {
    expect(named(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
  });

  it('leaves to histograms the ends and the label that are theirs, and names no type', () => {
    expect(named(({ name }) => /_(bucket|count|sum)$/.test(name))).toEqual([]);
    expect(named(({ labels }) => labels.includes('le') || labels.includes('quantile'))).toEqual([]);
    expect(named(({ name }) => /_(counter|gauge|histogram|summary|untyped)(_|$)/.test(name))).toEqual([]);
  });

  it('is in base units: a histogram, and whatever is a time or a size, in seconds or bytes', () => {
    const scaled =
      /_(s|ms|us|ns|milliseconds|microseconds|minutes|hours|days|kb|mb|gb|kib|mib|micro_da|percent)(_|$)/;
    expect(named(({ name }) => scaled.test(name))).toEqual([]);
    expect(named(({ name, type }) => type === 'histogram' && !/_(seconds|bytes)$/.test(name))).toEqual([]);
  });

  it('says in one sentence or more what it is', () => {
    expect(named(({ help }) => !/^\S.{5,}\.$/.test(help) || /[\n|]/.test(help))).toEqual([]);
  });

  it('has labels whose values are few: none for a key, an id or an address', () => {
    const labels = new Set(METRICS.flatMap(({ labels }) => labels));
    expect(
      [...labels].filter((label) => !/^[a-z][a-z_]*$/.test(label) || /key|id$|address|account/.test(label)),
    ).toEqual([]);
  });
});
