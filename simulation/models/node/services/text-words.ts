/**
 * Has the adapter for texts hear documented answers of servers of OpenAI's protocol, some in each history,
 * each with the meaning that docs/text.md gives it.
 */
import { noService } from '../../../../src/outward/no-service.js';
import { NoConnectionError, type Service } from '../../../../src/outward/outward.js';
import { openaiAdapter } from '../../../../src/providers/adapters/openai/openai-adapter.js';
import { ProviderSaidError, type TextRequest } from '../../../../src/providers/text-provider.js';
import type { ServiceHeard } from '../../../history/observation.js';
import { SERVICE_KEY } from '../../../history/provider-kinds.js';
import type { Random } from '../../../world/random.js';
import { VirtualWorld } from '../../../world/virtual-world.js';
import { chunk } from '../texts/text-chunks.js';
import { wordsOf } from './heard-words.js';
import { LONG, TOLD } from './word-forms.js';

interface TextWord {
  readonly status: number;
  readonly body?: unknown;
  readonly retryAfterMs?: number;
  /** Of a stream. */
  readonly events?: readonly string[];
  /** Behind the events, or in the place of any answer. */
  readonly breaks?: Error;
  /** Whether a stream is asked for, if that is not what comes. */
  readonly isStreamed?: boolean;
  /** Of a failure: words that the client has to be told. */
  readonly tells?: string;
  readonly means: string;
}

const WORDS = 20;
const SAID_MAX = 400;
const WAITS_MS = [undefined, 200, 15_000];
const OF_THE_REQUEST = [400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 451, 499];
const TOO_LATE = [408, 504];
const OF_THE_SERVER = [302, 307, 500, 501, 502, 505, 507, 520, 522, 529];
const CONTENT = ['content_policy_violation', 'content_filter', 'content_rejected'];
const URL = 'http://texts.test/v1';
const DONE = '[DONE]';
const LATER = 'not now, no ms';

const SAID = [
  chunk({ role: 'assistant', content: '' }, null, undefined),
  chunk({ content: 'A' }, null, undefined),
];
const END = chunk({}, 'stop', undefined);
const USAGE = JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } });
const FAILED = { error: { message: 'It failed.', type: 'server_error' } };
const REFUSED = { error: { message: 'It is refused.', code: 'content_filter' } };

const STREAMS: readonly TextWord[] = [
  stream([...SAID, END, USAGE, DONE], 'whole'),
  stream([...SAID, END, DONE], 'whole'),
  stream([...SAID, END], 'whole'),
  stream([USAGE, ...SAID, USAGE, END], 'whole'),
  stream([JSON.stringify({ choices: [] }), ...SAID, chunk({ content: null }, 'length', undefined)], 'whole'),
  stream([...SAID, chunk({}, 'stop', undefined), DONE, 'no chunk'], 'whole'),
  { ...stream([...SAID, END], 'whole'), breaks: new Error('the connection was reset') },
  { ...stream(SAID, 'failed'), breaks: new Error('the connection was reset') },
  { ...stream([...SAID, END, DONE], 'failed'), isStreamed: false },
  stream(SAID, 'failed'),
  stream([...SAID, DONE], 'whole'),
  stream([...SAID, 'no chunk', END], 'failed'),
  stream([...SAID, JSON.stringify(FAILED)], 'failed, provider_error'),
  stream([JSON.stringify(REFUSED)], 'failed, content_rejected'),
];

const ANSWER = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'A' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1 },
};
const SERVER_ERROR = 'failed, provider_error';

/** Answers that come in whole, whatever was asked for; and none at all. */
const WHOLES: readonly TextWord[] = [true, false].flatMap((isStreamed): TextWord[] => {
  const whole = (body: unknown, means: string): TextWord => ({ status: 200, body, means, isStreamed });
  const failing = (body: unknown, means = SERVER_ERROR): TextWord => ({ ...whole(body, means), tells: TOLD });
  return [
    whole(ANSWER, 'whole'),
    { ...whole(ANSWER, 'whole'), status: 201 },
    whole({ ...ANSWER, usage: undefined }, 'whole'),
    whole({ usage: ANSWER.usage }, 'failed'),
    whole('<html>', 'failed'),
    whole(FAILED, SERVER_ERROR),
    whole({ error: {} }, SERVER_ERROR),
    whole(REFUSED, 'failed, content_rejected'),
    failing({ error: { message: LONG } }),
    failing({ error: LONG }),
    failing({ object: 'error', message: LONG }),
    failing({ error: { message: LONG, type: 'content_filter' } }, 'failed, content_rejected'),
    ...[400, 500].flatMap((status) => {
      const means = status === 400 ? 'refused, provider_rejected' : 'refused, provider_error';
      const words = [{ error: { message: LONG } }, { error: LONG }, { object: 'error', message: LONG }];
      return words.map((body) => ({ ...failing(body, means), status }));
    }),
    // It says for sure that nothing was taken, whatever its reason.
    ...[429, 503].map((status) => ({
      ...failing({ error: { message: LONG, code: 'content_filter' } }, LATER),
      status,
    })),
    { ...whole(undefined, LATER), breaks: new NoConnectionError('nobody listens there') },
    { ...whole(undefined, 'failed'), breaks: new Error('the connection was reset') },
  ];
});

