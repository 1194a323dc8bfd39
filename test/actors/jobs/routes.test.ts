import { describe, expect, it } from 'vitest';
import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import type { VideoJobMessage } from '../../../src/actors/jobs/video-job-messages.js';
import type { LostAnswer, ProviderState, Route } from '../../../src/providers/provider.js';
import type { ReadingReport } from '../../../src/providers/provider-report.js';
import {
  ACCOUNTS,
  ActorsUnderTest,
  accepted,
  createKey,
  DEADLINE_MS,
  lastCall,
  news,
  quoteFor,
  report,
  STARTED,
} from '../actors-under-test.js';
import { checkBooks } from '../books.js';

const KEY = 'key_1';
const JOB = 'video_1';
const HOUR_MS = 3_600_000;
const READING_MS = 2 * HOUR_MS;

const NOT_NOW = report({ about: 'submit', outcome: 'not_now', message: 'busy' });
const UNKNOWN = report({ about: 'submit', outcome: 'unknown', message: 'silence' });
const NOT_FOUND = report({ about: 'find', outcome: 'not_found' });
const RESUME: VideoJobMessage = { type: 'resume' };
const MADE: ProviderState = { state: 'made', location: 'https://cdn.example/clip.mp4', saidMs: 4_000 };
const READ = {
  about: 'reading',
  outcome: 'read',
  lengthMs: 3_960,
  link: '/results/abc',
  file: { bytes: 1_000, contentType: 'video/mp4', isKept: true },
} as const satisfies ReadingReport;

function route(provider: string, lostAnswer: LostAnswer = { kind: 'unknown' }): Route {
  return { provider, model: `${provider}-veo`, lostAnswer };
}

/** A job of 4 s at half a DA a second, with these routes. */
async function withRoutes(first: Route, ...fallbacks: readonly Route[]): Promise<ActorsUnderTest> {
  const under = await ActorsUnderTest.open();
  await under.toldKey(KEY, createKey(KEY, ACCOUNTS[0], 10_000_000));
  await under.toldSubmit(KEY, JOB, { ...quoteFor(4_000, 500_000), model: 'veo', route: first, fallbacks });
  return under;
}

function job(under: ActorsUnderTest) {
  return under.actors.system.view(under.actors.videoJob, JOB);
}

function slug(under: ActorsUnderTest) {
  return job(under)?.machine.context.failure?.slug;
}

function charged(under: ActorsUnderTest) {
  return under.actors.system.view(under.actors.apiKey, KEY)?.balances.charged;
}

/** The providers that it was to be submitted to, in order. */
function submits(under: ActorsUnderTest): string[] {
  return under.effects.flatMap((effect) =>
    effect.type === 'submit' ? [`${effect.provider}/${effect.model}`] : [],
  );
}

describe('a job with routes', () => {
  it('goes on to the next one when the provider did not take it, and is on disk with it before the call', async () => {
    const under = await withRoutes(route('a'), route('b'), route('c'));
    under.faults.push('reject');
    await under.toldJob(JOB, NOT_NOW);
    expect(submits(under)).toEqual(['a/a-veo']);
    await under.toldJob(JOB, NOT_NOW);
    expect(submits(under)).toEqual(['a/a-veo', 'b/b-veo']);
    expect(under.effects.at(-1)).toMatchObject({ delayMs: 0 });
    expect(JSON.parse(under.store.get('jobs', JOB) ?? '')).toMatchObject({ provider: 'b', model: 'veo' });
    expect(JSON.parse(under.store.get('unfinished', JOB) ?? '')).toMatchObject({
      provider: 'b',
      model: 'b-veo',
    });
    under.crash();
    expect(job(under)?.machine.context).toMatchObject({ route: route('b'), fallbacks: [route('c')] });
  });

  it('is one job: it reserves once, settles once, and is counted for the provider that made it', async () => {
    const under = await withRoutes(route('a'), route('b'));
    await under.toldJob(JOB, NOT_NOW);
    await under.toldJob(JOB, accepted({ state: 'completed', outputMs: 4_000, location: 'there' }));
    expect(job(under)).toMatchObject({ status: 'completed', provider: 'b', model: 'veo' });
    const activity = [...under.store.range('activity', {})].map(({ key }) => key.split('/').slice(2));
    expect(activity).toEqual([['veo', 'b']]);
    expect(charged(under)).toBe(2_000_000);
    checkBooks(under.store);
  });

  it('stays with its route after a submit without a known outcome, whatever comes then', async () => {
    const repeatable = route('a', { kind: 'idempotent' });
    for (const messages of [
      [UNKNOWN, ...new Array<VideoJobMessage>(8).fill(NOT_NOW)],
      [RESUME, ...new Array<VideoJobMessage>(8).fill(NOT_NOW)],
    ]) {
      const under = await withRoutes(repeatable, route('b'));
      for (const message of messages) await under.toldJob(JOB, message);
      expect(new Set(submits(under))).toEqual(new Set(['a/a-veo']));
      expect(slug(under)).toBe('outcome_unknown');
      checkBooks(under.store);
    }
  });

  it('fails as of unknown outcome if its provider cannot be asked, with other routes left', async () => {
    for (const message of [UNKNOWN, RESUME]) {
      const under = await withRoutes(route('a'), route('b'));
      await under.toldJob(JOB, message);
      expect([slug(under), submits(under)]).toEqual(['outcome_unknown', ['a/a-veo']]);
      checkBooks(under.store);
    }
  });

  it('tries the last one as often as a single one', async () => {
    const under = await withRoutes(route('a'), route('b'));
    for (let i = 0; i < 9; i++) await under.toldJob(JOB, NOT_NOW);
    expect(submits(under)).toEqual(['a/a-veo', ...new Array<string>(8).fill('b/b-veo')]);
    expect(slug(under)).toBe('provider_unavailable');
  });
});

