/** Sums over all generations of a node: how they stand, how they ended, and what they took. */
import type { TextEnd } from '../../machines/generation-context.js';
import type { Turn } from '../runtime/behavior.js';
import type { GenerationStatus } from './generation-messages.js';

export const GENERATION_ENDS = ['completed', 'failed', 'interrupted'] as const;
export const GENERATIONS_ACCEPTED = 'generations_accepted';
export const GENERATIONS_ESTIMATED = 'generations_estimated';
export const GENERATIONS_BEYOND_RESERVE = 'generations_beyond_reserve';
export const TOKENS = { prompt: 'prompt_tokens', completion: 'completion_tokens' } as const;

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
  if (from === undefined) turn.tally(GENERATIONS_ACCEPTED, 1);
  else if (to !== undefined && to !== 'open') turn.tally(endedTally(to), 1);
}

export function tallyTokens(turn: Tallying, { promptTokens, completionTokens, isEstimated }: TextEnd): void {
  turn.tally(TOKENS.prompt, promptTokens);
  turn.tally(TOKENS.completion, completionTokens);
  if (isEstimated) turn.tally(GENERATIONS_ESTIMATED, 1);
}

/** The provider reported more than the reservation holds. */
export function tallyExcess(turn: Tallying): void {
  turn.tally(GENERATIONS_BEYOND_RESERVE, 1);
}

export function generationsTally(status: GenerationStatus): string {
  return `generations/${status}`;
}

export function endedTally(end: (typeof GENERATION_ENDS)[number]): string {
  return `generations_ended/${end}`;
}
