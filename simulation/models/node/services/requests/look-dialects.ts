/**
 * The calls by which each service is asked for a job and told to give it up, and those by which its result is
 * opened; and how it knows its caller.
 */
import { SERVICE_KEY, type ServiceName } from '../../../../history/provider-kinds.js';
import { RUNWAY_VERSION, type ToldCall } from './submit-dialects.js';

export interface Looks {
  /** As the service calls the job. */
  readonly handle: string;
  /** The service's own name of the model, if that is to be another than the usual one. */
  readonly model?: string;
  /** The queue of ComfyUI, if it is not the usual one. */
  readonly queue?: object;
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
/** A service may choose any name; in a path it is one part. */
const HANDLE = 'job/1 é?';
const PART = 'job%2F1%20%C3%A9%3F';
const OPERATION = 'models/veo-3.0-generate-001/operations/job-1';
const PUBLIC = { location: FILE, file: FILE };
const COMFYUI_FILE = '/view?filename=a+b.mp4&subfolder=video&type=output';

const BEARER = { authorization: `Bearer ${SERVICE_KEY}` };
const PROMPT = 'job-1';
const COMFYUI = {
  handle: PROMPT,
  polls: [got(`/history/${PROMPT}`)],
  location: COMFYUI_FILE,
  file: COMFYUI_FILE,
  needsKey: true,
} as const;

/** A location that is no path of the service begins with its URL. */
export const LOOKS: Readonly<Record<ServiceName, readonly Looks[]>> = {
  fal: (
    [
      ['fal-ai/veo3', '/fal-ai/veo3'],
      ['fal-ai/veo3/fast', '/fal-ai/veo3'],
      ['workflows/someone/flow/more', '/workflows/someone/flow'],
      ['comfy/someone/flow/more', '/comfy/someone/flow'],
    ] as const
  ).map(([model, app]) => ({
    ...PUBLIC,
    model,
    handle: HANDLE,
    polls: [got(`${app}/requests/${PART}/status`)],
    cancels: [{ method: 'PUT', path: `${app}/requests/${PART}/cancel` }],
  })),
  replicate: [
    {
      ...PUBLIC,
      handle: HANDLE,
      polls: [got(`/v1/predictions/${PART}`)],
      cancels: [{ method: 'POST', path: `/v1/predictions/${PART}/cancel` }],
    },
  ],
  runway: [
    {
      ...PUBLIC,
      handle: HANDLE,
      polls: [{ ...got(`/v1/tasks/${PART}`), headers: RUNWAY_VERSION }],
      cancels: [{ method: 'DELETE', path: `/v1/tasks/${PART}`, headers: RUNWAY_VERSION }],
    },
  ],
  veo: [{ ...PUBLIC, handle: OPERATION, polls: [got(`/v1beta/${OPERATION}`)], needsKey: true }],
  luma: [{ ...PUBLIC, handle: HANDLE, polls: [got(`/generations/${PART}`)] }],
  minimax: [
    {
      handle: HANDLE,
      polls: [got(`/v1/query/video_generation?task_id=${PART}`)],
      location: 'file/1&a',
      before: [got('/v1/files/retrieve?file_id=file%2F1%26a')],
      file: FILE,
    },
  ],
  comfyui: [
    {
      ...COMFYUI,
      cancels: [got('/queue'), { method: 'POST', path: '/interrupt', body: { prompt_id: PROMPT } }],
    },
    {
      ...COMFYUI,
      queue: { queue_running: [[1, 'another', {}, {}, []]], queue_pending: [[2, PROMPT, {}, {}, []]] },
      cancels: [got('/queue'), { method: 'POST', path: '/queue', body: { delete: [PROMPT] } }],
    },
    // A prompt that is over already stays as it is, and so does the one that runs.
    {
      ...COMFYUI,
      queue: { queue_running: [[1, 'another', {}, {}, []]], queue_pending: [] },
      cancels: [got('/queue')],
    },
  ],
  'openai-videos': [
    {
      handle: HANDLE,
      polls: [got(`/videos/${PART}`)],
      location: '/videos/job-1/content',
      file: '/videos/job-1/content',
      needsKey: true,
    },
  ],
};

/** The fields by which each service knows its caller. */
export const KEY_FIELDS: Readonly<Record<ServiceName, Readonly<Record<string, string>>>> = {
  fal: { authorization: `Key ${SERVICE_KEY}` },
  replicate: BEARER,
  runway: BEARER,
  veo: { 'x-goog-api-key': SERVICE_KEY },
  luma: BEARER,
  minimax: BEARER,
  comfyui: BEARER,
  'openai-videos': BEARER,
};