describe('a job whose submit can be repeated for a time', () => {
  const route24 = route('a', { kind: 'idempotent', forMs: HOUR_MS / 4 });

  it('is submitted again within it, never to begin later', async () => {
    const under = await withRoutes(route24);
    const until = under.world.steadyMs() + HOUR_MS / 4 - 60_000;
    await under.toldJob(JOB, UNKNOWN);
    expect(under.effects.at(-1)).toMatchObject({ type: 'submit', notAfter: until });
    under.crash();
    await under.toldJob(JOB, RESUME);
    expect(under.effects.at(-1)).toMatchObject({ type: 'submit', notAfter: until });
  });

  it('fails as of unknown outcome after it, also if the provider did not take the repeated one', async () => {
    for (const last of [UNKNOWN, NOT_NOW, RESUME]) {
      const under = await withRoutes(route24);
      await under.toldJob(JOB, UNKNOWN);
      await under.world.advance(HOUR_MS / 4 - 60_000);
      await under.toldJob(JOB, last);
      expect(slug(under)).toBe('outcome_unknown');
      checkBooks(under.store);
    }
  });
});

describe('a job that its provider can be asked for', () => {
  const findable = route('comfy', { kind: 'findable' });

  it('is looked for after a lost answer or a restart, again after each restart, and goes on if it is found', async () => {
    for (const lost of [UNKNOWN, RESUME]) {
      const under = await withRoutes(findable, route('b'));
      await under.toldJob(JOB, lost);
      expect(under.effects.at(-1)).toMatchObject({ type: 'find', jobId: JOB, provider: 'comfy' });
      expect(JSON.parse(under.store.get('unfinished', JOB) ?? '')).toMatchObject({ resume: true });
      under.crash();
      await under.toldJob(JOB, RESUME);
      expect(under.effects.at(-1)).toMatchObject({ type: 'find', model: 'comfy-veo' });
      await under.toldJob(JOB, report({ about: 'find', outcome: 'accepted', handle: 'h', state: STARTED }));
      expect(under.effects.at(-1)).toMatchObject({ type: 'watch', ticket: { handle: 'h' } });
      expect([job(under)?.status, submits(under)]).toEqual(['in_progress', ['comfy/comfy-veo']]);
    }
  });

  it('fails as of unknown outcome if it is not there, and expires if nobody says', async () => {
    const missing = await withRoutes(findable, route('b'));
    await missing.toldJob(JOB, UNKNOWN);
    await missing.toldJob(JOB, NOT_FOUND);
    expect(slug(missing)).toBe('outcome_unknown');
    const silent = await withRoutes(findable);
    await silent.toldJob(JOB, UNKNOWN);
    await silent.world.advance(DEADLINE_MS);
    expect([slug(silent), silent.effects.at(-1)?.type]).toEqual(['expired', 'forget']);
    checkBooks(silent.store);
  });
});

