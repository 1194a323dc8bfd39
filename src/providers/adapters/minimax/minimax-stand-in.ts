/** Speaks video generation v1 of MiniMax, as `minimax-description.json` has it. */
import { numberAt, textAt } from '../remote/answer-parts.js';
import type { StandIn, StandInAnswer, StandInParts, StandInRequest } from '../remote/stand-in.js';
import { type StandInJob, StandInJobs } from '../remote/stand-in-jobs.js';

const SECONDS_DEFAULT = 6;
/** Tasks and files have numbers; the number of a task's file is the task's and this. */
const FILE_NUMBERS_FROM = 1_000_000;

const DONE = { status_code: 0, status_msg: 'success' };

export function makeMinimaxStandIn(parts: StandInParts): StandIn {
  const jobs = new StandInJobs(parts);
  let lastTask = 0;

  function answer({ method, path, query, headers, body }: StandInRequest): StandInAnswer {
    const file = jobs.file(path);
    if (file !== undefined) return file;
    if (headers.authorization !== `Bearer ${parts.key}`) {
      return refused(1004, "login fail: Please carry the API secret key in the 'Authorization' field");
    }
    switch (`${method} ${path}`) {
      case 'POST /v1/video_generation':
        return submitted(body);
      case 'GET /v1/query/video_generation':
        return taskOf(jobs.find(query.get('task_id') ?? ''));
      case 'GET /v1/files/retrieve':
        return fileOf(Number(query.get('file_id')));
      default:
        return { status: 404, body: undefined };
    }
  }

  function submitted(body: unknown): StandInAnswer {
    const prompt = textAt(body, 'prompt');
    if (prompt === undefined || textAt(body, 'model') === undefined) return refused(2013, 'invalid params');
    lastTask++;
    const seconds = numberAt(body, 'duration') ?? SECONDS_DEFAULT;
    const job = jobs.begin(prompt, seconds * 1000, String(lastTask));
    if (job.fate === 'rejects') return refused(1026, 'input new_sensitive');
    return { status: 200, body: { task_id: job.id, base_resp: DONE } };
  }

  function taskOf(job: StandInJob | undefined): StandInAnswer {
    if (job === undefined) return refused(2013, 'invalid params, task_id not found');
    const status = statusOf(job);
    const isMade = status === 'Success';
    return {
      status: 200,
      body: {
        task_id: job.id,
        status,
        file_id: isMade ? String(FILE_NUMBERS_FROM + Number(job.id)) : '',
        video_width: isMade ? 1366 : 0,
        video_height: isMade ? 768 : 0,
        base_resp: status === 'Fail' ? reasonOf(job) : DONE,
      },
    };
  }

  function statusOf(job: StandInJob): string {
    if (job.fate === 'unknown_state') return 'Dreaming';
    const phase = jobs.phaseOf(job);
    if (phase !== 'over') return phase === 'pending' ? 'Queueing' : 'Processing';
    return job.fate === 'fails' || job.fate === 'fails_for_content' ? 'Fail' : 'Success';
  }

  function fileOf(fileId: number): StandInAnswer {
    const job = jobs.find(String(fileId - FILE_NUMBERS_FROM));
    if (job === undefined) return refused(2013, 'invalid params, file not found');
    const file = {
      file_id: fileId,
      bytes: 0,
      created_at: Math.floor(job.begunAtMs / 1000),
      filename: 'output_aigc.mp4',
      purpose: 'video_generation',
      download_url: jobs.urlOf(job),
    };
    return { status: 200, body: { file, base_resp: DONE } };
  }

  return { answer, begun: jobs.begun };
}

function reasonOf({ fate }: StandInJob) {
  return fate === 'fails_for_content'
    ? { status_code: 1027, status_msg: 'output new_sensitive' }
    : { status_code: 1000, status_msg: 'unknown error' };
}

function refused(code: number, message: string): StandInAnswer {
  return { status: 200, body: { base_resp: { status_code: code, status_msg: message } } };
}
