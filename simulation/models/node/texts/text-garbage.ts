/** Garbage of a provider of texts: what it would have said, with something wrong in it. */
import { SERVICE_KEY } from '../../../history/provider-kinds.js';
import { isChunk, isUsage, isWholeText } from '../../../history/texts/text-shape.js';
import { type GarbageForm, garbled } from '../../../world/garbage.js';
import type { Random } from '../../../world/random.js';

/** Those that make an answer of this protocol one that nobody can read. */
const FORMS: readonly GarbageForm[] = [
  'empty',
  'not_json',
  'cut',
  'other_shape',
  'wrong_value',
  'wrong_value',
  'wrong_value',
  'wrong_value',
  'field_twice',
];
const TRIES = 8;
/** A client that reads it has been handed on garbage. */
const WORD = 'garbage';
const CHUNK = {
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: { content: WORD }, finish_reason: null }],
};
const WHOLE = {
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: WORD }, finish_reason: 'stop' }],
};
const USAGE = { usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } };

const NO_COUNTS = [-5, 1.5, 2 ** 60, -1e308];

export class TextGarbage {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** The data of an event. */
  event(): string {
    return this.#garbled(CHUNK, isChunk) ?? '{"choices":';
  }

  /** Undefined if it is no JSON. */
  whole(): unknown {
    return parsed(this.#garbled(WHOLE, isWholeText) ?? '');
  }

  /** In the place of a usage that is not reported; undefined if nothing is. */
  usage(): unknown {
    if (this.#random.chance(0.4)) return { ...USAGE.usage, prompt_tokens: this.#random.pick(NO_COUNTS) };
    const text = this.#garbled(USAGE, (body) => isUsage(Object(body).usage));
    return Object(parsed(text ?? '')).usage;
  }

  /** The words of a refusal, which may repeat the key of the request. */
  words(said: string): string {
    return this.#random.chance(0.3) ? `${said} The key was ${SERVICE_KEY}.` : said;
  }

  /** The data of events behind [DONE]. */
  behindEnd(): readonly string[] {
    return this.#random.chance(0.3) ? [JSON.stringify({ ...CHUNK, ...USAGE })] : [];
  }

  #garbled(body: object, isSound: (body: unknown) => boolean): string | undefined {
    for (let tries = 0; tries < TRIES; tries++) {
      const form = this.#random.pick(FORMS);
      const { text } = garbled(form, { status: 200, body }, this.#random, '');
      if (!isSound(parsed(text))) return text;
    }
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
