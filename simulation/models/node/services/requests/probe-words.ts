/**
 * Has adapters make the calls that make nothing, by which `tollgate providers test` finds out what has to be
 * mended, and those by which MiniMax tells where a file is; and answers them in all ways.
 */
import type { Service, ServiceRequest } from '../../../../../src/outward/outward.js';
import { openaiAdapter } from '../../../../../src/providers/adapters/openai/openai-adapter.js';
import type { Provider } from '../../../../../src/providers/provider.js';
import { SERVICE_KEY, SERVICE_NAMES, type ServiceName } from '../../../../history/provider-kinds.js';
import type { ServiceHeard } from '../../../../history/services/service-observation.js';
import type { Random } from '../../../../world/random.js';
import { VirtualWorld } from '../../../../world/virtual-world.js';
import { adapterFor } from '../service-adapters.js';
import { ASKED_AGAIN, ok, refusal, type ServiceWord } from '../word-forms.js';

type Heard = (heard: Omit<ServiceHeard, 'what'>) => void;
/** Beside the services for clips, servers of texts. */
type Probed = ServiceName | 'openai';

interface Probe {
  /** The call that is made. */
  readonly call: string;
  /** Answers of a service of the kind that takes the key; each holds words that the operator is told. */
  readonly good: readonly (readonly [answer: ServiceWord, tells: string])[];
  /** Refusals of the key with a status of their own. */
  readonly refusals?: readonly ServiceWord[];
}

const PROBES_ASKED = 5;
const OK = 'ok';
const KEY = 'mend the key';
const URL_OR_KIND = 'mend the url';
const LATER = 'try again later';
const MINIMAX_NO_TASK = 'GET /v1/query/video_generation?task_id=0';

const PROBES: Readonly<Record<Probed, Probe>> = {
  fal: {
    call: 'GET /fal-ai/veo3/requests/00000000-0000-4000-8000-000000000000/status',
    good: [[{ status: 404, body: { detail: 'Not found' }, means: OK }, 'takes the key']],
  },
  replicate: {
    call: 'GET /v1/account',
    good: [[ok({ type: 'user', username: 'somebody' }, OK), 'somebody']],
  },
  runway: {
    call: 'GET /v1/organization',
    good: [
      [ok({ creditBalance: 73 }, OK), '73'],
      [ok({ creditBalance: 0 }, OK), '0 credits'],
    ],
  },
  veo: {
    call: 'GET /v1beta/models?pageSize=1000',
    good: [
      [ok({ models: [{ name: 'models/gemini-3' }, { name: 'models/veo-9.0' }] }, OK), 'veo-9.0'],
      [ok({ models: [] }, OK), 'takes the key'],
    ],
    refusals: [{ status: 400, body: { error: { message: 'API key not valid.' } }, means: KEY }],
  },
  luma: { call: 'GET /credits', good: [[ok({ credit_balance: 1_250 }, OK), '12.5 US dollars']] },
  minimax: {
    call: MINIMAX_NO_TASK,
    good: [
      [ok(refusal(2013), OK), 'takes the key'],
      [ok({ ...Object(refusal(0)), status: 'Fail' }, OK), 'takes the key'],
    ],
    refusals: [1004, 2049].map((code) => ok(refusal(code), KEY)),
  },
  comfyui: {
    call: 'GET /system_stats',
    good: [[ok({ system: { comfyui_version: '0.9.1' } }, OK), '0.9.1']],
  },
  'openai-videos': { call: 'GET /models', good: [[ok({ data: [{}, {}] }, OK), '2']] },
  openai: { call: 'GET /models', good: [[ok({ data: [{}, {}, {}] }, OK), '3']] },
};

/** Of every service. */
const OTHERS: readonly ServiceWord[] = [
  ...[401, 403].map((status) => ({ status, body: { detail: 'No.' }, means: KEY })),
  ...[429, 500, 502, 503].map((status) => ({ status, means: LATER })),
  ok({}, URL_OR_KIND),
  ok([], URL_OR_KIND),
  { status: 404, means: URL_OR_KIND },
];

/** Answers to the look for the file of a task, after which there is none to be had yet. */
const NO_FILE: readonly ServiceWord[] = [
  ...[1000, 1002, 1004, 1039, 2013].map((code) => ok(refusal(code), ASKED_AGAIN)),
  ok({ file: {}, ...Object(refusal(0)) }, ASKED_AGAIN),
  ok({ file: { download_url: 'https://files.example/1.mp4' } }, ASKED_AGAIN),
  ...[401, 429, 500, 503].map((status) => ({ status, means: ASKED_AGAIN })),
];

export async function askProbes(random: Random, heard: Heard): Promise<void> {
  for (let probe = 0; probe < PROBES_ASKED; probe++) {
    const name = random.pick([...SERVICE_NAMES, 'openai'] as const);
    await askProbe(name, random, heard);
  }
  await askForFile(random.pick(NO_FILE), heard);
}

async function askProbe(name: Probed, random: Random, heard: Heard): Promise<void> {
  const { call, good, refusals = [] } = PROBES[name];
  const [answer, tells] = random.chance(0.4)
    ? random.pick(good)
    : [random.pick([...refusals, ...refusals, ...OTHERS]), ''];
  const calls: string[] = [];
  const provider = proberOf(name, ({ method, path }) => {
    calls.push(`${method} ${path}`);
    return answer;
  });
  const probing = provider.probe?.({ signal: new AbortController().signal });
  const takenFor = await Promise.resolve(probing).then(
    (line) => (line?.includes(tells) === true ? OK : `the line ${line}`),
    toBeMended,
  );
  const said = `${answer.status} ${JSON.stringify(answer.body) ?? ''} to a probe`;
  heard({
    provider: name,
    said,
    means: `${call}: ${answer.means}`,
    takenFor: `${calls.join(' ')}: ${takenFor}`,
  });
}

function toBeMended(error: Error): string {
  const words = [
    [/refuses the key/, KEY],
    [/try again later/, LATER],
    [/mend the url/, URL_OR_KIND],
  ] as const;
  return words.find(([pattern]) => pattern.test(error.message))?.[1] ?? error.message;
}

async function askForFile(answer: ServiceWord, heard: Heard): Promise<void> {
  const provider = adapterFor('minimax', new VirtualWorld(), () => saying(() => answer));
  const takenFor = await provider.content('77', new AbortController().signal).then(
    (file) => (file === undefined ? 'gone' : 'a file'),
    () => ASKED_AGAIN,
  );
  const said = `${answer.status} ${JSON.stringify(answer.body) ?? ''} to a look for a file`;
  heard({ provider: 'minimax', said, means: answer.means, takenFor });
}

function proberOf(name: Probed, answer: (request: ServiceRequest) => ServiceWord): Pick<Provider, 'probe'> {
  const world = new VirtualWorld();
  if (name !== 'openai') return adapterFor(name, world, () => saying(answer));
  const parts = { name, world, key: SERVICE_KEY, makeService: () => saying(answer) };
  return openaiAdapter.createText(parts, { url: 'https://texts.example/v1' });
}

function saying(answer: (request: ServiceRequest) => ServiceWord): Service {
  return {
    call: async (request) => {
      const { status, body } = answer(request);
      return { status, body, retryAfterMs: undefined };
    },
    openFile: async () => undefined,
    stream: () => Promise.reject(new Error('no events')),
    listen: async () => {},
  };
}
