/** The calls for texts, and what came of each, as their providers know it. */
import type { Answered, Observation } from '../../history/observation.js';
import type {
  StreamItem,
  TextCalled,
  TextOver,
  TextSent,
  TextUsage,
} from '../../history/texts/text-observation.js';

/** A call, and what the node has read of its text. */
export interface KnownCall {
  readonly called: TextCalled & { readonly at: number };
  readonly sent: readonly (TextSent & { readonly at: number })[];
  /** Undefined while it goes on, and if the process ended first. */
  readonly over: TextOver['how'] | undefined;
  readonly overAt: number;
  /** For how long its provider wants no further call, if it said so. */
  readonly pauseMs?: number | undefined;
}

type Mutable = { -readonly [Name in keyof KnownCall]: KnownCall[Name] } & {
  sent: (TextSent & { readonly at: number })[];
};

export class TextBook {
  readonly #calls = new Map<number, Mutable>();
  readonly #byGeneration = new Map<string, Mutable[]>();
  readonly #lost = new Set<string>();

  observe(seen: Observation): void {
    switch (seen.what) {
      case 'text_called': {
        const known: Mutable = { called: seen, sent: [], over: undefined, overAt: Number.POSITIVE_INFINITY };
        this.#calls.set(seen.call, known);
        const before = this.#byGeneration.get(seen.generationId);
        if (before === undefined) this.#byGeneration.set(seen.generationId, [known]);
        else before.push(known);
        return;
      }
      case 'provider_failed':
        if (seen.kind === 'text') this.#lost.add(seen.jobId);
        return;
      case 'text_sent':
        this.#calls.get(seen.call)?.sent.push(seen);
        return;
      case 'text_over': {
        const known = this.#calls.get(seen.call);
        if (known === undefined) return;
        known.over = seen.how;
        known.overAt = seen.at;
        known.pauseMs = seen.pauseMs;
      }
    }
  }

  call(number: number): KnownCall | undefined {
    return this.#calls.get(number);
  }

  /** In their order. */
  callsOf(generationId: string): readonly KnownCall[] {
    return this.#byGeneration.get(generationId) ?? [];
  }

  /** In their order. */
  callsFor(prompt: string): readonly KnownCall[] {
    return [...this.#calls.values()].filter(({ called }) => called.prompt === prompt);
  }

  /** Whether a call for this text met a failure between node and provider. */
  wasLost(generationId: string): boolean {
    return this.#lost.has(generationId);
  }

  get generations(): Iterable<string> {
    return this.#byGeneration.keys();
  }
}

export interface Tokens extends TextUsage {
  readonly isEstimated: boolean;
}

const BYTES_PER_TOKEN = 4;

/**
 * The tokens that are charged: those that the provider reported last, or by the bytes. Of a text that is not
 * whole, what came after the report is estimated.
 */
export function tokensOf({ called }: KnownCall, sent: KnownCall['sent'], isWhole = true): Tokens {
  const at = sent.findLastIndex(({ usage }) => usage !== undefined);
  const reported = sent[at]?.usage;
  const completion = sent
    .slice(isWhole ? 0 : at + 1)
    .reduce((sum, { bytes = 0 }) => sum + Math.ceil(bytes / BYTES_PER_TOKEN), 0);
  if (reported === undefined)
    return { prompt: Math.ceil(called.bodyBytes / BYTES_PER_TOKEN), completion, isEstimated: true };
  if (isWhole || completion === 0) return { ...reported, isEstimated: false };
  return { prompt: reported.prompt, completion: reported.completion + completion, isEstimated: true };
}

/** Prices for a million tokens times tokens, rounded up to a whole micro-DA. */
export function priceOfTokens(
  prices: { readonly input: number; readonly output: number },
  { prompt, completion }: TextUsage,
): number {
  const product = BigInt(prices.input) * BigInt(prompt) + BigInt(prices.output) * BigInt(completion);
  return Number((product + 999_999n) / 1_000_000n);
}

export function deltasOf({ sent }: KnownCall): number {
  return sent.filter(({ delta }) => delta !== undefined).length;
}

/** As the answer to its request tells it; undefined for a message of the web chat that came to no text. */
export function textIdOf({ headers }: Pick<Answered, 'headers'>): string | undefined {
  return headers['x-request-id'] ?? headers['x-generation-id'];
}

/** Whether a piece brings text, or says how it ended. */
export function isToken({ delta, finish }: TextSent): boolean {
  return delta !== undefined || finish !== undefined;
}

/** Whether it tells the client of a stream that its text is whole, which it is told once that is settled. */
export function isEndOfText(item: StreamItem): boolean {
  return 'finish' in item || 'usage' in item || ('is' in item && item.is === 'done');
}
