/**
 * Has the adapter for texts hear documented answers of servers of OpenAI's protocol, some in each history,
 * each with the meaning that docs/text.md gives it.
 */
import { noService } from '../../../../src/outward/no-service.js';
import type { Service } from '../../../../src/outward/outward.js';
import { openaiAdapter } from '../../../../src/providers/adapters/openai/openai-adapter.js';
import { ProviderSaidError, type TextRequest } from '../../../../src/providers/text-provider.js';
import type { ServiceHeard } from '../../../history/observation.js';
import { SERVICE_KEY } from '../../../history/provider-kinds.js';
import type { Random } from '../../../world/random.js';
import { VirtualWorld } from '../../../world/virtual-world.js';
import { chunk } from './text-chunks.js';

interface TextWord {
  readonly status: number;
  readonly body?: unknown;
  readonly retryAfterMs?: number;
  /** Of a stream. */
  readonly events?: readonly string[];
  readonly means: string;
}

const WORDS = 16;
const WAITS_MS = [undefined, 200, 15_000];
const OF_THE_REQUEST = [400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 451, 499];
const TOO_LATE = [408, 504];
const OF_THE_SERVER = [302, 307, 500, 501, 502, 505, 507, 520, 522, 529];
const CONTENT = ['content_policy_violation', 'content_filter', 'content_rejected'];
const URL = 'http://texts.test/v1';
const DONE = '[DONE]';

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
  stream(SAID, 'failed'),
  stream([...SAID, JSON.stringify(FAILED)], 'failed, provider_error'),
  stream([JSON.stringify(REFUSED)], 'failed, content_rejected'),
];

export async function askTexts(
  random: Random,
  heard: (heard: Omit<ServiceHeard, 'what'>) => void,
): Promise<void> {
  for (let word = 0; word < WORDS; word++) {
    const said = wordFor(random);
    const { status, body, events, means } = said;
    const text = `${status} ${events?.join(' ') ?? JSON.stringify(body) ?? ''}`.trimEnd();
    heard({ provider: 'openai', said: text, means, takenFor: await takenFor(said) });
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
  ]);
  return random.pick(words);
}

/** The adapter's reading of a word. */
async function takenFor(word: TextWord): Promise<string> {
  const provider = openaiAdapter.createText(
    { name: 'openai', world: new VirtualWorld(), key: SERVICE_KEY, makeService: () => saying(word) },
    { url: URL },
  );
  const isStreamed = word.events !== undefined;
  const wanted = { model: 'm', fields: { messages: [] }, outputTokensMax: 4, isStreamed };
  const request: TextRequest = { generationId: 'req_1', body: provider.bodyOf(wanted), isStreamed };
  try {
    const answer = await provider.generate(request, { signal: new AbortController().signal });
    if (answer.outcome === 'not_now') return `not now, ${answer.askAgainAfterMs ?? 'no'} ms`;
    if (answer.outcome === 'rejected') return `refused, ${answer.failure.code}`;
    for await (const _ of answer.pieces);
    return 'whole';
  } catch (error) {
    return error instanceof ProviderSaidError ? `failed, ${error.code}` : 'failed';
  }
}

function saying({ status, body, retryAfterMs, events }: TextWord): Service {
  const stream = async () =>
    events === undefined ? { status, body, retryAfterMs } : { status, events: oneByOne(events) };
  return { ...noService({ name: 'openai', url: URL, secretHeaders: {} }), stream };
}

async function* oneByOne(events: readonly string[]): AsyncGenerator<readonly string[]> {
  for (const event of events) yield [event];
}

function stream(events: readonly string[], means: string): TextWord {
  return { status: 200, events, means };
}
