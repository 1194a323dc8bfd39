/** Sums over all generations of a node: how they stand, how they ended, and what they took. */
import type { TextEnd } from '../../machines/generation-context.js';
import type { Turn } from '../runtime/behavior.js';
import type { GenerationStatus } from './generation-messages.js';

type Tallying = Pick<Turn<never, never>, 'tally'>;

/** A generation changed its status; undefined stands for no record of it. */
export function tallyGeneration(
  turn: Tallying,
  from: GenerationStatus | undefined,
  to: GenerationStatus | undefined,
): void {
  if (from === to) return;
  if (from !== undefined) turn.tally(generationsTally(from), -1);
  if (to !== undefined) turn.tally(generationsTally(to), 1);
  if (from === undefined) turn.tally('generations_accepted', 1);
}

export function tallyTokens(turn: Tallying, { promptTokens, completionTokens, isEstimated }: TextEnd): void {
  turn.tally('prompt_tokens', promptTokens);
  turn.tally('completion_tokens', completionTokens);
  if (isEstimated) turn.tally('generations_estimated', 1);
}

/** The provider reported more than the reservation holds. */
export function tallyExcess(turn: Tallying): void {
  turn.tally('generations_beyond_reserve', 1);
}

export function generationsTally(status: GenerationStatus): string {
  return `generations/${status}`;
}
