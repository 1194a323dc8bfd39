/** The calls by which each service is asked for a job, told to give it up, and its result is opened. */
import type { ServiceName } from '../../../../history/provider-kinds.js';
import { RUNWAY_VERSION, type ToldCall } from './submit-dialects.js';

interface Looks {
  /** As the service calls the job. */
  readonly handle: string;
  readonly polls: readonly ToldCall[];
  /** Absent if the service cannot. */
  readonly cancels?: readonly ToldCall[];
  /** A result as a poll tells of it, the calls before its file, and the file that is opened then. */
  readonly location: string;
  readonly before?: readonly ToldCall[];
  /** Behind the URL of the service. */
  readonly file: string;
  /** True if the service has the file for those with its key alone. */
  readonly needsKey?: true;
}

const got = (path: string): ToldCall => ({ method: 'GET', path });
const FILE = '/files/1.mp4';
const HANDLE = 'job-1';
const OPERATION = 'models/veo-3.0-generate-001/operations/job-1';
const PUBLIC = { location: FILE, file: FILE };
const COMFYUI_FILE = '/view?filename=a+b.mp4&subfolder=video&type=output';

/** A location that is no path of the service begins with its URL. */
export const LOOKS: Readonly<Record<ServiceName, Looks>> = {
  fal: {
    ...PUBLIC,
    handle: HANDLE,
    polls: [got('/fal-ai/veo3/requests/job-1/status')],
    cancels: [{ method: 'PUT', path: '/fal-ai/veo3/requests/job-1/cancel' }],
  },
  replicate: {
    ...PUBLIC,
    handle: HANDLE,
    polls: [got('/v1/predictions/job-1')],
    cancels: [{ method: 'POST', path: '/v1/predictions/job-1/cancel' }],
  },
  runway: {
    ...PUBLIC,
    handle: HANDLE,
    polls: [{ ...got('/v1/tasks/job-1'), headers: RUNWAY_VERSION }],
    cancels: [{ method: 'DELETE', path: '/v1/tasks/job-1', headers: RUNWAY_VERSION }],
  },
  veo: { ...PUBLIC, handle: OPERATION, polls: [got(`/v1beta/${OPERATION}`)], needsKey: true },
  luma: { ...PUBLIC, handle: HANDLE, polls: [got('/generations/job-1')] },
  minimax: {
    handle: HANDLE,
    polls: [got('/v1/query/video_generation?task_id=job-1')],
    location: 'file-1',
    before: [got('/v1/files/retrieve?file_id=file-1')],
    file: FILE,
  },
  comfyui: {
    handle: HANDLE,
    polls: [got('/history/job-1')],
    cancels: [got('/queue'), { method: 'POST', path: '/interrupt', body: { prompt_id: 'job-1' } }],
    location: COMFYUI_FILE,
    file: COMFYUI_FILE,
    needsKey: true,
  },
  'openai-videos': {
    handle: HANDLE,
    polls: [got('/videos/job-1')],
    location: '/videos/job-1/content',
    file: '/videos/job-1/content',
    needsKey: true,
  },
};
