/**
 * Speaks as a ComfyUI server does, behind a proxy that asks for a key. It knows a few classes of nodes: the
 * prompt is the text of a `CLIPTextEncode`, and the length of a clip follows from the `length` in frames of
 * one node and the `fps` of another.
 */
import { listAt, numberAt, textAt, valueAt } from '../remote/answer-parts.js';
import type { StandIn, StandInAnswer, StandInParts, StandInRequest } from '../remote/stand-in.js';
import { type StandInJob, StandInJobs } from '../remote/stand-in-jobs.js';

const LENGTH_DEFAULT_MS = 5_000;
const SAVE_NODE = 'SaveVideo';

/** A workflow of the nodes that the stand-in knows. No real server can run it: nothing in it makes images. */
export const STAND_IN_WORKFLOW = JSON.stringify({
  1: { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}' } },
  2: { class_type: 'EmptyHunyuanLatentVideo', inputs: { length: '{{frames}}' } },
  3: { class_type: 'CreateVideo', inputs: { images: ['2', 0], fps: 16 } },
  4: { class_type: SAVE_NODE, inputs: { video: ['3', 0] } },
});

interface Queued {
  readonly job: StandInJob;
  readonly number: number;
  readonly prompt: object;
  readonly clientId: string;
  /** Taken out of the queue before it began. */
  isDeleted: boolean;
}

