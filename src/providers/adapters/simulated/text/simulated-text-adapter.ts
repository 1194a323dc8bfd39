/** Text models that need no network: `sim/chat`, one that is slow, and one that fails at random. */
import type { World } from '../../../../time/world.js';
import type { TextAnswer, TextPiece, TextProvider, TextRequest } from '../../../text-provider.js';
import type { TextAdapter } from '../../adapter.js';
import { listAt, numberAt, objectAt, textAt } from '../../remote/answer-parts.js';
import { simulatedTokens, tokensOf } from './simulated-text.js';
import { type SimulatedTextModel, simulatedTextModel, simulatedTextOffers } from './simulated-text-models.js';

/** Tokens of a message besides its words. */
const TOKENS_PER_MESSAGE = 4;
const BUSY_SHARE = 0.2;
const REFUSED_SHARE = 0.1;
const BROKEN_SHARE = 0.3;

export const simulatedTextAdapter: TextAdapter = {
  kind: 'simulated',
  isReal: false,
  settings: {},
  createText: ({ name, world }) => createSimulatedTextProvider(name, world),
};

function createSimulatedTextProvider(name: string, world: World): TextProvider {
  return {
    name,
    models: simulatedTextOffers(),
    bodyOf: ({ model, fields, outputTokensMax }) => ({ ...fields, model, max_tokens: outputTokensMax }),
    async generate(request, { signal }) {
      const model = simulatedTextModel(textAt(request.body, 'model') ?? '');
      if (model === undefined) {
        const message = 'The provider has no such model.';
        return { outcome: 'rejected', failure: { code: 'provider_rejected', message } };
      }
      return faultOf(model, world) ?? { outcome: 'begun', pieces: piecesOf(model, request, world, signal) };
    },
  };
}

function faultOf({ isFlaky }: SimulatedTextModel, world: World): TextAnswer | undefined {
  if (!isFlaky) return undefined;
  if (world.random() < BUSY_SHARE) {
    return { outcome: 'not_now', message: 'The provider is busy.', askAgainAfterMs: 1_000 };
  }
  if (world.random() >= REFUSED_SHARE) return undefined;
  const message = 'The provider failed at this request.';
  return { outcome: 'rejected', failure: { code: 'provider_error', message } };
}

async function* piecesOf(
  model: SimulatedTextModel,
  { body, isStreamed }: TextRequest,
  world: World,
  signal: AbortSignal,
): AsyncGenerator<readonly TextPiece[]> {
  const messages = listAt(body, 'messages') ?? [];
  const texts = messages.map(textOf);
  const promptTokens = texts.reduce((sum, text) => sum + TOKENS_PER_MESSAGE + tokensOf(text).length, 0);
  const wanted = simulatedTokens(texts.at(-1) ?? '');
  const capped = wanted.slice(0, numberAt(body, 'max_tokens'));
  const finishReason = capped.length < wanted.length ? 'length' : 'stop';
  const breaksAt = model.isFlaky && world.random() < BROKEN_SHARE ? capped.length / 2 : undefined;
  const usage = { promptTokens, completionTokens: capped.length };
  const shown = {
    prompt_tokens: promptTokens,
    completion_tokens: capped.length,
    total_tokens: promptTokens + capped.length,
  };
  await passed(world, model.firstTokenMs, signal);
  if (!isStreamed) {
    await passed(world, model.tokenMs * capped.length, signal);
    if (breaksAt !== undefined) throw new Error('the simulated provider broke off');
    const message = { role: 'assistant', content: capped.join('') };
    const choices = [{ index: 0, message, finish_reason: finishReason }];
    yield [{ body: { object: 'chat.completion', choices, usage: shown }, usage }];
    return;
  }
  yield [chunk({ role: 'assistant', content: '' }, null)];
  for (const [at, content] of capped.entries()) {
    if (breaksAt !== undefined && at >= breaksAt) throw new Error('the simulated provider broke off');
    if (at > 0) await passed(world, model.tokenMs, signal);
    yield [chunk({ content }, null)];
  }
  yield [
    chunk({}, finishReason),
    { body: { object: 'chat.completion.chunk', choices: [], usage: shown }, usage },
  ];
}

function chunk(delta: Readonly<Record<string, unknown>>, finishReason: string | null): TextPiece {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return { body: { object: 'chat.completion.chunk', choices } };
}

/** Of a message whose content is a text, or parts with texts. */
function textOf(message: unknown): string {
  const parts = listAt(message, 'content');
  if (parts === undefined) return textAt(message, 'content') ?? '';
  return parts.map((part) => textAt(objectAt(part), 'text') ?? '').join(' ');
}

/** Rejects when aborted. */
function passed(world: World, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = world.after(delayMs, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
