/**
 * Between generations and providers of text: runs each that is asked for, and interrupts at a start those
 * that were open when the node stopped.
 */
import type { NodeEffect } from '../../actors/effects.js';
import type {
  GenerationBehavior,
  GenerationMessage,
  GenerationReply,
  GenerationState,
} from '../../actors/generations/generation-messages.js';
import { asked, type PartitionOf } from '../../actors/partition.js';
import type { ActorSystem } from '../../actors/runtime/system.js';
import type { Limits } from '../../limits/limits.js';
import type { TextCalls } from '../../providers/calls/text-calls.js';
import type { World } from '../../time/world.js';
import { ActorMail } from '../actor-mail.js';
import { GenerationRun } from './generation-run.js';
import type { Begun, RunRequest, TextDesk, TextTimes } from './text-desk.js';

export interface GenerationDeskOptions {
  readonly world: World;
  readonly system: ActorSystem<NodeEffect>;
  readonly partitionOf: PartitionOf;
  readonly generation: GenerationBehavior;
  readonly calls: TextCalls;
  /** Read anew for each generation. */
  readonly times: () => TextTimes;
  readonly limits: Limits;
  /** Told of each generation that has settled, on disk. */
  readonly onSettled: (generation: GenerationState) => void;
}

export class GenerationDesk implements TextDesk {
  readonly #options: GenerationDeskOptions;
  readonly #mail: ActorMail<GenerationState, GenerationMessage, GenerationReply>;
  readonly #openBefore: string[];
  readonly #running = new Set<GenerationRun>();
  readonly #abandoned = new Set<GenerationRun>();
  #isDraining = false;
  #whenNoneAbandoned: (() => void) | undefined;

  /** @throws if the disk cannot be read */
  constructor(options: GenerationDeskOptions) {
    this.#options = options;
    this.#mail = new ActorMail(options, options.generation);
    this.#openBefore = [...options.system.records.range('open_generations', {})].map(({ key }) => key);
  }

  /** Interrupts the generations of the runs before, some at a time. To be called once, at start. */
  resume(): void {
    const { generationsResumedAtOnce } = this.#options.limits;
    for (const id of this.#openBefore.splice(0, generationsResumedAtOnce))
      this.#mail.deliver(id, { type: 'resume' });
    if (this.#openBefore.length > 0) this.#options.world.soon(() => this.resume());
  }

  async run(request: RunRequest, signal: AbortSignal): Promise<Begun> {
    const { id } = request.generation;
    const { world, calls, times, limits, generation } = this.#options;
    const run = new GenerationRun(
      {
        world,
        calls,
        times: times(),
        limits,
        ask: async (message) => {
          const outcome = await asked(this.#options, generation, id, message);
          if (outcome.ok) this.#observe(outcome.reply);
          return outcome;
        },
        deliver: (message) => this.#mail.deliver(id, message, (reply) => this.#observe(reply)),
        mayAbandon: () => this.#mayAbandon(run),
        onOver: () => this.#over(run),
      },
      request,
    );
    this.#running.add(run);
    signal.addEventListener('abort', () => run.leave(), { once: true });
    if (signal.aborted) run.leave();
    return run.begin();
  }

  /**
   * From now on no client is served that is not served already. Resolves when the texts are settled whose
   * clients have gone; those that go later are read on for as long as the node is there.
   */
  async drain(): Promise<void> {
    this.#isDraining = true;
    if (this.#abandoned.size === 0) return;
    const settled = new Promise<void>((resolve) => {
      this.#whenNoneAbandoned = resolve;
    });
    for (const run of this.#abandoned) run.giveUp();
    await settled;
  }

  /** Ends all calls; what is open is interrupted at the next start. */
  close(): void {
    for (const run of this.#running) run.close();
  }

  #observe(reply: GenerationReply): void {
    if (reply.outcome === 'generation' && reply.generation.status !== 'open')
      this.#options.onSettled(reply.generation);
  }

  #mayAbandon(run: GenerationRun): boolean {
    if (this.#isDraining) return true;
    if (this.#abandoned.size >= this.#options.limits.textsAbandoned) return false;
    this.#abandoned.add(run);
    return true;
  }

  #over(run: GenerationRun): void {
    this.#running.delete(run);
    if (this.#abandoned.delete(run) && this.#abandoned.size === 0) this.#whenNoneAbandoned?.();
  }
}