export function makeComfyuiStandIn(parts: StandInParts): StandIn {
  const jobs = new StandInJobs(parts);
  const queue = new Map<string, Queued>();
  const listeners = new Map<string, (text: string) => void>();

  function answer(request: StandInRequest): StandInAnswer {
    tellProgress();
    const { method, path, query, headers, body } = request;
    if (headers.authorization !== `Bearer ${parts.key}`) return { status: 401, body: undefined };
    switch (`${method} ${path}`) {
      case 'POST /prompt':
        return prompted(body);
      case 'GET /queue':
        return { status: 200, body: { queue_running: queued('running'), queue_pending: queued('pending') } };
      case 'POST /queue':
        return deleted(listAt(body, 'delete') ?? []);
      case 'POST /interrupt':
        return interrupted(textAt(body, 'prompt_id'));
      case 'POST /upload/image':
        return uploaded(body);
      case 'GET /system_stats':
        return { status: 200, body: { system: { os: 'linux', comfyui_version: '0.0.0' }, devices: [] } };
      case 'GET /view':
        return viewed(query.get('filename') ?? '');
      default:
        return method === 'GET' && path.startsWith('/history/')
          ? { status: 200, body: historyOf(path.slice('/history/'.length)) }
          : { status: 404, body: undefined };
    }
  }

  function prompted(body: unknown): StandInAnswer {
    const prompt = valueAt(body, ['prompt']);
    if (typeof prompt !== 'object' || prompt === null) return invalid('no_prompt', 'No prompt provided');
    const nodes: unknown[] = Object.values(prompt);
    if (!nodes.some((node) => textAt(node, 'class_type') === SAVE_NODE)) {
      return invalid('prompt_no_outputs', 'Prompt has no outputs');
    }
    const text = firstOf(nodes, (node) => textAt(node, 'inputs', 'text'));
    const frames = firstOf(nodes, (node) => numberAt(node, 'inputs', 'length'));
    const fps = firstOf(nodes, (node) => numberAt(node, 'inputs', 'fps'));
    if (text === undefined) {
      return invalid('prompt_outputs_failed_validation', 'Prompt outputs failed validation', {
        errors: [{ type: 'required_input_missing', message: 'Required input is missing', details: 'text' }],
      });
    }
    const lengthMs = frames && fps ? (frames / fps) * 1000 : LENGTH_DEFAULT_MS;
    const job = jobs.begin(text, lengthMs, textAt(body, 'prompt_id'));
    const number = queue.size;
    const clientId = textAt(body, 'client_id') ?? '';
    queue.set(job.id, { job, number, prompt, clientId, isDeleted: false });
    return { status: 200, body: { prompt_id: job.id, number, node_errors: {} } };
  }

  function queued(phase: 'pending' | 'running'): unknown[] {
    return [...queue.values()]
      .filter(({ job, isDeleted }) => !isDeleted && jobs.phaseOf(job) === phase)
      .map(({ job, number, prompt, clientId }) => [number, job.id, prompt, { client_id: clientId }, ['4']]);
  }

  function historyOf(promptId: string): object {
    const entry = queue.get(promptId);
    if (entry === undefined || entry.isDeleted || jobs.phaseOf(entry.job) !== 'over') return {};
    const { job, number, prompt, clientId } = entry;
    const isMade = !job.isCancelled && job.fate !== 'fails' && job.fate !== 'fails_for_content';
    const video = {
      filename: `${job.fate === 'dead_link' ? 'gone-' : ''}${job.id}.mp4`,
      subfolder: '',
      type: 'output',
    };
    return {
      [promptId]: {
        prompt: [number, promptId, prompt, { client_id: clientId }, ['4']],
        outputs: isMade ? { '4': { images: [video], animated: [true] } } : {},
        status: {
          status_str: job.fate === 'unknown_state' ? 'dreaming' : isMade ? 'success' : 'error',
          completed: isMade,
          messages: [['execution_start', { prompt_id: promptId }], lastMessageOf(job, isMade)],
        },
        meta: {},
      },
    };
  }

  function deleted(promptIds: readonly unknown[]): StandInAnswer {
    for (const promptId of promptIds) {
      const entry = queue.get(String(promptId));
      if (entry !== undefined && jobs.phaseOf(entry.job) === 'pending') entry.isDeleted = true;
    }
    return { status: 200, body: undefined };
  }

  function interrupted(promptId: string | undefined): StandInAnswer {
    for (const { job } of queue.values()) {
      const isMeant = promptId === undefined || promptId === job.id;
      if (isMeant && jobs.phaseOf(job) === 'running') job.isCancelled = true;
    }
    return { status: 200, body: undefined };
  }

  function viewed(filename: string): StandInAnswer {
    const [id = ''] = filename.split('.');
    const isHtml = jobs.find(id)?.fate === 'html_result';
    const file = jobs.find(id) && jobs.file(`/files/${id}.${isHtml ? 'html' : 'mp4'}`);
    return file ?? { status: 404, body: undefined };
  }

  function tellProgress(): void {
    for (const { job, prompt, clientId, isDeleted } of queue.values()) {
      if (isDeleted || jobs.phaseOf(job) !== 'running') continue;
      const [nodeId = ''] = Object.keys(prompt);
      const state = { value: jobs.progressOf(job), max: 1, state: 'running', node_id: nodeId };
      const data = { prompt_id: job.id, nodes: { [nodeId]: { ...state, prompt_id: job.id } } };
      listeners.get(clientId)?.(JSON.stringify({ type: 'progress_state', data }));
    }
  }

  function listen({ query }: StandInRequest, send: (text: string) => void): () => void {
    const clientId = query.get('clientId') ?? '';
    listeners.set(clientId, send);
    const status = { exec_info: { queue_remaining: queued('pending').length + queued('running').length } };
    send(JSON.stringify({ type: 'status', data: { status, sid: clientId } }));
    return () => {
      if (listeners.get(clientId) === send) listeners.delete(clientId);
    };
  }

  return { answer, listen, begun: jobs.begun };
}

function lastMessageOf(job: StandInJob, isMade: boolean): readonly [event: string, data: object] {
  const data = { prompt_id: job.id };
  if (isMade) return ['execution_success', data];
  if (job.isCancelled) return ['execution_interrupted', { ...data, node_id: '4', node_type: SAVE_NODE }];
  const exception = { exception_message: 'Allocation on device', exception_type: 'torch.OutOfMemoryError' };
  return ['execution_error', { ...data, node_id: '4', node_type: SAVE_NODE, ...exception }];
}

function uploaded(body: unknown): StandInAnswer {
  const file = valueAt(body, ['image']);
  if (!(file instanceof File)) return { status: 400, body: undefined };
  return { status: 200, body: { name: file.name, subfolder: '', type: 'input' } };
}

function invalid(type: string, message: string, ofNode?: object): StandInAnswer {
  return {
    status: 400,
    body: {
      error: { type, message, details: message, extra_info: {} },
      node_errors:
        ofNode === undefined ? {} : { '1': { ...ofNode, dependent_outputs: ['4'], class_type: '' } },
    },
  };
}

function firstOf<T>(nodes: readonly unknown[], read: (node: unknown) => T | undefined): T | undefined {
  for (const node of nodes) {
    const found = read(node);
    if (found !== undefined) return found;
  }
  return undefined;
}
