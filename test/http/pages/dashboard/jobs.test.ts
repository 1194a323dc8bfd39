import { beforeEach, describe, expect, it } from 'vitest';
import { bytesOfContent, content } from '../../pipeline/gateway-stage.js';
import { type DashboardUnderTest, STUDIO } from './dashboard-under-test.js';
import { JobsUnderTest } from './jobs-under-test.js';

let under: JobsUnderTest;
let dashboard: DashboardUnderTest;
let key: string;
const owner = { as: 'owner' };

beforeEach(async () => {
  under = await JobsUnderTest.start();
  dashboard = under.dashboard;
  key = await under.key();
});

function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/href="\/jobs\/(video_\w+)"/g)].map(([, id = '']) => id);
}

describe('the list of jobs', () => {
  it('says what to do as long as there are none', async () => {
    const { text } = await dashboard.get('/jobs', owner);
    expect(text).toContain('No jobs yet');
    expect(text).toContain('href="/jobs/new"');
  });

  it('has the jobs of all keys of the account, newest first, a page at a time', async () => {
    const other = await under.key({ name: 'other' });
    const ids: string[] = [];
    for (let n = 0; n < 27; n++) {
      await dashboard.world.advance(1_000);
      ids.unshift(await under.job(n % 2 === 0 ? key : other, { seconds: '1' }));
    }
    const first = await dashboard.get('/jobs', owner);
    expect(linksIn(first.text)).toEqual(ids.slice(0, 25));
    const older = /href="(\/jobs\?after=[^"]+)"/.exec(first.text)?.[1] ?? '';
    const second = await dashboard.get(older, owner);
    expect(linksIn(second.text)).toEqual(ids.slice(25));
    expect(second.text).toContain('href="/jobs"');
  });

  it('filters by state, key and model, also while it goes on', async () => {
    const other = await under.key({ name: 'other' });
    const [open, done, failed] = [await under.job(key), await under.job(key), await under.job(other)];
    await under.complete(done);
    await under.fail(failed);
    const listed = async (query: string) => linksIn((await dashboard.get(`/jobs?${query}`, owner)).text);
    expect(await listed('status=pending')).toEqual([open]);
    expect(await listed('status=completed&key=&model=')).toEqual([done]);
    expect(await listed('status=failed')).toEqual([failed]);
    expect(await listed(`key=${other}`)).toEqual([failed]);
    expect(await listed('model=sim%2Fvideo')).toHaveLength(3);
    expect((await dashboard.get('/jobs?model=none', owner)).text).toContain('No job is like that');
  });

  it('has nothing of another account, whatever is asked for; an operator sees all, or one account', async () => {
    const theirs = await under.key({ account: 'acct_default' });
    const [own, other] = [await under.job(key), await under.job(theirs, {}, 'operator')];
    expect(linksIn((await dashboard.get('/jobs', owner)).text)).toEqual([own]);
    for (const query of [`key=${theirs}`, 'account=acct_default'])
      expect((await dashboard.get(`/jobs?${query}`, owner)).status).toBe(404);
    expect(linksIn((await dashboard.get('/jobs', { as: 'operator' })).text)).toEqual([other, own]);
    const one = await dashboard.get('/jobs?account=acct_default', { as: 'operator' });
    expect(linksIn(one.text)).toEqual([other]);
  });
});

