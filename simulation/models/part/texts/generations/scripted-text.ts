/** A provider whose texts were drawn. It heeds no abort once it has begun. */
import {
  ProviderSaidError,
  type TextPiece,
  type TextProvider,
} from '../../../../../src/providers/text-provider.js';
import type { ChosenWorld } from '../../chosen-world.js';
import type { DrawnRoute, DrawnText } from './drawn-runs.js';
import { SAID } from './naive-run.js';
import { batchesOf, pieceOf } from './run-pieces.js';

interface Asked {
  readonly text: DrawnText;
  readonly asked: number[];
}

export function scriptedText(world: ChosenWorld, find: (id: string) => Asked | undefined): TextProvider {
  return {
    name: 'a',
    models: [],
    bodyOf: () => ({}),
    async generate({ generationId, body, isStreamed }, { signal }) {
      const one = find(generationId);
      const nth = Number(body.route);
      const route = one?.text.routes[nth];
      if (one === undefined || route === undefined) throw new Error('no such text');
      one.asked.push(nth);
      await passed(world, route.afterMs, signal);
      const { code, againMs } = route;
      switch (route.answers) {
        case 'begun':
          return { outcome: 'begun', pieces: piecesOf(world, route, isStreamed) };
        case 'throws':
          throw new Error('the connection broke');
        case 'rejected':
          return { outcome: 'rejected', failure: { code, message: SAID } };
        default:
          return {
            outcome: 'not_now',
            message: SAID,
            ...(againMs === undefined ? {} : { askAgainAfterMs: againMs }),
          };
      }
    },
  };
}

function piecesOf(
  world: ChosenWorld,
  route: DrawnRoute,
  isStreamed: boolean,
): AsyncIterable<readonly TextPiece[]> {
  const batches = batchesOf(route);
  let at = 0;
  const next = async (): Promise<IteratorResult<readonly TextPiece[]>> => {
    const [batch, timing] = [batches[at], route.batches[at]];
    at += 1;
    if (batch !== undefined && timing !== undefined) {
      await passed(world, timing.afterMs);
      return { done: false, value: batch.map((piece) => pieceOf(piece, isStreamed)) };
    }
    if (route.over === 'never') return new Promise(() => {});
    if (at === batches.length + 1) await passed(world, route.overAfterMs);
    if (route.over === 'ends') return { done: true, value: undefined };
    if (route.over === 'breaks') throw new Error('the connection broke');
    throw new ProviderSaidError({ code: route.code, message: SAID });
  };
  const left = async () => ({ done: true as const, value: undefined });
  return { [Symbol.asyncIterator]: () => ({ next, return: left }) };
}

function passed(world: ChosenWorld, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    world.after(ms, resolve);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
