/** The embedded provider: how its jobs stand at each time, what it serves, and what outlives a process. */

import { createSimulatedProvider } from '../../../../../src/providers/adapters/simulated/simulated-provider.js';
import { readProviderState, readSubmitAnswer } from '../../../../../src/providers/calls/provider-answers.js';
import type { Provider, ProviderState, SubmitAnswer } from '../../../../../src/providers/provider.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { shownClip } from './shown-clip.js';
import { AT_ONCE, FLAKY, MODELS, REJECTING, type SimulatedAct, simulatedAct } from './simulated-acts.js';

interface NaiveJob {
  readonly jobId: string;
  readonly model: string;
  readonly lengthMs: number;
  handle: string;
  acceptedAt: number;
  location?: string;
  faults: number;
}

const FAULTS_IN_A_ROW_MAX = 3;
const HANG_MAX_MS = 1_000;
const CLIP_LENGTH_MAX_MS = 60_000;
const SECRET = new Uint8Array(32).fill(5);

export function simulatedProviderPart(): Part<null, SimulatedAct> {
  return {
    name: 'simulated-provider',
    limits: () => null,
    act: simulatedAct,
    pauseMs: (random) => random.pick([0, 0, 1, 199, 200, 499, 500, 600, 1_499, 1_500, 20_000, 300_000]),
    begin: (trial) => new SimulatedCourse(trial),
  };
}

