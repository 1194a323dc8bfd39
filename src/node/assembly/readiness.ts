/** Whether a node takes work of every kind, and if not, why. */
import type { ActorSystem } from '../../actors/runtime/system.js';
import type { LoadShedder } from '../../overload/load-shedder.js';
import type { LoadWatch } from '../machine/load-watch.js';

export class Readiness {
  phase: 'starting' | 'serving' | 'draining' = 'starting';
  /** Undefined until the machine is watched, and if there is none. */
  watch: LoadWatch | undefined;
  readonly #system: Pick<ActorSystem<never>, 'takesWrites'>;
  readonly #shedder: LoadShedder;

  constructor(system: Pick<ActorSystem<never>, 'takesWrites'>, shedder: LoadShedder) {
    this.#system = system;
    this.#shedder = shedder;
  }

  /** Undefined while the node takes work of every kind. */
  whyNotReady(): string | undefined {
    if (this.phase !== 'serving') return this.phase;
    if (this.watch?.isListening === false) return 'no file descriptor is left, so it does not listen';
    if (!this.#system.takesWrites) return 'the disk takes no writes';
    return this.#shedder.shedsFor.includes('disk_space') ? 'the disk is nearly full' : undefined;
  }
}
