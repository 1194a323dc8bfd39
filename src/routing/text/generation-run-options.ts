/** The surroundings of a generation under way. */
import type { GenerationMessage, GenerationReply } from '../../actors/generations/generation-messages.js';
import type { Outcome } from '../../actors/runtime/behavior.js';
import type { Limits } from '../../limits/limits.js';
import type { TextCalls } from '../../providers/calls/text-calls.js';
import type { World } from '../../time/world.js';
import type { TextTimes } from './text-desk.js';

export interface GenerationRunOptions {
  readonly world: World;
  readonly calls: TextCalls;
  readonly times: TextTimes;
  readonly limits: Limits;
  /** Asks the generation, once. */
  readonly ask: (message: GenerationMessage) => Promise<Outcome<GenerationReply>>;
  /** Brings the generation its end until it has taken it. */
  readonly deliver: (message: GenerationMessage) => void;
  /** Whether another text may be read on whose client has gone. */
  readonly mayAbandon: () => boolean;
  /** It has told its end. */
  readonly onOver: () => void;
}