class SimulatedCourse implements Course<SimulatedAct> {
  readonly #trial: Trial;
  readonly #jobs: NaiveJob[] = [];
  #provider: Provider;
  #submits = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#provider = this.#begun();
    const { lostAnswer, servesLinks, models } = this.#provider;
    trial.same('promises', [lostAnswer, servesLinks], [{ kind: 'idempotent' }, true]);
    trial.same('models', models.map(({ id }) => id).sort(), [...Object.keys(MODELS), REJECTING].sort());
    for (const {
      pricePerSecondMicroDa,
      lengthMinMs,
      lengthMaxMs,
      lengthDefaultMs,
      deadlineAfterMs,
    } of models)
      trial.same(
        'offers',
        [pricePerSecondMicroDa, lengthMinMs, lengthMaxMs, lengthDefaultMs, deadlineAfterMs],
        [500_000, 1_000, 60_000, 5_000, 1_800_000],
      );
  }

  async take(act: SimulatedAct): Promise<void> {
    if (act.do === 'restart') {
      this.#provider = this.#begun();
      // It has forgotten how many calls of a job failed.
      for (const job of this.#jobs) job.faults = 0;
      return;
    }
    if (act.do === 'submit') {
      await this.#submit(act.model, act.lengthMs);
      return;
    }
    const job = this.#jobs.at(-1 - act.nth);
    if (job === undefined) return;
    switch (act.do) {
      case 'again':
        await this.#submitted(job);
        return;
      case 'poll': {
        const state = await this.#called(job, () => this.#provider.poll(job, callOf()), readProviderState);
        if (state !== undefined) this.#compareState(job, state);
        return;
      }
      case 'poll_wrong':
        await this.#pollWrong(job, act.wrong);
        return;
      case 'read':
        await this.#read(job, act.from, act.bytes);
        return;
      case 'read_wrong': {
        const { location } = job;
        if (location === undefined) return;
        const other = location[act.at] === 'A' ? 'B' : 'A';
        const forged = location.slice(0, act.at) + other + location.slice(act.at + 1);
        const file = await this.#provider.content(forged, new AbortController().signal);
        this.#trial.same('forged', file === undefined, true);
      }
    }
  }

  compare(): void {}

  #begun(): Provider {
    return createSimulatedProvider({ world: this.#trial.world, secret: SECRET });
  }

  async #submit(model: string, lengthMs: number): Promise<void> {
    const jobId = `video_${this.#submits++}`;
    const job: NaiveJob = { jobId, model, lengthMs, handle: '', acceptedAt: 0, faults: 0 };
    if (model in MODELS && lengthMs <= CLIP_LENGTH_MAX_MS) {
      await this.#submitted(job);
      if (job.handle !== '') this.#jobs.push(job);
      return;
    }
    const answer = await this.#provider.submit({ ...job, prompt: 'A boat', extra: {} }, callOf());
    const slug = model === REJECTING ? 'content_rejected' : 'invalid_input';
    this.#trial.same('rejected', 'slug' in answer ? answer.slug : answer.outcome, slug);
  }

  async #submitted(job: NaiveJob): Promise<void> {
    const call = () => this.#provider.submit({ ...job, prompt: 'A boat', extra: {} }, callOf());
    const answer = await this.#called(job, call, (one): SubmitAnswer | undefined => readSubmitAnswer(one));
    if (answer === undefined) return;
    this.#trial.same('taken', answer.outcome, 'accepted');
    if (answer.outcome !== 'accepted') return;
    job.handle = answer.handle;
    job.acceptedAt = this.#trial.now;
    this.#compareState(job, answer.state);
  }

  /** The answer to a call; undefined if it is one of the few that a flaky model loses. */
  async #called<Answer>(
    job: NaiveJob,
    call: () => Promise<unknown>,
    read: (answer: unknown) => Answer | undefined,
  ): Promise<Answer | undefined> {
    let told: { readonly answer?: unknown } | undefined;
    const began = this.#trial.now;
    call().then(
      (answer) => {
        told = { answer };
      },
      () => {
        told = {};
      },
    );
    await this.#trial.world.settle();
    if (told === undefined) await this.#trial.world.advance(HANG_MAX_MS);
    if (told === undefined) this.#trial.broke('hangs', 'a call is not over within a second');
    const answer = told?.answer === undefined ? undefined : read(told.answer);
    job.faults = answer === undefined ? job.faults + 1 : 0;
    const most = job.model === FLAKY ? FAULTS_IN_A_ROW_MAX : 0;
    if (job.faults > most) this.#trial.broke('faults', `${job.faults} calls in a row of ${job.model} fail`);
    return this.#trial.now > began ? undefined : answer;
  }

  #compareState(job: NaiveJob, state: ProviderState): void {
    const { pendingMs, runningMs, newsEveryMs } = MODELS[job.model] ?? AT_ONCE;
    const sinceMs = this.#trial.now - job.acceptedAt;
    if (sinceMs < pendingMs) {
      this.#trial.sameFields('state', state, { state: 'pending', askAgainAfterMs: pendingMs - sinceMs });
      return;
    }
    const leftMs = pendingMs + runningMs - sinceMs;
    if (leftMs > 0) {
      const progress = 'progress' in state ? (state.progress ?? -1) : -1;
      const done = (100 * (runningMs - leftMs)) / runningMs;
      this.#trial.between('progress', progress, Math.max(0, done - 1), done);
      const askAgainAfterMs = Math.min(leftMs, newsEveryMs);
      this.#trial.sameFields('state', state, { state: 'in_progress', progress, askAgainAfterMs });
      return;
    }
    const outputMs = outputOf(job);
    const location = 'location' in state ? state.location : '';
    this.#trial.sameFields('state', state, { state: 'completed', outputMs, location });
    job.location ??= location;
    this.#trial.same('link', location, job.location);
    if (!/^\/results\/[\w-]{22,}\.mp4$/.test(location)) this.#trial.broke('link', `it is ${location}`);
    const others = this.#jobs.filter((other) => other !== job && other.location === location);
    if (location !== '' && others.length > 0) this.#trial.broke('link', 'two jobs have one link');
  }

  async #pollWrong(job: NaiveJob, wrong: 'job' | 'model' | 'handle'): Promise<void> {
    if (job.model === FLAKY) return;
    const model = job.model === 'sim/video' ? 'sim/video-slow' : 'sim/video';
    const handle = `${job.handle.slice(0, -1)}${job.handle.endsWith('A') ? 'B' : 'A'}`;
    const asked = {
      job: { ...job, jobId: `${job.jobId}0` },
      model: { ...job, model },
      handle: { ...job, handle },
    }[wrong];
    const told = await this.#provider.poll(asked, callOf()).then(
      ({ state }) => state,
      (error: Error) => error.name,
    );
    this.#trial.same('wrong', told, 'RefusedError');
  }

  async #read(job: NaiveJob, from: number, bytes: number): Promise<void> {
    if (job.location === undefined) return;
    const file = await this.#provider.content(job.location, new AbortController().signal);
    const whole = file && (await readAll(file.read(0, undefined)));
    if (file === undefined || whole === undefined) {
      this.#trial.broke('file', 'it is gone');
      return;
    }
    const { contentType, size, takesRanges } = file;
    this.#trial.same('file', [contentType, size, takesRanges], ['video/mp4', whole.length, true]);
    const { durationsMs, isBroken } = shownClip(whole);
    this.#trial.same('length', [...new Set(durationsMs)], [outputOf(job)]);
    this.#trial.same('frames', isBroken, false);
    const to = Math.min(from + bytes, whole.length);
    const part = await readAll(file.read(from, to));
    this.#trial.same('range', part.equals(whole.subarray(from, to)), true);
  }
}

function outputOf({ model, lengthMs }: NaiveJob): number {
  return model === 'sim/video-half' ? Math.floor(lengthMs / 2) : lengthMs;
}

function callOf(): { readonly signal: AbortSignal } {
  return new AbortController();
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
