import { beforeEach, describe, expect, it } from 'vitest';
import { type DashboardUnderTest, OTHER } from './dashboard-under-test.js';
import { JobsUnderTest } from './jobs-under-test.js';

let under: JobsUnderTest;
let dashboard: DashboardUnderTest;

beforeEach(async () => {
  under = await JobsUnderTest.start();
  dashboard = under.dashboard;
});

async function overview(as = 'owner'): Promise<string> {
  return (await dashboard.get('/', { as })).text;
}

function ticked(text: string): number {
  return text.match(/<li class="done">/g)?.length ?? 0;
}

describe('the first page of a newcomer', () => {
  it('has three steps, each ticked off once it is done, and then the first video', async () => {
    const first = await overview();
    expect([first.includes('Three steps'), ticked(first), first.includes('refresh')]).toEqual([
      true,
      0,
      false,
    ]);
    await under.key({ credit: 0 });
    const second = await overview();
    expect([ticked(second), second.includes('href="/top-up"')]).toEqual([1, true]);
    expect(second).toContain('data-watches="none"');
    const rich = await under.key();
    expect(ticked(await overview())).toBe(2);
    const id = await under.job(rich);
    const running = await overview();
    expect([ticked(running), running.includes('Your video is being made')]).toEqual([3, true]);
    expect(running).toMatch(/<noscript><meta http-equiv="refresh" content="2; url=\/\?look=1"/);
    await under.complete(id);
    const done = await overview();
    expect(done).toContain(`src="/clips/${id}"`);
    expect(done).not.toContain('data-watches');
  });

  it('tells why the first job has failed', async () => {
    await under.fail(await under.job(await under.key()));
    expect(await overview()).toContain('The provider refuses to make this');
  });

  it('has an example with the demo key, which works as it is pasted, for operators of the demo alone', async () => {
    await under.key({ account: 'acct_default' });
    await under.key();
    expect(await overview('operator')).not.toContain('curl');
    dashboard.demoKey = 'sk-tgdemo';
    const text = await overview('operator');
    expect(text).toContain('Authorization: Bearer sk-tgdemo');
    expect(text).toContain('http://localhost:8080/v1/videos');
    expect(text).toContain('The demo key has credit already.');
    expect(await overview()).not.toContain('sk-tgdemo');
  });

  it('goes with the second job, or a day after the first one, and is none of a member', async () => {
    const key = await under.key();
    await under.job(key);
    expect(await overview('member')).not.toContain('Three steps');
    await dashboard.world.advance(86_400_000 + 1_000);
    expect(await overview()).not.toContain('Three steps');
    expect(await overview('stranger')).toContain('Three steps');
    const strangers = await under.key({ account: OTHER });
    await under.job(strangers, {}, 'stranger');
    expect(await overview('stranger')).toContain('Three steps');
    await under.job(strangers, {}, 'stranger');
    expect(await overview('stranger')).not.toContain('Three steps');
  });
});
