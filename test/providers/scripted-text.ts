/** A provider of text that answers as a test scripts it, and the parts of a request to it. */
import type { VirtualWorld } from '../../simulation/world/virtual-world.js';
import type {
  TextAnswer,
  TextPiece,
  TextProvider,
  TextRequest,
  TokenUsage,
} from '../../src/providers/text-provider.js';

export const ROUTE = { provider: 'scripted', model: 'm' };
export const REQUEST: TextRequest = { generationId: 'req_1', body: {}, isStreamed: true };

/** A piece; a pause before the next one, in ms; or the failure that ends the text. */
export type Script = readonly (TextPiece | number | Error)[];

export class ScriptedText implements TextProvider {
  readonly models = [];
  readonly name: string;
  asked = 0;
  onGenerate: (signal: AbortSignal) => Promise<TextAnswer> | TextAnswer = () => begun([]);

  constructor(name = ROUTE.provider) {
    this.name = name;
  }

  bodyOf(): Readonly<Record<string, unknown>> {
    return {};
  }

  async generate(_: TextRequest, { signal }: { readonly signal: AbortSignal }): Promise<TextAnswer> {
    this.asked += 1;
    return this.onGenerate(signal);
  }
}

export function token(content: string, usage?: TokenUsage): TextPiece {
  const body = { choices: [{ index: 0, delta: { content }, finish_reason: null }] };
  return usage === undefined ? { body } : { body, usage };
}

export function finish(reason = 'stop'): TextPiece {
  return { body: { choices: [{ index: 0, delta: {}, finish_reason: reason }] } };
}

export function usage(promptTokens: number, completionTokens: number): TextPiece {
  const shown = { prompt_tokens: promptTokens, completion_tokens: completionTokens };
  return { body: { choices: [], usage: shown }, usage: { promptTokens, completionTokens } };
}

/** An empty chunk, as servers send them between tokens. */
export const EMPTY: TextPiece = { body: { choices: [] } };

/** Its pauses need the world. */
export function begun(script: Script, world?: VirtualWorld): TextAnswer {
  return { outcome: 'begun', pieces: played(script, world) };
}

async function* played(script: Script, world?: VirtualWorld): AsyncGenerator<readonly TextPiece[]> {
  for (const step of script) {
    if (step instanceof Error) throw step;
    if (typeof step === 'number') await new Promise<void>((resolve) => world?.after(step, resolve));
    else yield [step];
  }
}

/** Never settles but by its signal. */
export function untilAborted(signal: AbortSignal): Promise<TextAnswer> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