export async function askTexts(
  random: Random,
  heard: (heard: Omit<ServiceHeard, 'what'>) => void,
): Promise<void> {
  for (let word = 0; word < WORDS; word++) {
    const said = wordFor(random);
    const { status, body, events, means, tells } = said;
    const text = `${status} ${events?.join(' ') ?? JSON.stringify(body) ?? ''}`.trimEnd();
    const due = tells === undefined ? means : `${means}, told in its words`;
    heard({ provider: 'openai', said: text.slice(0, SAID_MAX), means: due, takenFor: await takenFor(said) });
  }
}

function wordFor(random: Random): TextWord {
  const of = (statuses: readonly number[], means: string, body?: unknown): readonly TextWord[] =>
    statuses.map((status) => ({ status, body, means }));
  const retryAfterMs = random.pick(WAITS_MS);
  const later = `not now, ${retryAfterMs ?? 'no'} ms`;
  const words = random.weighted<readonly TextWord[]>([
    [4, of(OF_THE_SERVER, 'refused, provider_error')],
    [2, of(TOO_LATE, 'refused, provider_timeout')],
    [4, of(OF_THE_REQUEST, 'refused, provider_rejected', { error: { message: 'No.', code: 'no' } })],
    [2, [429, 503].map((status) => ({ status, means: later, ...(retryAfterMs && { retryAfterMs }) }))],
    [1, CONTENT.flatMap((code) => of([400, 403, 500], 'refused, content_rejected', { error: { code } }))],
    [1, CONTENT.flatMap((type) => of([400, 403, 500], 'refused, content_rejected', { error: { type } }))],
    [3, STREAMS],
    [3, WHOLES],
  ]);
  return random.pick(words);
}

/** The adapter's reading of a word. */
async function takenFor(word: TextWord): Promise<string> {
  const provider = openaiAdapter.createText(
    { name: 'openai', world: new VirtualWorld(), key: SERVICE_KEY, makeService: () => saying(word) },
    { url: URL },
  );
  const { isStreamed = word.events !== undefined, tells } = word;
  const wanted = { model: 'm', fields: { messages: [] }, outputTokensMax: 4, isStreamed };
  const request: TextRequest = { generationId: 'req_1', body: provider.bodyOf(wanted), isStreamed };
  try {
    const answer = await provider.generate(request, { signal: new AbortController().signal });
    if (answer.outcome === 'not_now')
      return `not now, ${answer.askAgainAfterMs ?? 'no'} ms${wordsOf(answer.message, tells)}`;
    if (answer.outcome === 'rejected')
      return `refused, ${answer.failure.code}${wordsOf(answer.failure.message, tells)}`;
    for await (const _ of answer.pieces);
    return 'whole';
  } catch (error) {
    if (!(error instanceof ProviderSaidError)) return 'failed';
    return `failed, ${error.code}${wordsOf(error.message, tells)}`;
  }
}

function saying({ status, body, retryAfterMs, events, breaks }: TextWord): Service {
  const stream = async () => {
    if (events !== undefined) return { status, events: oneByOne(events, breaks) };
    if (breaks !== undefined) throw breaks;
    return { status, body, retryAfterMs };
  };
  return { ...noService({ name: 'openai', url: URL, secretHeaders: {} }), stream };
}

async function* oneByOne(
  events: readonly string[],
  breaks: Error | undefined,
): AsyncGenerator<readonly string[]> {
  for (const event of events) yield [event];
  if (breaks !== undefined) throw breaks;
}

function stream(events: readonly string[], means: string): TextWord {
  return { status: 200, events, means };
}
