/**
 * The chunks of a server of texts, read as the pieces that clients hear: most repeat the one before but for
 * their words, and some leave out, or get wrong, what a client reads. The twin parses each by itself.
 */
import { noService } from '../../../../../src/outward/no-service.js';
import { openaiAdapter } from '../../../../../src/providers/adapters/openai/openai-adapter.js';
import type { TextPiece } from '../../../../../src/providers/text-provider.js';
import { VirtualWorld } from '../../../../world/virtual-world.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { type StreamAct, streamAct } from './drawn-chunks.js';

const URL = 'http://texts.test/v1';
const DONE = '[DONE]';

type Fields = Readonly<Record<string, unknown>>;

interface Heard {
  readonly batches: readonly (readonly unknown[])[];
  readonly isWhole: boolean;
}

export function chunksPart(): Part<object, StreamAct> {
  return {
    name: 'chunks',
    limits: () => ({}),
    act: streamAct,
    pauseMs: () => 0,
    begin: (trial) => new ChunksCourse(trial),
  };
}

class ChunksCourse implements Course<StreamAct> {
  readonly #trial: Trial;

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  async take(act: StreamAct): Promise<void> {
    const [told, expected] = [await heard(act), due(act)];
    this.#trial.same('end', told.isWhole, expected.isWhole);
    this.#trial.same('heard', ordered(told.batches), ordered(expected.batches));
  }

  compare(): void {}
}

async function heard({ batches, breaks }: StreamAct): Promise<Heard> {
  async function* events(): AsyncGenerator<readonly string[]> {
    yield* batches;
    if (breaks) throw new Error('the connection was reset');
  }
  const stream = async () => ({ status: 200, events: events() });
  const makeService = () => ({ ...noService({ name: 'texts', url: URL, secretHeaders: {} }), stream });
  const parts = { name: 'texts', world: new VirtualWorld(), key: '', makeService };
  const provider = openaiAdapter.createText(parts, { url: URL });
  const request = { generationId: 'req_1', body: {}, isStreamed: true };
  const answer = await provider.generate(request, { signal: new AbortController().signal });
  if (answer.outcome !== 'begun') throw new Error(`a stream that is ${answer.outcome}`);
  const told: unknown[][] = [];
  try {
    for await (const pieces of answer.pieces) told.push(pieces.map(shown));
    return { batches: told, isWhole: true };
  } catch {
    return { batches: told, isWhole: false };
  }
}

function shown({ body, usage }: TextPiece): unknown {
  return usage === undefined ? { body } : { body, usage };
}

/**
 * A text is whole once it has its end, whatever comes behind, or if the server says that all is there. A
 * stream that breaks before has failed, and so has one that just ends.
 */
function due({ batches }: StreamAct): Heard {
  const told: unknown[][] = [];
  let isEnded = false;
  for (const batch of batches) {
    const pieces: unknown[] = [];
    for (const [nth, data] of batch.entries()) {
      if (nth === 0) told.push(pieces);
      if (data === DONE) return { batches: filled(told), isWhole: true };
      const piece = pieceOf(data);
      if (piece === undefined) return { batches: filled(told), isWhole: isEnded };
      pieces.push(piece.said);
      isEnded ||= piece.isEnd;
    }
  }
  return { batches: filled(told), isWhole: isEnded };
}

function filled(told: readonly unknown[][]): readonly unknown[][] {
  return told.filter((pieces) => pieces.length > 0);
}

/** Undefined for a chunk that makes no sense, or says that the server fails. */
function pieceOf(data: string): { readonly said: unknown; readonly isEnd: boolean } | undefined {
  let body: Fields;
  try {
    body = JSON.parse(data);
  } catch {
    return undefined;
  }
  const { choices = [], error, usage } = body;
  if (error !== undefined || !Array.isArray(choices)) return undefined;
  const read = choices.map(choiceOf);
  if (read.includes(undefined)) return undefined;
  const said = { body: { ...body, ...(choices.length > 0 && { choices: read }) }, ...usageOf(usage) };
  return { said, isEnd: read.some((choice) => typeof choice?.finish_reason === 'string') };
}

function choiceOf(choice: Fields): Fields | undefined {
  const { index = 0, finish_reason: finish } = choice;
  const delta = choice.delta ?? {};
  if (!isCount(index) || typeof delta !== 'object') return undefined;
  if (finish !== undefined && finish !== null && typeof finish !== 'string') return undefined;
  const { content } = delta as Fields;
  if (content !== undefined && content !== null && typeof content !== 'string') return undefined;
  return { ...choice, index, delta, finish_reason: finish || null };
}

function usageOf(usage: unknown): object {
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = Object(usage);
  return isCount(promptTokens) && isCount(completionTokens)
    ? { usage: { promptTokens, completionTokens } }
    : {};
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Fields may come in any order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, one]) => [name, ordered(one)] as const);
  return fields.sort(([one], [other]) => (one < other ? -1 : 1));
}
