/** Jobs on the dashboard: keys with credit, jobs out of the form, and their ends as a provider tells them. */
import { listJobsOfKeys } from '../../../../src/actors/jobs/job-lists.js';
import type { VideoJobState } from '../../../../src/actors/jobs/video-job-messages.js';
import { microDa } from '../../../../src/money/micro-da.js';
import { ask } from '../../../../src/node/assembly/ask.js';
import type { ProviderReport } from '../../../../src/providers/provider-report.js';
import { DashboardUnderTest, STUDIO } from './dashboard-under-test.js';

const BY = { kind: 'node', id: 'node' } as const;
const MICRO = 1_000_000;

export class JobsUnderTest {
  readonly dashboard: DashboardUnderTest;

  constructor(dashboard: DashboardUnderTest) {
    this.dashboard = dashboard;
  }

  static async start(): Promise<JobsUnderTest> {
    return new JobsUnderTest(await DashboardUnderTest.start());
  }

  /** A key of the account; its id. */
  async key({ name = 'ci', credit = 100, account = STUDIO, rpm = 60 } = {}): Promise<string> {
    const { system, apiKey } = this.dashboard.stage.actors;
    const id = this.dashboard.deps.ids.next('apiKey');
    const key = {
      id,
      account,
      name,
      rateLimitRpm: rpm,
      credits: microDa(credit * MICRO),
      credentialHash: id,
      createdAt: 0,
    };
    await this.dashboard.settled(ask(system, apiKey, id, { type: 'create', by: BY, key }));
    return id;
  }

  async once(as = 'owner'): Promise<string> {
    const { text } = await this.dashboard.get('/jobs/new', { as });
    return /name="once" value="([\w-]{22})"/.exec(text)?.[1] ?? '';
  }

  async submit(key: string, fields: Readonly<Record<string, string>> = {}, as = 'owner') {
    const form = { once: await this.once(as), key, model: 'sim/video', seconds: '8', prompt: 'a boat' };
    return await this.dashboard.post('/jobs/new', { ...form, ...fields }, { as });
  }

  /** The id of a new job. */
  async job(key: string, fields: Readonly<Record<string, string>> = {}, as = 'owner'): Promise<string> {
    const { status, headers } = await this.submit(key, fields, as);
    if (status !== 303) throw new Error(`a job was answered ${status}`);
    return headers.location?.replace('/jobs/', '') ?? '';
  }

  jobs(key: string): readonly VideoJobState[] {
    const { records } = this.dashboard.stage.actors.system;
    const wanted = { limit: 100, after: undefined, lookedAtMax: 100 };
    return listJobsOfKeys(records, [key], { status: undefined }, wanted).items;
  }

  async report(id: string, ...reports: readonly ProviderReport[]): Promise<void> {
    const { system, videoJob } = this.dashboard.stage.actors;
    for (const report of reports)
      await this.dashboard.settled(ask(system, videoJob, id, { type: 'report', report }));
  }

  begin(id: string): Promise<void> {
    return this.report(id, {
      about: 'submit',
      outcome: 'accepted',
      handle: 'h',
      state: { state: 'in_progress' },
    });
  }

  async complete(id: string, outputMs = 8_000): Promise<void> {
    await this.begin(id);
    const state = { state: 'completed', outputMs, location: '/results/x.mp4' } as const;
    await this.report(id, { about: 'poll', state });
  }

  fail(id: string, message = 'no such scene'): Promise<void> {
    return this.report(id, { about: 'submit', outcome: 'rejected', slug: 'content_rejected', message });
  }
}
