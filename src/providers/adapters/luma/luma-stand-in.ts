/** Speaks the API of Luma's Dream Machine, as `luma-description.json` has it. */
import { textAt } from '../remote/answer-parts.js';
import type { StandIn, StandInAnswer, StandInParts, StandInRequest } from '../remote/stand-in.js';
import { type StandInJob, StandInJobs } from '../remote/stand-in-jobs.js';

const SECONDS_DEFAULT = 5;
const GENERATION = /^\/generations\/([^/]+)$/;

export function makeLumaStandIn(parts: StandInParts): StandIn {
  const jobs = new StandInJobs(parts);
  const requests = new Map<string, unknown>();

  function answer({ method, path, headers, body }: StandInRequest): StandInAnswer {
    const file = jobs.file(path);
    if (file !== undefined) return file;
    if (headers.authorization !== `Bearer ${parts.key}`) return refused(401, 'Invalid API key provided');
    if (method === 'POST' && path === '/generations/video') return submitted(body);
    if (method === 'GET' && path === '/credits') return { status: 200, body: { credit_balance: 10_000 } };
    const job = method === 'GET' ? jobs.find(GENERATION.exec(path)?.[1] ?? '') : undefined;
    return job === undefined ? refused(404, 'Not found') : { status: 200, body: generation(job) };
  }

  function submitted(body: unknown): StandInAnswer {
    const prompt = textAt(body, 'prompt');
    if (prompt === undefined || textAt(body, 'model') === undefined) {
      return refused(400, 'Prompt and model are required');
    }
    const seconds = Number.parseFloat(textAt(body, 'duration') ?? `${SECONDS_DEFAULT}s`);
    const job = jobs.begin(prompt, seconds * 1000);
    if (job.fate === 'rejects') return refused(400, 'Prompt failed moderation');
    requests.set(job.id, body);
    return { status: 201, body: generation(job) };
  }

  function generation(job: StandInJob): unknown {
    const state = stateOf(job);
    const request = requests.get(job.id);
    return {
      id: job.id,
      generation_type: 'video',
      state,
      failure_reason: state === 'failed' ? reasonOf(job) : null,
      created_at: new Date(job.begunAtMs).toISOString(),
      assets: state === 'completed' ? { video: jobs.urlOf(job) } : null,
      model: textAt(request, 'model'),
      request,
    };
  }

  function stateOf(job: StandInJob): string {
    if (job.fate === 'unknown_state') return 'sleeping';
    const phase = jobs.phaseOf(job);
    if (phase !== 'over') return phase === 'pending' ? 'queued' : 'dreaming';
    return reasonOf(job) === undefined ? 'completed' : 'failed';
  }

  return { answer, begun: jobs.begun };
}

function reasonOf({ fate }: StandInJob): string | undefined {
  if (fate === 'fails') return 'The generation ran out of memory';
  return fate === 'fails_for_content' ? 'Frame failed moderation' : undefined;
}

function refused(status: number, detail: string): StandInAnswer {
  return { status, body: { detail } };
}
