/**
 * The embedded provider: needs no network, makes real clips, behaves as a good provider would, except for
 * the models whose purpose is to misbehave.
 *
 * It keeps no records: it writes the job into the handle and the result into the link, and seals both. How a
 * job stands follows from its handle and the steady clock alone, so `kill -9` loses nothing that was
 * accepted, and a repeated submit is the same job with the same result.
 *
 * Invariants
 *  1. Submitting a job again leads to the same result link.
 *  2. A job never goes back: its state depends on the time since acceptance only, and time goes forward.
 *  3. `askAgainAfterMs` says when the answer will be another one.
 */

import type { RemoteFile } from '../../../outward/outward.js';
import { Seal } from '../../../sealing/seal.js';
import type { World } from '../../../time/world.js';
import {
  type Provider,
  type ProviderCall,
  type ProviderJob,
  type ProviderState,
  type ProviderSubmit,
  RefusedError,
  type SubmitAnswer,
} from '../../provider.js';
import { CLIP_CONTENT_TYPE, isClipLength } from './clip.js';
import { ClipCache } from './clip-cache.js';
import { clipFrames } from './clip-frames.js';
import { FlakyFaults } from './faults.js';
import { type AcceptedJob, readHandle, writeHandle } from './job-handle.js';
import { readResultLink, resultLink } from './result-link.js';
import { type SimulatedModel, simulatedModel, simulatedOffers } from './simulated-models.js';

export interface SimulatedProviderOptions {
  /** `simulated` by default. */
  readonly name?: string;
  readonly world: World;
  /** 32 random bytes that stay the same as long as the data folder does. */
  readonly secret: Uint8Array;
  /** A job unsettled this long after its submit expires; 30 minutes by default. */
  readonly deadlineAfterMs?: number;
}

const DEADLINE_AFTER_MS_DEFAULT = 30 * 60_000;
const CHUNK_BYTES = 64 * 1024;

export function createSimulatedProvider(options: SimulatedProviderOptions): Provider {
  const { name = 'simulated', world, secret, deadlineAfterMs = DEADLINE_AFTER_MS_DEFAULT } = options;
  // Read at the start, not when the process may be out of file descriptors.
  clipFrames();
  const seal = new Seal(secret, 'simulated');
  const clips = new ClipCache();
  const faults = new FlakyFaults(world);

  function submitted(request: ProviderSubmit): SubmitAnswer {
    const model = simulatedModel(request.model);
    if (model === undefined) {
      return { outcome: 'rejected', slug: 'invalid_input', message: 'The provider has no such model.' };
    }
    if (!model.takesJobs) {
      return { outcome: 'rejected', slug: 'content_rejected', message: 'The provider refused the prompt.' };
    }
    // A configuration may offer lengths beyond what can be rendered; such a job is refused, not completed in
    // vain.
    if (!isClipLength(model.outputMs(request.lengthMs))) {
      return {
        outcome: 'rejected',
        slug: 'invalid_input',
        message: 'The provider makes no clip of this length.',
      };
    }
    const job = { acceptedAt: world.steadyMs(), lengthMs: request.lengthMs };
    return {
      outcome: 'accepted',
      handle: writeHandle(seal, request.jobId, model.id, job),
      state: standing(model, request.jobId, job),
    };
  }

  function polled(asked: ProviderJob): ProviderState {
    const model = simulatedModel(asked.model);
    const job = readHandle(seal, asked);
    if (model === undefined || job === undefined) {
      throw new RefusedError('the simulated provider has no such job');
    }
    return standing(model, asked.jobId, job);
  }

  function standing(model: SimulatedModel, jobId: string, job: AcceptedJob): ProviderState {
    const sinceAcceptedMs = Math.max(0, world.steadyMs() - job.acceptedAt);
    const untilBegunMs = model.pendingMs - sinceAcceptedMs;
    if (untilBegunMs > 0) return { state: 'pending', askAgainAfterMs: untilBegunMs };
    const untilDoneMs = untilBegunMs + model.runningMs;
    if (untilDoneMs > 0) {
      return {
        state: 'in_progress',
        progress: Math.floor(100 * (1 - untilDoneMs / model.runningMs)),
        askAgainAfterMs: Math.min(untilDoneMs, model.newsEveryMs),
      };
    }
    const outputMs = model.outputMs(job.lengthMs);
    return { state: 'completed', outputMs, location: resultLink(seal, jobId, outputMs) };
  }

  /** Runs a call of a flaky model as fate has it. The return value need not be an `Answer`. */
  async function atTheMercyOfFate<Answer>(
    jobId: string,
    underWay: ProviderCall,
    call: () => Answer,
  ): Promise<Answer> {
    switch (faults.next(jobId)) {
      case undefined:
        return call();
      case 'error':
        throw new Error('the simulated provider answered 500');
      case 'hang':
        return faults.hang(underWay.signal);
      case 'garbage':
        return faults.garbage() as Answer;
      case 'lost':
        call();
        throw new Error('the connection to the simulated provider broke before its answer arrived');
    }
  }

  async function answer<Answer>(
    asked: { readonly jobId: string; readonly model: string },
    underWay: ProviderCall,
    call: () => Answer,
  ) {
    return simulatedModel(asked.model)?.isFlaky ? atTheMercyOfFate(asked.jobId, underWay, call) : call();
  }

  return {
    name,
    models: simulatedOffers(name, deadlineAfterMs),
    lostAnswer: { kind: 'idempotent' },
    servesLinks: true,
    submit: (request, underWay) => answer(request, underWay, () => submitted(request)),
    poll: (job, underWay) => answer(job, underWay, () => polled(job)),
    async content(location) {
      const wanted = readResultLink(seal, location);
      return wanted === undefined ? undefined : contentOf(clips.get(wanted));
    },
  };
}

function contentOf(clip: Uint8Array): RemoteFile {
  return {
    contentType: CLIP_CONTENT_TYPE,
    size: clip.length,
    takesRanges: true,
    async *read(from, to = clip.length) {
      for (let at = from; at < to; at += CHUNK_BYTES) yield clip.subarray(at, Math.min(at + CHUNK_BYTES, to));
    },
  };
}