describe('the page of a job', () => {
  it('tells its life, and what was reserved, charged and released, to the micro-DA', async () => {
    const id = await under.job(key);
    const path = `/jobs/${id}`;
    expect((await dashboard.get(path, owner)).text).toMatch(/Accepted.*Reserved.*4\.00.*Being submitted/s);
    await under.begin(id);
    expect((await dashboard.get(path, owner)).text).toMatch(/Submitted.*sim.*Being made.*at the latest/s);
    await under.report(id, {
      about: 'poll',
      state: { state: 'completed', outputMs: 1_333, location: '/results/x.mp4' },
    });
    const { text } = await dashboard.get(path, owner);
    expect(text).toMatch(/Completed.*Settled.*Charged.*0\.6665.*Released.*3\.3335/s);
    expect(text).toContain(`<video controls playsinline preload="metadata" src="/clips/${id}"`);
    expect(text).not.toContain('http-equiv="refresh"');
  });

  it('tells the reason of a failure in words, and has no clip', async () => {
    const id = await under.job(key);
    await under.fail(id, '<b>no</b>');
    const { text } = await dashboard.get(`/jobs/${id}`, owner);
    expect(text).toContain('The provider refuses to make this');
    expect(text).toContain('&lt;b>no&lt;/b>');
    expect(text).toMatch(/Released.*4\.00/s);
    expect(text).not.toContain('<video');
  });

  it('shows prompt and parameters as text, whatever is in them', async () => {
    const id = await under.job(key, { prompt: '<script>alert(1)</script>\n"two" lines' });
    const { text } = await dashboard.get(`/jobs/${id}`, owner);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&lt;script>alert(1)&lt;/script>\n&quot;two&quot; lines');
  });

  it('looks again while the job is under way, without a script so many times at most', async () => {
    const id = await under.job(key);
    const refreshOf = async (query: string) =>
      /content="(\d+); url=([^"]+)"/.exec((await dashboard.get(`/jobs/${id}${query}`, owner)).text)?.slice(1);
    expect(await refreshOf('')).toEqual(['2', `/jobs/${id}?look=1`]);
    expect(await refreshOf('?look=30')).toEqual(['15', `/jobs/${id}?look=31`]);
    for (const look of ['40', '-1', '1e9', 'x']) expect(await refreshOf(`?look=${look}`)).toBeUndefined();
  });

  it('is not there for another account', async () => {
    const id = await under.job(key);
    expect((await dashboard.get(`/jobs/${id}`, { as: 'stranger' })).status).toBe(404);
    expect((await dashboard.get('/jobs/video_none', owner)).status).toBe(404);
    expect((await dashboard.get(`/jobs/${id}`, { as: 'member' })).status).toBe(200);
  });

  it('shows an operator how a job of another account stands, but neither prompt nor video', async () => {
    const id = await under.job(key, { prompt: 'a secret film' });
    await under.complete(id);
    const seen = { as: 'operator' };
    const { text } = await dashboard.get(`/jobs/${id}`, seen);
    expect(text).toMatch(/Only the people of the account see the prompt.*Completed.*Charged/s);
    expect(text).not.toContain('<video');
    for (const path of [`/jobs/${id}`, '/jobs', `/jobs?account=${STUDIO}`, `/jobs/new?from=${id}`])
      expect((await dashboard.get(path, seen)).text).not.toContain('a secret film');
    expect((await dashboard.get('/jobs', seen)).text).toContain(`>${id}</bdi>`);
    dashboard.result = { state: 'open', file: content(10), fileName: '' };
    expect((await dashboard.get(`/clips/${id}`, seen)).status).toBe(404);
    expect((await dashboard.get(`/jobs/${id}`, owner)).text).toContain('a secret film');
  });

  it('lets operators end a job for a reason, which its owner reads', async () => {
    const id = await under.job(key);
    const path = `/jobs/${id}`;
    expect((await dashboard.get(path, owner)).text).not.toContain('name="reason"');
    expect((await dashboard.post(path, { reason: 'mine' }, owner)).status).toBe(403);
    const empty = await dashboard.post(path, { reason: ' ' }, { as: 'operator' });
    expect([empty.status, empty.text.includes('A reason has 1 to 300')]).toEqual([400, true]);
    const ended = await dashboard.post(path, { reason: 'it hangs' }, { as: 'operator' });
    expect([ended.status, ended.headers.location]).toEqual([303, path]);
    expect((await dashboard.get(path, owner)).text).toContain('it hangs');
  });
});

describe('the clip of a job', () => {
  it('is answered under the session, in whole and in parts, and runs nowhere', async () => {
    const id = await under.job(key);
    await under.complete(id);
    dashboard.result = { state: 'open', file: content(10_000), fileName: `${id}.mp4` };
    const whole = await dashboard.get(`/clips/${id}`, { as: 'owner', fields: [['accept', '*/*']] });
    expect([whole.status, whole.streamed?.size]).toEqual([200, 10_000]);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const part = await dashboard.get(`/clips/${id}`, { as: 'owner', fields: [['range', 'bytes=10-19']] });
    expect([part.status, part.headers['content-range']]).toEqual([206, 'bytes 10-19/10000']);
    const chunks: Uint8Array[] = [];
    for await (const chunk of part.streamed?.chunks() ?? []) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(Buffer.from(bytesOfContent(10, 20)));
  });

  it('is saved as octets if it says that it is a page', async () => {
    const id = await under.job(key);
    await under.complete(id);
    dashboard.result = { state: 'open', file: { ...content(10), contentType: 'text/html' }, fileName: '' };
    const { headers } = await dashboard.get(`/clips/${id}`, owner);
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toContain('attachment');
  });

  it('is there for nobody else, nor before it is made, and says so if it is gone', async () => {
    const id = await under.job(key);
    const path = `/clips/${id}`;
    expect((await dashboard.get(path, owner)).status).toBe(404);
    await under.complete(id);
    for (const sent of [{}, { as: 'stranger' }]) expect((await dashboard.get(path, sent)).status).toBe(404);
    const gone = await dashboard.get(path, owner);
    expect([gone.status, gone.code]).toEqual([410, 'result_expired']);
  });
});
