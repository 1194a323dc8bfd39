/**
 * Has ComfyUI tell of progress over its WebSocket: of a job, of those of others, in words that make no sense,
 * over a connection that ends, and until the job is over.
 */
import type { Service } from '../../../../../src/outward/outward.js';
import type { ProviderState } from '../../../../../src/providers/provider.js';
import type { ServiceHeard } from '../../../../history/services/service-observation.js';
import type { Random } from '../../../../world/random.js';
import { VirtualWorld } from '../../../../world/virtual-world.js';
import { adapterFor, modelOf } from '../service-adapters.js';

type Heard = (heard: Omit<ServiceHeard, 'what'>) => void;

/** Of the plain workflow. */
const NODES = 4;
const HANDLE = 'job-1';
const SOON_MS = 65_000;
const MESSAGES = 6;
/** After so long without a look nobody waits for the job, whatever became of it. */
const FORGOTTEN_MS = 900_000;

export async function hearProgress(random: Random, heard: Heard): Promise<void> {
  const world = new VirtualWorld();
  /** The connections that are open. */
  const lines = new Map<(text: string) => void, () => void>();
  let isOver = false;
  const service: Service = {
    call: async ({ path }) => ({ status: 200, body: answerTo(path, isOver), retryAfterMs: undefined }),
    listen: (_, tell, signal) =>
      new Promise((resolve) => {
        const end = () => {
          lines.delete(tell);
          resolve();
        };
        lines.set(tell, end);
        signal.addEventListener('abort', end);
      }),
    stream: () => Promise.reject(new Error('no events')),
    openFile: () => Promise.reject(new Error('no file')),
  };
  const provider = adapterFor('comfyui', world, () => service);
  const job = { jobId: 'video_1', model: modelOf('comfyui'), handle: HANDLE };
  const look = async (): Promise<string> =>
    told(await provider.poll(job, { signal: new AbortController().signal }));
  const check = (said: string, means: string, takenFor: string) =>
    heard({ provider: 'comfyui', said, means, takenFor });
  let known = 'in_progress';
  check('nothing', known, await look());
  for (let n = 0; n < MESSAGES; n++) {
    if (random.chance(0.2)) {
      for (const end of lines.values()) end();
      await world.advance(SOON_MS);
      check('no more, and is listened to again', known, await look());
    }
    const [text, percent] = nextMessage(random);
    if (percent !== undefined) known = `in_progress, ${percent} %`;
    for (const tell of lines.keys()) tell(text);
    check(text, known, await look());
  }
  check('how far it is', '1 connection', `${lines.size} connection`);
  if (random.chance(0.4)) {
    await world.advance(FORGOTTEN_MS);
    check('nothing, and is not asked any more', '0 connections', `${lines.size} connections`);
    return;
  }
  isOver = true;
  check('that it is over', 'failed, 0 connections', `${await look()}, ${lines.size} connections`);
}

/** With the progress that it tells; undefined if it tells none of this job. */
function nextMessage(random: Random): readonly [text: string, percent: number | undefined] {
  const states = Array.from({ length: random.between(1, NODES - 1) }, () =>
    random.pick([
      { state: 'finished', value: 1, max: 1, share: 1 },
      { state: 'finished', value: 3, max: 20, share: 1 },
      { state: 'running', value: 5, max: 10, share: 0.5 },
      { state: 'running', value: 1, max: 4, share: 0.25 },
      { state: 'pending', value: 0, max: 1, share: 0 },
      { state: 'running', value: 30, max: 10, share: 1 },
      { state: 'running', value: 0, max: 0, share: 0 },
    ]),
  );
  const percent = Math.floor((100 * states.reduce((sum, { share }) => sum + share, 0)) / NODES);
  const nodes = Object.fromEntries(states.map(({ share: _, ...state }, n) => [String(n + 1), state]));
  const about = (prompt_id: string) => JSON.stringify({ type: 'progress_state', data: { prompt_id, nodes } });
  return random.weighted<readonly [string, number | undefined]>([
    [5, [about(HANDLE), percent]],
    [1, [about('job-2'), undefined]],
    [1, [about(HANDLE).replace('progress_state', 'status'), undefined]],
    [1, [about(HANDLE).slice(0, -4), undefined]],
    [1, [random.pick(['null', '7', '{"type":"progress_state"}']), undefined]],
  ]);
}

function answerTo(path: string, isOver: boolean): unknown {
  const status = { status_str: 'error', completed: false, messages: [] };
  if (path.startsWith('/history/')) return isOver ? { [HANDLE]: { outputs: {}, status } } : {};
  return { queue_running: [[1, HANDLE, {}, {}, []]], queue_pending: [] };
}

function told(state: ProviderState): string {
  const progress = 'progress' in state && state.progress !== undefined ? `, ${state.progress} %` : '';
  return `${state.state}${progress}`;
}
