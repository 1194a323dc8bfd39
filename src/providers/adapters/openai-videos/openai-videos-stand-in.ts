/** Speaks `/videos` of OpenAI, as `openai-videos-description.json` has it, with idempotency keys. */
import { textAt } from '../remote/answer-parts.js';
import type { StandIn, StandInAnswer, StandInParts, StandInRequest } from '../remote/stand-in.js';
import { type StandInJob, StandInJobs } from '../remote/stand-in-jobs.js';

const SECONDS_DEFAULT = '4';
const SIZE_DEFAULT = '720x1280';
const VIDEO = /^\/videos\/([^/]+)(\/content)?$/;

interface Asked {
  readonly model: string;
  readonly prompt: string;
  readonly seconds: string;
  readonly size: string;
}

export function makeOpenaiVideosStandIn(parts: StandInParts): StandIn {
  const jobs = new StandInJobs(parts);
  const asked = new Map<string, Asked>();
  const byKey = new Map<string, StandInJob>();

  function answer({ method, path, headers, body }: StandInRequest): StandInAnswer {
    if (headers.authorization !== `Bearer ${parts.key}`) {
      return refused(401, 'invalid_api_key', 'Incorrect API key provided.');
    }
    if (method === 'POST' && path === '/videos') return submitted(body, headers['idempotency-key']);
    if (method === 'GET' && path === '/models') {
      return { status: 200, body: { object: 'list', data: [] } };
    }
    const [, id = '', content] = VIDEO.exec(path) ?? [];
    const job = method === 'GET' ? jobs.find(id) : undefined;
    if (job === undefined) return refused(404, 'not_found', 'There is no such video.');
    return content === undefined ? { status: 200, body: video(job) } : contentOf(job);
  }

  function submitted(body: unknown, key: string | undefined): StandInAnswer {
    const before = byKey.get(key ?? '');
    if (before !== undefined) return { status: 200, body: video(before) };
    const prompt = textAt(body, 'prompt');
    if (prompt === undefined) return refused(400, 'missing_required_parameter', 'A prompt is required.');
    const seconds = textAt(body, 'seconds') ?? SECONDS_DEFAULT;
    const job = jobs.begin(prompt, Number(seconds) * 1000);
    if (job.fate === 'rejects') return refused(400, 'moderation_blocked', 'The prompt was blocked.');
    const size = textAt(body, 'size') ?? SIZE_DEFAULT;
    asked.set(job.id, { model: textAt(body, 'model') ?? 'sora-2', prompt, seconds, size });
    if (key !== undefined) byKey.set(key, job);
    return { status: 200, body: video(job) };
  }

  function video(job: StandInJob): object {
    const status = statusOf(job);
    const isOver = status === 'completed' || status === 'failed';
    const createdAt = Math.floor(job.begunAtMs / 1000);
    return {
      id: job.id,
      object: 'video',
      ...asked.get(job.id),
      status,
      progress: Math.floor(jobs.progressOf(job) * 100),
      created_at: createdAt,
      completed_at: isOver ? createdAt + 1 : null,
      expires_at: status === 'completed' ? createdAt + 86_400 : null,
      remixed_from_video_id: null,
      error: status === 'failed' ? errorOf(job) : null,
    };
  }

  function statusOf(job: StandInJob): string {
    if (job.fate === 'unknown_state') return 'dreaming';
    const phase = jobs.phaseOf(job);
    if (phase !== 'over') return phase === 'pending' ? 'queued' : 'in_progress';
    return errorOf(job) === null ? 'completed' : 'failed';
  }

  /** A private link is where a redirect leads to. */
  function contentOf(job: StandInJob): StandInAnswer {
    if (jobs.phaseOf(job) !== 'over') return refused(404, 'not_found', 'The video is not ready.');
    const url = jobs.urlOf(job);
    if (job.fate === 'private_link') return { status: 302, headers: { location: url }, body: undefined };
    const file = jobs.file(new URL(url).pathname);
    return file?.status === 200 ? file : refused(404, 'not_found', 'The video is gone.');
  }

  return { answer, begun: jobs.begun };
}

function errorOf({ fate }: StandInJob): object | null {
  if (fate === 'fails') return { code: 'video_generation_failed', message: 'The generation failed.' };
  if (fate === 'fails_for_content') return { code: 'moderation_blocked', message: 'The video was blocked.' };
  return null;
}

function refused(status: number, code: string, message: string): StandInAnswer {
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code } } };
}
