/**
 * Has the simulated provider of texts write some in each history. By docs/text.md and the contract the same
 * messages bring the same text, a token is a word, and its counts are true; one model fails at random.
 */
import { noService } from '../../../../src/outward/no-service.js';
import { simulatedTextAdapter } from '../../../../src/providers/adapters/simulated/text/simulated-text-adapter.js';
import type { TextPiece, TextProvider } from '../../../../src/providers/text-provider.js';
import type { ServiceHeard } from '../../../history/observation.js';
import type { Random } from '../../../world/random.js';
import { VirtualWorld } from '../../../world/virtual-world.js';

interface Asked {
  readonly model: string;
  readonly messages: readonly object[];
  readonly cap: number;
  readonly isStreamed: boolean;
}

interface Written {
  readonly text: string;
  readonly finish: string;
  readonly prompt: number;
  readonly completion: number;
}

const ASKED = 2;
const MODELS = ['sim/chat', 'sim/chat-slow', 'sim/chat-flaky'];
const FLAKY = 'sim/chat-flaky';
const CAP_MAX = 2_048;
const CAPS = [1, 2, 17, 40, CAP_MAX];
const STEP_MS = 60_000;
const WORDS = ['Hello!', 'a boat', 'Write code, please.', '', 'é 中 😀', '  two\nlines '];
const FAULTS = ['not now', 'refused, provider_error', 'failed'];

export async function askSimulatedTexts(
  random: Random,
  heard: (heard: Omit<ServiceHeard, 'what'>) => void,
): Promise<void> {
  const messages = Array.from({ length: random.between(1, 3) }, () => ({
    role: 'user',
    content: contentOf(random),
  }));
  const tell = (said: string, means: string, takenFor: string) =>
    heard({ provider: 'simulated', said, means, takenFor });
  const all = { model: 'sim/chat', messages, cap: CAP_MAX, isStreamed: false };
  const whole = await written(all, random);
  if (typeof whole === 'string') {
    tell(JSON.stringify(messages), 'a text', whole);
    return;
  }
  const words = wordsIn(whole.text);
  tell(JSON.stringify(messages), told({ ...whole, finish: 'stop', completion: words.length }), told(whole));
  const longer = await written({ ...all, messages: [{ content: 'One more' }, ...messages] }, random);
  const more = typeof longer === 'string' ? 0 : longer.prompt - whole.prompt;
  tell(
    'a message more, of two words',
    'as many tokens or more',
    more >= 2 ? 'as many tokens or more' : 'less',
  );
  for (let nth = 0; nth < ASKED; nth++) {
    const asked = {
      ...all,
      model: random.pick(MODELS),
      cap: random.pick(CAPS),
      isStreamed: random.chance(0.7),
    };
    const { model, cap } = asked;
    const is = await written(asked, random);
    const due = words.slice(0, cap);
    const finish = due.length < words.length ? 'length' : 'stop';
    const means = told({ text: due.join(''), finish, prompt: whole.prompt, completion: due.length });
    const isFault = model === FLAKY && typeof is === 'string' && FAULTS.includes(is);
    const how = asked.isStreamed ? 'a stream' : 'a whole text';
    tell(
      `${how} of ${model}, at most ${cap} tokens`,
      isFault ? 'a fault' : means,
      isFault ? 'a fault' : told(is),
    );
  }
}

function contentOf(random: Random): string | readonly object[] {
  const text = () => random.pick(WORDS);
  return random.chance(0.6) ? text() : [text(), text()].map((part) => ({ type: 'text', text: part }));
}

async function written(asked: Asked, random: Random): Promise<Written | string> {
  const world = new VirtualWorld({ seed: random.below(1_000_000) });
  const provider = simulatedTextAdapter.createText(
    { name: 'simulated', world, key: '', makeService: noService },
    {},
  );
  let over: Written | string | undefined;
  const ends = read(provider, asked, () => world.steadyMs()).then(
    (is) => {
      over = is;
    },
    () => {
      over = 'failed';
    },
  );
  while (over === undefined) await world.advance(STEP_MS);
  await ends;
  return over;
}

async function read(provider: TextProvider, asked: Asked, now: () => number): Promise<Written | string> {
  const { model, messages, cap, isStreamed } = asked;
  const body = provider.bodyOf({ model, fields: { messages }, outputTokensMax: cap, isStreamed });
  const request = { generationId: 'req_1', body, isStreamed };
  const answer = await provider.generate(request, { signal: new AbortController().signal });
  if (answer.outcome === 'not_now') return 'not now';
  if (answer.outcome === 'rejected') return `refused, ${answer.failure.code}`;
  const times: number[] = [];
  const pieces: TextPiece[] = [];
  for await (const batch of answer.pieces) {
    pieces.push(...batch);
    if (batch.some(({ body: said }) => saidIn(said) !== '')) times.push(now());
  }
  if (isStreamed && times.length > 1 && times.at(-1) === times[0]) return 'a stream that comes at once';
  const text = pieces.map(({ body: said }) => saidIn(said)).join('');
  const finishes = pieces
    .flatMap(({ body: { choices } }) => choicesIn(choices))
    .map((one) => one.finish_reason);
  const usages = pieces.flatMap(({ usage, body: said }) =>
    usage ? [{ usage, shown: Object(said.usage) }] : [],
  );
  const [{ usage, shown } = { usage: undefined, shown: {} }] = usages;
  const isShown =
    shown.prompt_tokens === usage?.promptTokens && shown.completion_tokens === usage?.completionTokens;
  if (usage === undefined || usages.length !== 1 || !isShown) return 'no usage, or another one than is shown';
  const finish = finishes.filter((one) => one !== null).join(', ');
  return { text, finish, prompt: usage.promptTokens, completion: usage.completionTokens };
}

function choicesIn(choices: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(choices) ? choices : [];
}

function saidIn({ choices }: TextPiece['body']): string {
  return choicesIn(choices)
    .map(({ delta, message }) => Object(delta ?? message).content ?? '')
    .join('');
}

/** Each with the white space before it. */
function wordsIn(text: string): readonly string[] {
  return text.match(/\s*\S+/g) ?? [];
}

function told(is: Written | string): string {
  if (typeof is === 'string') return is;
  return `${is.text} (${is.finish}; ${is.prompt} and ${is.completion} tokens)`;
}
