/** Makes requests for texts of a model that a reload takes away: before, meanwhile and afterwards. */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import type { ChatCall } from '../texts/chat-call.js';
import type { TextScript } from '../texts/text-script.js';
import type { TextModelSetup } from '../texts/text-setup.js';

export interface Asked {
  readonly before: readonly ClientCall[];
  readonly meanwhile: readonly ClientCall[];
  readonly afterwards: readonly ClientCall[];
}

const TOKENS_MAX = 40;
/** From one token to the next of a text that is under way as its model goes. */
const SLOW_MS = [100, 400];

/** @param key that pays for all that is asked for */
export function leftTexts(
  random: Random,
  { id: model, outputTokensMax }: TextModelSetup,
  key: number,
): Asked {
  const cap = Math.min(outputTokensMax, TOKENS_MAX);
  const chat = (name: string, more: Partial<ChatCall> = {}): ChatCall => ({
    ...{ op: 'chat', key, model, prompt: `Left text ${name}`, isStreamed: random.chance(0.7), cap },
    ...more,
  });
  const keyed = (name: string, tokens: number, tokenMs: number) =>
    chat(name, {
      idempotencyKey: `left text ${name}`,
      script: { begins: [{ do: 'write', delayMs: 40 }], tokens, tokenMs, usage: 'last', tailMs: 0 },
    });
  const over = keyed('over', Math.min(cap, 3), 10);
  const underWay = keyed('under way', cap, random.pick(SLOW_MS));
  const failed = { ...keyed('failed', 1, 10), script: failing() };
  const late = keyed('late', 2, 10);
  const repeats = [over, { ...over, isStreamed: !over.isStreamed }, underWay];
  return {
    before: [over, underWay, failed, chat('alone')],
    meanwhile: [
      ...repeats,
      ...[failed, late, chat('alone anew')],
      { ...over, prompt: 'Left text of another kind' },
      chat('of too many', { cap: outputTokensMax + 1 }),
    ],
    afterwards: [...repeats, failed, late, chat('alone again')],
  };
}

/** Before the first token, at no cost. */
function failing(): TextScript {
  return { begins: [{ do: 'reject', delayMs: 20 }], tokens: 1, tokenMs: 0, usage: 'last', tailMs: 0 };
}
