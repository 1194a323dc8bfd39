import { beforeEach, describe, expect, it } from 'vitest';
import { DashboardUnderTest } from '../dashboard-under-test.js';
import { busyFrame, HOT_KEY } from './busy-frame.js';

let dashboard: DashboardUnderTest;

beforeEach(async () => {
  dashboard = await DashboardUnderTest.start();
});

async function page(language = 'en'): Promise<string> {
  const fields = [['accept-language', language]] as const;
  return (await dashboard.get('/node', { as: 'operator', fields })).text;
}

/** The text of the place that shows this figure. */
function shown(text: string, figure: string, format = 'count'): string | undefined {
  return text.match(
    new RegExp(`data-live="${figure.replaceAll('|', '\\|')}" data-format="${format}">([^<]*)<`),
  )?.[1];
}

it('the overview tells an operator, and nobody else, what is wrong with the node', async () => {
  const overview = async (as: string) => (await dashboard.get('/', { as })).text;
  expect(await overview('operator')).not.toContain('See the node');
  dashboard.frame = { ...busyFrame(), not_ready: 'storage_unavailable' };
  const text = await overview('operator');
  expect(text).toContain('The node takes no work now. <a href="/node">See the node</a>');
  expect(text).toContain('A provider keeps failing');
  expect(await overview('owner')).not.toContain('The node takes no work');
});

describe('the page of the node', () => {
  it('is there for operators alone', async () => {
    for (const as of ['owner', 'member', 'stranger']) {
      expect((await dashboard.get('/node', { as })).status, as).toBe(404);
      expect((await dashboard.get('/', { as })).text).not.toContain('href="/node"');
    }
    expect(await page()).toContain('href="/node" aria-current="page"');
  });

  it.each([
    ['en', 'The node takes work', 'half open'],
    ['fr', 'Le nœud accepte du travail', 'semi-ouvert'],
    ['ar', 'العقدة تقبل العمل', 'نصف مفتوح'],
  ])('is written in %s', async (language, ready, breaker) => {
    dashboard.frame = busyFrame();
    const text = await page(language);
    expect(text).toContain(ready);
    expect(text).toContain(`>${breaker}</span>`);
  });

  it('shows the figures of a frame as they are, and where the script finds them anew', async () => {
    dashboard.frame = busyFrame();
    const text = await page();
    expect(text).toContain('data-watch="/live?of=node"');
    expect(shown(text, 'requests|answered|2xx')).toBe('41,250');
    expect(shown(text, 'requests|errors|internal_error')).toBe('1');
    const rowOf = (code: string) =>
      text.match(new RegExp(`<tr data-live="requests\\|errors\\|${code}"[^>]*>`))?.[0];
    expect(rowOf('internal_error')).not.toContain('hidden');
    expect(rowOf('overloaded')).toContain('hidden');
    expect(shown(text, 'limits|api_key|refused')).toBe('290');
    expect(shown(text, 'requests|duration_ms', 'p99')).toBe('≤5');
    expect(shown(text, 'actors|resident')).toBe('42');
    expect(shown(text, 'process|rss_bytes', 'megabytes')).toBe('105');
    expect(text).toContain('<bdi>1.2.3</bdi>');
  });

  it('has the routes in trouble first, at their places in the frame', async () => {
    dashboard.frame = busyFrame();
    const places = [...(await page()).matchAll(/data-live="providers\|(\d)\|breaker"/g)].map(([, at]) => at);
    expect(places.slice(0, 4)).toEqual(['2', '3', '1', '0']);
  });

  it('leads to the hottest keys, and hides rows that have none', async () => {
    dashboard.frame = busyFrame();
    const text = await page();
    expect(text).toContain(`href="/keys/${HOT_KEY}"`);
    expect(text).not.toContain('href="/keys/mkey_');
    expect(text).toMatch(/<tr data-live="hottest_keys\|3\|id" data-format="shown" hidden>/);
    expect(text).not.toMatch(/<tr data-live="hottest_keys\|2\|id" data-format="shown" hidden>/);
  });

  it('says why the node takes no work, and why it turns some away', async () => {
    const hidden = /<div data-live="not_ready" data-format="shown" hidden>/;
    expect(await page()).toMatch(hidden);
    dashboard.frame = busyFrame({ not_ready: 'the disk takes no writes', shedding: ['memory', 'queue'] });
    const text = await page();
    expect(text).not.toMatch(hidden);
    expect(shown(text, 'not_ready', 'text')).toBe('the disk takes no writes');
    expect(shown(text, 'shedding', 'text')).toBe('memory, queue');
    expect(text).toMatch(/<div data-live="not_ready" data-format="hidden" hidden>/);
  });
});
