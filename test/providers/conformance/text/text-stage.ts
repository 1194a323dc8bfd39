/** One kind of text provider beside its stand-in, over real sockets on loopback. */
import { expect } from 'vitest';
import { VirtualWorld } from '../../../../simulation/world/virtual-world.js';
import { Services } from '../../../../src/outward/services.js';
import type { TextAdapter } from '../../../../src/providers/adapters/adapter.js';
import { TEXT_ADAPTERS } from '../../../../src/providers/adapters/adapters.js';
import type { MakeStandIn } from '../../../../src/providers/adapters/remote/stand-in.js';
import type { FaultPlan } from '../../../../src/providers/adapters/remote/stand-in-faults.js';
import {
  type StandInServer,
  serveStandIn,
} from '../../../../src/providers/adapters/remote/stand-in-server.js';
import {
  ProviderSaidError,
  type TextAnswer,
  type TextPiece,
  type TextProvider,
} from '../../../../src/providers/text-provider.js';
import { describedStandIn } from '../described-stand-in.js';
import { KEY, patient } from '../provider-stage.js';

export interface TextKindUnderTest {
  readonly kind: string;
  readonly adapter: TextAdapter;
  readonly makeStandIn: MakeStandIn;
  readonly model: string;
}

export const TEXT_KINDS: readonly TextKindUnderTest[] = TEXT_ADAPTERS.flatMap((adapter) => {
  const { kind, makeStandIn, exampleModel, isReal } = adapter;
  if (!isReal) return [];
  if (makeStandIn === undefined || exampleModel === undefined)
    throw new Error(`${kind} has no stand-in or example`);
  return [{ kind, adapter, makeStandIn, model: exampleModel }];
});

/** The end of a request, in words. */
export type TextOutcome =
  | { readonly outcome: 'rejected'; readonly code: string; readonly message: string }
  | { readonly outcome: 'not_now'; readonly askAgainAfterMs: number | undefined }
  /** It rejected, so nothing is known of it. */
  | { readonly outcome: 'unknown' }
  | {
      readonly outcome: 'begun';
      /** Every text in it, of all kinds, but the names of roles. */
      readonly text: string;
      readonly finish: string | undefined;
      /** `prompt+completion`, as reported last. */
      readonly usage: string | undefined;
      /** The code of what the provider said; `broken` for any other failure. */
      readonly end: string;
    };

export class TextStage {
  readonly provider: TextProvider;
  readonly #kind: TextKindUnderTest;
  readonly #server: StandInServer;
  readonly #services: Services;
  readonly #deviations: string[];

  private constructor(
    kind: TextKindUnderTest,
    server: StandInServer,
    services: Services,
    provider: TextProvider,
    deviations: string[],
  ) {
    this.provider = provider;
    this.#kind = kind;
    this.#server = server;
    this.#services = services;
    this.#deviations = deviations;
  }

  static async start(
    kind: TextKindUnderTest,
    plan: FaultPlan = () => undefined,
    key = KEY,
  ): Promise<TextStage> {
    const deviations: string[] = [];
    const services = new Services();
    const server = await serveStandIn(describedStandIn(kind, deviations), {
      nowMs: () => 1_000_000,
      key: KEY,
      pendingMs: 0,
      runningMs: 0,
      clip: () => new Uint8Array(),
      faultOf: plan,
    });
    const parts = { name: kind.kind, world: new VirtualWorld(), key, makeService: services.make };
    const provider = kind.adapter.createText(parts, { url: server.url });
    return new TextStage(kind, server, services, provider, deviations);
  }

  /** How many texts the stand-in has begun. */
  get begun(): number {
    return [...this.#server.standIn.begun.values()].reduce((sum, count) => sum + count, 0);
  }

  ask(content: string, isStreamed = true, call = patient()): Promise<TextAnswer> {
    const fields = { messages: [{ role: 'user', content }] };
    const body = this.provider.bodyOf({ model: this.#kind.model, fields, outputTokensMax: 64, isStreamed });
    return this.provider.generate({ generationId: 'req_1', body, isStreamed }, call);
  }

  async outcomeOf(content: string, isStreamed = true): Promise<TextOutcome> {
    const answer = await this.ask(content, isStreamed).catch(() => undefined);
    if (answer === undefined) return { outcome: 'unknown' };
    if (answer.outcome === 'rejected') return { outcome: 'rejected', ...answer.failure };
    if (answer.outcome === 'not_now') return { outcome: 'not_now', askAgainAfterMs: answer.askAgainAfterMs };
    return readAll(answer.pieces);
  }

  /** Nobody listens on its port from now on. */
  async stopService(): Promise<void> {
    await this.#server.close();
  }

  async close(): Promise<void> {
    await this.#services.close();
    await this.#server.close();
    expect(this.#deviations).toEqual([]);
  }
}

async function readAll(batches: AsyncIterable<readonly TextPiece[]>): Promise<TextOutcome> {
  let text = '';
  let finish: string | undefined;
  let usage: string | undefined;
  let end = 'whole';
  try {
    for await (const pieces of batches)
      for (const piece of pieces) {
        const choices = (piece.body.choices ?? []) as readonly Record<string, unknown>[];
        for (const choice of choices) {
          text += textIn(choice.delta ?? choice.message);
          if (typeof choice.finish_reason === 'string') finish ??= choice.finish_reason;
        }
        if (piece.usage) usage = `${piece.usage.promptTokens}+${piece.usage.completionTokens}`;
      }
  } catch (error) {
    end = error instanceof ProviderSaidError ? error.code : 'broken';
  }
  return { outcome: 'begun', text, finish, usage, end };
}

function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const entries = Object.entries(value).filter(([name]) => !['role', 'id', 'type'].includes(name));
  return entries.map(([, part]) => textIn(part)).join('');
}
