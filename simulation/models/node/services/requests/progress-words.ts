/**
 * Has ComfyUI tell of progress over its WebSocket: of two jobs, of those of others, in words that make no
 * sense, over a connection that ends, and until the first job is over and then the other.
 */
import type { Service } from '../../../../../src/outward/outward.js';
import type { Provider, ProviderState } from '../../../../../src/providers/provider.js';
import type { ServiceHeard } from '../../../../history/services/service-observation.js';
import type { Random } from '../../../../world/random.js';
import { VirtualWorld } from '../../../../world/virtual-world.js';
import { adapterFor, modelOf } from '../service-adapters.js';

type Heard = (heard: Omit<ServiceHeard, 'what'>) => void;

/** Of the plain workflow. */
const NODES = 4;
const HANDLE = 'job-1';
/** Of a second job, or of somebody else. */
const OTHER = 'job-2';
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const SOON_MS = 65_000;
const MESSAGES = 6;
/** After so long without a look nobody waits for the job, whatever became of it. */
const FORGOTTEN_MS = 900_000;
const LOOKS_EVERY_MS = 100_000;

export async function hearProgress(random: Random, heard: Heard): Promise<void> {
  const world = new VirtualWorld();
  /** The connections that are open. */
  const lines = new Map<(text: string) => void, () => void>();
  const over = new Set<string>();
  const paths = new Set<string>();
  let submitted: Readonly<Record<string, unknown>> = {};
  const service: Service = {
    call: async ({ path, body }) => {
      if (path === '/prompt') submitted = Object(body);
      return { status: 200, body: answerTo(path, over), retryAfterMs: undefined };
    },
    listen: (path, tell, signal) =>
      new Promise((resolve) => {
        const end = () => {
          lines.delete(tell);
          resolve();
        };
        paths.add(path);
        lines.set(tell, end);
        signal.addEventListener('abort', end);
      }),
    stream: () => Promise.reject(new Error('no events')),
    openFile: () => Promise.reject(new Error('no file')),
  };
  const provider = adapterFor('comfyui', world, () => service);
  const job = { jobId: 'video_1', model: modelOf('comfyui') };
  const call = { signal: new AbortController().signal };
  const look = async (handle: string): Promise<string> => told(await provider.poll({ ...job, handle }, call));
  const check = (said: string, means: string, takenFor: string) =>
    heard({ provider: 'comfyui', said, means, takenFor });
  await provider.submit({ ...job, prompt: 'A boat', lengthMs: 6_000, extra: {} }, call);
  const named = provider.handleOf?.(job.jobId) ?? 'none';
  check('that it has a prompt', `${named}, by its id`, `${submitted.prompt_id}, ${idOf(named, provider)}`);
  const handles = random.chance(0.5) ? [HANDLE] : [HANDLE, OTHER];
  const known = new Map(handles.map((handle) => [handle, 'in_progress']));
  const checkAll = async (said: string) => {
    for (const [handle, means] of known) check(`${said}; of ${handle}`, means, await look(handle));
  };
  await checkAll('nothing');
  for (let n = 0; n < MESSAGES; n++) {
    if (random.chance(0.2)) {
      for (const end of lines.values()) end();
      await world.advance(SOON_MS);
      await checkAll('no more, and is listened to again');
    }
    const [text, percent, about] = nextMessage(random);
    if (percent !== undefined && known.has(about)) known.set(about, `in_progress, ${percent} %`);
    for (const tell of lines.keys()) tell(text);
    await checkAll(text);
  }
  check('how far it is', '1 connection', `${lines.size} connection`);
  check('who listens', `/ws?clientId=${submitted.client_id}`, [...paths].join(', '));
  const isForgotten = random.chance(0.4);
  if (!isForgotten) over.add(HANDLE);
  for (let waited = 0; isForgotten && waited < FORGOTTEN_MS; waited += LOOKS_EVERY_MS) {
    await world.advance(LOOKS_EVERY_MS);
    if (known.has(OTHER)) await look(OTHER);
  }
  const is = isForgotten ? 'is not asked any more' : await look(HANDLE);
  const left = known.size - 1;
  const means = isForgotten ? 'is not asked any more' : 'failed';
  check(`no more of ${HANDLE}`, `${means}, ${left} connections`, `${is}, ${lines.size} connections`);
  if (left === 0) return;
  check(`no more of ${HANDLE}; of ${OTHER}`, String(known.get(OTHER)), await look(OTHER));
  over.add(OTHER);
  check('that all are over', 'failed, 0 connections', `${await look(OTHER)}, ${lines.size} connections`);
}

/** A prompt is found by the job's id alone, so it follows from that, and from that alone. */
function idOf(named: string, { handleOf }: Pick<Provider, 'handleOf'>): string {
  const isOwn = UUID.test(named) && handleOf?.('video_1') === named && handleOf('video_2') !== named;
  return isOwn ? 'by its id' : 'by something else';
}

type Message = readonly [text: string, percent: number | undefined, about: string];

/** With the progress that it tells of one job; undefined if it tells none. */
function nextMessage(random: Random): Message {
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
  return random.weighted<Message>([
    [5, [about(HANDLE), percent, HANDLE]],
    [2, [about(OTHER), percent, OTHER]],
    [1, [about(HANDLE).replace('progress_state', 'status'), undefined, HANDLE]],
    [1, [about(HANDLE).slice(0, -4), undefined, HANDLE]],
    [1, [random.pick(['null', '7', '{"type":"progress_state"}']), undefined, HANDLE]],
  ]);
}

function answerTo(path: string, over: ReadonlySet<string>): unknown {
  const status = { status_str: 'error', completed: false, messages: [] };
  if (path === '/prompt') return { prompt_id: HANDLE };
  const [, looked] = /^\/history\/(.*)$/.exec(path) ?? [];
  if (looked !== undefined) return over.has(looked) ? { [looked]: { outputs: {}, status } } : {};
  return { queue_running: [HANDLE, OTHER].map((handle) => [1, handle, {}, {}, []]), queue_pending: [] };
}

function told(state: ProviderState): string {
  const progress = 'progress' in state && state.progress !== undefined ? `, ${state.progress} %` : '';
  return `${state.state}${progress}`;
}
