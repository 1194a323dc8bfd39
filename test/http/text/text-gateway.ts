/** A gateway without sockets whose model of text is written by the test, byte by byte. */

import { expect } from 'vitest';
import type { GenerationState } from '../../../src/actors/generations/generation-messages.js';
import { readGeneration } from '../../../src/actors/generations/generation-records.js';
import { readApiKey } from '../../../src/actors/keys/api-key-record.js';
import { balanceOf } from '../../../src/actors/money/ledger.js';
import { audit } from '../../../src/audit/records/audit.js';
import { microDa } from '../../../src/money/micro-da.js';
import { EventReader } from '../../../src/outward/event-stream.js';
import { noService } from '../../../src/outward/no-service.js';
import type { MakeService } from '../../../src/outward/outward.js';
import { openaiAdapter } from '../../../src/providers/adapters/openai/openai-adapter.js';
import type { TextOffer, TextProvider } from '../../../src/providers/text-provider.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import type { World } from '../../../src/time/world.js';
import type { MadeUpExchange } from '../pipeline/gateway-stage.js';
import { SocketlessGateway } from '../socketless-gateway.js';

/** In micro-DA a token. */
export const PRICES = { input: 40, output: 120 };
export const CREDITS = 1_000_000_000;

const OFFER: TextOffer = {
  id: 'small',
  prices: { input: microDa(PRICES.input * 1_000_000), output: microDa(PRICES.output * 1_000_000) },
  contextTokens: 8_192,
  outputTokensMax: 2_048,
  outputTokensDefault: 50,
  createdAt: 1,
};

export interface ScriptedCall {
  readonly world: World;
  readonly signal: AbortSignal;
}

/** The bytes that the provider answers. */
export type Script = (call: ScriptedCall) => AsyncIterable<Uint8Array>;

interface Scripts {
  script: Script;
  /** The signal of each request that the provider was sent. */
  readonly asked: AbortSignal[];
}

export class TextGateway {
  readonly scripts: Scripts;
  gateway: SocketlessGateway;
  readonly key: string;
  readonly #keyId: string;

  private constructor(gateway: SocketlessGateway, scripts: Scripts, key: string, keyId: string) {
    this.gateway = gateway;
    this.scripts = scripts;
    this.key = key;
    this.#keyId = keyId;
  }

  static async start(args: readonly string[] = [], store = new MemoryStore()): Promise<TextGateway> {
    const scripts: Scripts = { script: () => inPieces([]), asked: [] };
    const environment = { textProvidersIn: (world: World) => [providerOf(scripts, world)] };
    const gateway = await SocketlessGateway.start({ args, environment, store });
    const { key, id } = await gateway.createKey({ credits: CREDITS / 1e6 });
    return new TextGateway(gateway, scripts, key, id);
  }

  get store(): MemoryStore {
    return this.gateway.store;
  }

  /** Sends a request; has all happen that needs no time. */
  ask(isStreamed = true): Promise<MadeUpExchange> {
    const body = { model: 'small', messages: [{ role: 'user', content: 'hi' }], stream: isStreamed };
    const fields = [
      ['authorization', `Bearer ${this.key}`],
      ['content-type', 'application/json'],
    ] as const;
    const bytes = Buffer.from(JSON.stringify(body));
    const length = ['content-length', String(bytes.length)] as const;
    const request = { method: 'POST', path: '/v1/chat/completions', fields: [...fields, length] };
    return this.gateway.send(request, bytes);
  }

  /** Reads a stream to its end, in the time that it takes. */
  async read(reader: StreamReader): Promise<string> {
    const reading = reader.all();
    while (!reader.isEnded) await this.gateway.pause(10);
    await reading;
    return reader.text;
  }

  generations(): GenerationState[] {
    const ids = [...this.store.range('generations', {})].map(({ key }) => key);
    return ids.flatMap((id) => readGeneration(id, this.store) ?? []);
  }

  /** That of a request that was answered. */
  generationOf({ headers }: MadeUpExchange): GenerationState | undefined {
    return readGeneration(headers['x-request-id'] ?? '', this.store);
  }

  balances(): { readonly balance: number; readonly reserved: number } {
    const key = readApiKey(this.#keyId, this.store);
    if (key === undefined) throw new Error('the key is gone');
    return { balance: balanceOf(key.balances), reserved: key.balances.reserved };
  }

  /** All that does not add up; nothing is reserved, and what is missing was charged. */
  expectSettled(): void {
    const found: string[] = [];
    audit(this.store, { report: ({ table, what }) => found.push(`${table}: ${what}`) });
    expect(found).toEqual([]);
    const charged = this.generations().reduce((sum, { cost }) => sum + (cost ?? Number.NaN), 0);
    expect(this.balances()).toEqual({ balance: CREDITS - charged, reserved: 0 });
  }
}

function providerOf(scripts: Scripts, world: World): TextProvider {
  const makeService: MakeService = (config) => ({
    ...noService(config),
    async stream(_, signal) {
      scripts.asked.push(signal);
      return { status: 200, events: eventsOf(scripts.script({ world, signal })) };
    },
  });
  const parts = { name: 'scripted', world, key: '', makeService };
  return { ...openaiAdapter.createText(parts, { url: 'http://scripted/v1' }), models: [OFFER] };
}

async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const reader = new EventReader();
  for await (const piece of body) yield reader.read(piece);
}

export async function* inPieces(pieces: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

export function passed(world: World, ms: number): Promise<void> {
  return new Promise((resolve) => world.after(ms, resolve));
}

export function delta(content: string, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
}
export const USAGE = 'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3}}\n\n';
export const DONE = 'data: [DONE]\n\n';

/** Reads a stream as a client's connection does. */
export class StreamReader {
  text = '';
  isEnded = false;
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #exchange: MadeUpExchange;

  constructor(exchange: MadeUpExchange) {
    if (exchange.streamed === undefined) throw new Error(`no stream: ${exchange.status} ${exchange.text}`);
    this.#exchange = exchange;
    this.#iterator = exchange.streamed.chunks()[Symbol.asyncIterator]();
  }

  async chunk(): Promise<boolean> {
    const { done, value } = await this.#iterator.next();
    if (done === true) this.isEnded = true;
    else this.text += Buffer.from(value).toString();
    return done !== true;
  }

  /** Reads as fast as it comes, until it ends or is left. */
  async all(): Promise<void> {
    while (!this.isEnded && (await this.chunk()));
  }

  leave(): void {
    this.isEnded = true;
    this.#exchange.goAway();
    this.#iterator.return?.().catch(() => undefined);
  }
}
