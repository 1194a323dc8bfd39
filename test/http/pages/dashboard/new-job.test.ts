import { beforeEach, describe, expect, it } from 'vitest';
import { type DashboardUnderTest, OTHER } from './dashboard-under-test.js';
import { JobsUnderTest } from './jobs-under-test.js';

let under: JobsUnderTest;
let dashboard: DashboardUnderTest;
const owner = { as: 'owner' };

beforeEach(async () => {
  under = await JobsUnderTest.start();
  dashboard = under.dashboard;
});

describe('the form that submits a job', () => {
  it('says what to do as long as there is no key', async () => {
    expect((await dashboard.get('/jobs/new', owner)).text).toContain('href="/keys/new"');
    expect((await dashboard.get('/jobs/new', { as: 'member' })).text).not.toContain('href="/keys/new"');
  });

  it('makes one job of a form, however often it is sent', async () => {
    const key = await under.key();
    const once = await under.once();
    const [one, two] = await Promise.all([under.submit(key, { once }), under.submit(key, { once })]);
    expect([one.status, two.headers.location]).toEqual([303, one.headers.location]);
    expect(under.jobs(key)).toHaveLength(1);
    const other = await under.submit(key, { once, prompt: 'another' });
    expect([other.status, under.jobs(key).length]).toEqual([422, 1]);
    expect(other.text).toContain('This form has been sent already');
    expect((await under.submit(key, { once: '' })).status).toBe(400);
  });

  it('counts on the window of the key, together with programs, and says when to come back', async () => {
    const key = await under.key({ rpm: 2 });
    await under.job(key);
    await under.job(key);
    const third = await under.submit(key);
    expect([third.status, under.jobs(key).length]).toEqual([429, 2]);
    expect(third.text).toMatch(/Seconds until the next one:.*60</s);
    await dashboard.world.advance(60_000);
    expect((await under.submit(key)).status).toBe(303);
  });

  it('says what is missing if the balance is too small, and keeps what was typed', async () => {
    const key = await under.key({ credit: 3 });
    const refused = await under.submit(key, { prompt: 'a <lighthouse>', seconds: '9.5' });
    expect(refused.status).toBe(402);
    expect(refused.text).toMatch(/4\.75.*DA.*\/.*3\.00/s);
    expect(refused.text).toContain(`/top-up?key=${key}`);
    expect(refused.text).toContain('a &lt;lighthouse></textarea>');
    expect(refused.text).toContain('value="9.5"');
    expect(under.jobs(key)).toHaveLength(0);
  });

  it.each([
    ['a blank prompt', { prompt: '  ' }, 400, 'A prompt has 1 to 10,000 characters'],
    ['a length that no model makes', { seconds: '61' }, 400, 'The model does not make this length'],
    ['a length that is none', { seconds: 'long' }, 400, 'The model does not make this length'],
    ['an unknown model', { model: 'none' }, 404, 'Choose a model.'],
    ['no key', { key: '' }, 400, 'Choose another key'],
  ])('refuses %s, and says so beside the field', async (_, fields, status, words) => {
    const key = await under.key();
    const refused = await under.submit(key, fields);
    expect(refused.status).toBe(status);
    expect(refused.text).toMatch(new RegExp(`class="error"[^>]*>${words}`));
    expect(under.jobs(key)).toHaveLength(0);
  });

  it('takes the keys of the own account alone, a member those that were granted', async () => {
    const theirs = await under.key({ account: OTHER });
    const key = await under.key();
    for (const as of ['stranger', 'operator', 'member']) {
      expect((await under.submit(key, {}, as)).status).toBe(400);
      expect((await dashboard.get('/jobs/new', { as })).text).not.toContain(key);
    }
    expect((await under.submit(theirs)).status).toBe(400);
    dashboard.grant('member', [key]);
    expect((await dashboard.get('/jobs/new', { as: 'member' })).text).toContain(key);
    expect((await under.submit(key, {}, 'member')).status).toBe(303);
    await dashboard.settled(dashboard.stage.revoke(key));
    expect((await under.submit(key, {}, 'member')).status).toBe(400);
    expect([...under.jobs(key), ...under.jobs(theirs)]).toHaveLength(1);
  });

  it('is filled in from a job that is to be made again', async () => {
    const key = await under.key();
    const id = await under.job(key, { prompt: 'two boats', seconds: '5.5' });
    const { text } = await dashboard.get(`/jobs/new?from=${id}`, owner);
    expect(text).toContain('two boats</textarea>');
    expect(text).toContain('value="5.5"');
    const stranger = await dashboard.get(`/jobs/new?from=${id}`, { as: 'stranger' });
    expect(stranger.text).not.toContain('two boats');
  });

  it('is shed when the node has no room, and nothing is done', async () => {
    const key = await under.key();
    dashboard.stage.shedder.shortages = { memory: true, diskSpace: false };
    const shed = await under.submit(key);
    expect([shed.status, under.jobs(key).length]).toEqual([503, 0]);
    expect(shed.text).toContain('takes no new jobs right now');
  });
});
