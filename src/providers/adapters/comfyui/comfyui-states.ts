/** Reads how a prompt stands from ComfyUI's queue and history. */
import type { Service } from '../../../outward/outward.js';
import type { ProviderState } from '../../provider.js';
import { listAt, objectAt, textAt, valueAt } from '../remote/answer-parts.js';
import { cleanMessage, type FailureTable, failed, lookedUp, made, slugIn } from '../remote/remote-answers.js';

/** Lists of the queue. */
const QUEUE_STATES = { queue_running: 'in_progress', queue_pending: 'pending' } as const;

/** `status_str` of the history. */
const HISTORY_STATES = { success: 'made', error: 'failed' } as const;

/** The message that the history of a failed prompt ends with, or `error.type` of a refused one. */
export const FAILURES: FailureTable = {
  execution_error: 'provider_error',
  execution_interrupted: 'provider_error',
  prompt_outputs_failed_validation: 'invalid_input',
  prompt_no_outputs: 'provider_rejected',
  missing_node_type: 'provider_rejected',
  invalid_prompt: 'provider_rejected',
  invalid_prompt_id: 'provider_rejected',
  no_prompt: 'provider_rejected',
};

const VIDEO = /\.(mp4|webm|mov|m4v|mkv|avi)$/i;

/**
 * The state of a prompt; undefined if ComfyUI knows no such prompt. The history is read twice: a prompt that
 * leaves the queue between the looks is in it the second time.
 */
export async function standing(
  service: Service,
  promptId: string,
  signal: AbortSignal,
): Promise<ProviderState | undefined> {
  return (
    (await inHistory(service, promptId, signal)) ??
    (await inQueue(service, promptId, signal)) ??
    (await inHistory(service, promptId, signal))
  );
}

export async function inQueue(
  service: Service,
  promptId: string,
  signal: AbortSignal,
): Promise<{ readonly state: 'pending' | 'in_progress' } | undefined> {
  const queue = await lookedUp(service.call({ method: 'GET', path: '/queue' }, signal));
  let found: { readonly state: 'pending' | 'in_progress' } | undefined;
  for (const [list, state] of Object.entries(QUEUE_STATES)) {
    // A number, the id, and the prompt itself.
    const ids = listAt(queue, list)?.map((item) => textAt(item, 1));
    // A prompt that is in neither list counts as forgotten, so each has to be read in whole.
    if (ids === undefined || ids.includes(undefined)) throw new Error('ComfyUI answered with no queue');
    if (ids.includes(promptId)) found ??= { state };
  }
  return found;
}

async function inHistory(
  service: Service,
  promptId: string,
  signal: AbortSignal,
): Promise<ProviderState | undefined> {
  const history = await lookedUp(service.call({ method: 'GET', path: `/history/${promptId}` }, signal));
  if (typeof history !== 'object' || history === null || Array.isArray(history)) {
    throw new Error('ComfyUI answered with no history');
  }
  const entry = valueAt(history, [promptId]);
  if (entry === undefined) {
    // Of a prompt that it does not know, the history is empty.
    if (Object.keys(history).length > 0) throw new Error('ComfyUI answered with another history');
    return undefined;
  }
  const status = textAt(entry, 'status', 'status_str');
  switch (HISTORY_STATES[status as keyof typeof HISTORY_STATES]) {
    case 'made': {
      const file = videoOf(valueAt(entry, ['outputs']));
      if (file !== undefined) return made(viewPath(file));
      return failed('result_unavailable', 'The workflow saved no video.');
    }
    case 'failed':
      return failure(listAt(entry, 'status', 'messages') ?? []);
    default:
      throw new Error(`ComfyUI has no status ${cleanMessage(String(status))}`);
  }
}

/** Messages are pairs of an event and its data. */
function failure(messages: readonly unknown[]): ProviderState {
  const last = messages.findLast((message) => slugIn(FAILURES, textAt(message, 0)) !== undefined);
  const event = textAt(last, 0);
  return failed(
    slugIn(FAILURES, event) ?? 'provider_error',
    event === 'execution_interrupted' ? 'The prompt was interrupted.' : textAt(last, 1, 'exception_message'),
  );
}

/** A video that a node has saved, if possible one that is kept. Nodes have lists of files under any name. */
function videoOf(outputs: unknown): unknown {
  const nodes = Object.values(objectAt(outputs) ?? { outputs });
  const lists = nodes.flatMap((node) => Object.values(objectAt(node) ?? { node }));
  if (!lists.every(Array.isArray)) throw new Error('ComfyUI answered with no outputs');
  // Beside files there may be words, numbers and objects of any kind.
  const files = lists.flat().filter((item) => VIDEO.test(textAt(item, 'filename') ?? ''));
  return files.find((file) => textAt(file, 'type') === 'output') ?? files[0];
}

function viewPath(file: unknown): string {
  const query = new URLSearchParams({
    filename: textAt(file, 'filename') ?? '',
    subfolder: textAt(file, 'subfolder') ?? '',
    type: textAt(file, 'type') ?? 'output',
  });
  return `/view?${query}`;
}