describe('a job that its provider has made', () => {
  async function made(): Promise<ActorsUnderTest> {
    const under = await withRoutes(route('a'));
    await under.toldJob(JOB, accepted(STARTED));
    await under.toldJob(JOB, news(MADE));
    return under;
  }

  it('is in progress until its result is read, and is charged for the length that was read', async () => {
    const under = await made();
    expect(job(under)?.status).toBe('in_progress');
    expect(under.effects.at(-1)).toEqual({
      type: 'read',
      ticket: {
        jobId: JOB,
        account: ACCOUNTS[0],
        provider: 'a',
        location: 'https://cdn.example/clip.mp4',
        saidMs: 4_000,
      },
      trace: undefined,
    });
    await under.toldJob(JOB, report(READ));
    expect(job(under)?.machine.context.output).toEqual({
      lengthMs: 3_960,
      location: 'https://cdn.example/clip.mp4',
      link: READ.link,
      file: READ.file,
    });
    expect(charged(under)).toBe(1_980_000);
    checkBooks(under.store);
  });

  it('at once is not polled', async () => {
    const under = await withRoutes(route('a'));
    await under.toldJob(JOB, accepted(MADE));
    expect(under.effects.map(({ type }) => type)).toEqual(['submit', 'read']);
  });

  it('is charged at most what was reserved, however long the file', async () => {
    const under = await made();
    await under.toldJob(JOB, report({ ...READ, lengthMs: 60_000 }));
    expect(charged(under)).toBe(2_000_000);
    checkBooks(under.store);
  });

  it('has the deadline of reading in place of its own, also after restarts, and costs nothing then', async () => {
    const under = await made();
    await under.world.advance(DEADLINE_MS + 1);
    expect(job(under)?.status).toBe('in_progress');
    under.crash();
    expect(JSON.parse(under.store.get('unfinished', JOB) ?? '')).toMatchObject({
      handle: null,
      resume: true,
    });
    under.effects.length = 0;
    await under.toldJob(JOB, RESUME);
    expect(under.effects.map(({ type }) => type)).toEqual(['read']);
    await under.world.advance(READING_MS - DEADLINE_MS - 2);
    expect(job(under)?.status).toBe('in_progress');
    await under.world.advance(1);
    expect([slug(under), charged(under)]).toEqual(['result_unavailable', 0]);
    expect(under.effects.at(-1)?.type).toBe('forget');
    checkBooks(under.store);
  });

  it('fails without a charge if its result is no use', async () => {
    const under = await made();
    await under.toldJob(JOB, report({ about: 'reading', outcome: 'unreadable', message: 'no clip' }));
    expect(job(under)?.machine.context.failure).toEqual({ slug: 'result_unavailable', message: 'no clip' });
    checkBooks(under.store);
  });

  it('is read if the final poll says that it was made', async () => {
    const under = await withRoutes(route('a'));
    await under.toldJob(JOB, accepted());
    await under.world.advance(DEADLINE_MS);
    await under.toldJob(JOB, lastCall(MADE));
    expect([job(under)?.status, under.effects.at(-1)?.type]).toEqual(['in_progress', 'read']);
    await under.world.advance(READING_MS);
    expect(slug(under)).toBe('result_unavailable');
    checkBooks(under.store);
  });
});

describe('a job that ends while its provider goes on', () => {
  it('is cancelled there, once, at its deadline and by an operator', async () => {
    const expired = await withRoutes(route('a'));
    await expired.toldJob(JOB, accepted(STARTED));
    await expired.world.advance(DEADLINE_MS);
    await expired.toldJob(JOB, lastCall(undefined));
    const ended = await withRoutes(route('a'));
    await ended.toldJob(JOB, accepted(STARTED));
    await ended.toldJob(JOB, { type: 'end', by: BY_THE_NODE, reason: 'enough' });
    for (const under of [expired, ended]) {
      const cancels = under.effects.filter(({ type }) => type === 'cancel');
      expect(cancels).toMatchObject([
        { ticket: { jobId: JOB, provider: 'a', model: 'a-veo', handle: 'h-1' } },
      ]);
    }
  });

  it('is cancelled, too, if it is being looked for, with no handle', async () => {
    const expired = await withRoutes(route('a', { kind: 'findable' }));
    await expired.toldJob(JOB, UNKNOWN);
    await expired.world.advance(DEADLINE_MS);
    const ended = await withRoutes(route('a', { kind: 'findable' }));
    await ended.toldJob(JOB, UNKNOWN);
    await ended.toldJob(JOB, { type: 'end', by: BY_THE_NODE, reason: 'enough' });
    for (const under of [expired, ended]) {
      const cancels = under.effects.filter(({ type }) => type === 'cancel');
      expect(cancels).toMatchObject([
        { ticket: { jobId: JOB, provider: 'a', model: 'a-veo', handle: null } },
      ]);
    }
  });
});
