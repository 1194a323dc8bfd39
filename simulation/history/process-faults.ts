/** Faults of a process and its machine, as steps of the histories of the component models. */

import type { FaultLevel } from '../model.js';
import type { Random } from '../world/random.js';
import { DISK_FAULTS, type DiskFault, type CrashStep as NodeCrashStep } from './node-history.js';

interface At {
  readonly id: number;
  readonly at: number;
}

export type FaultStep =
  /** The fate of the next commits. */
  | (At & { readonly do: 'disk'; readonly fault: DiskFault; readonly commits: number })
  /** Hanging commits settle, as their fault says. */
  | (At & { readonly do: 'release_disk' })
  | CrashStep
  /** A stop in order, and a start `downMs` later. */
  | (At & { readonly do: 'restart'; readonly downMs: number })
  | (At & { readonly do: 'step_wall'; readonly ms: number });

/**
 * The moments at which a process may end: now, before it wakes for a task, as a commit comes to its end, as a
 * call leaves.
 */
export type Occasion = 'now' | 'event' | 'commit' | 'provider_call';

/** `side` before: the commit takes no effect, or the call does not arrive. */
export type CrashStep = Omit<NodeCrashStep, 'on' | 'times'> & { readonly on: Occasion };

const OCCASIONS: readonly Occasion[] = ['now', 'event', 'event', 'commit', 'commit'];
const DOWN_MS = [1, 1, 2, 40, 1_000, 30_000];
const WALL_STEPS_MS = [-86_400_000, -3_600_000, -61_000, -1_000, -1, 1, 999, 59_000, 61_000, 3_600_000];

/** How often a step is a fault. */
export const FAULT_SHARE: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.08, heavy: 0.25 };

const IS_FAULT: ReadonlySet<string> = new Set(['disk', 'release_disk', 'crash', 'restart', 'step_wall']);

export function isFaultStep(step: { readonly do: string }): step is FaultStep {
  return IS_FAULT.has(step.do);
}

export interface FaultChoice {
  /** Also machines that start anew, so that only the wall clock bridges. */
  readonly reboots: boolean;
  /** Also crashes as a call leaves for a provider. */
  readonly calls: boolean;
}

export function faultStep(random: Random, id: number, at: number, choice: FaultChoice): FaultStep {
  const occasions = choice.calls ? [...OCCASIONS, 'provider_call' as const] : OCCASIONS;
  switch (
    random.weighted([
      [4, 'disk'],
      [3, 'release_disk'],
      [4, 'crash'],
      [2, 'restart'],
      [2, 'step_wall'],
    ])
  ) {
    case 'disk':
      return { id, at, do: 'disk', fault: random.pick(DISK_FAULTS), commits: random.between(1, 3) };
    case 'release_disk':
      return { id, at, do: 'release_disk' };
    case 'crash':
      return {
        id,
        at,
        do: 'crash',
        on: random.pick(occasions),
        nth: random.between(1, 4),
        side: random.pick(['before', 'after']),
        undecided: random.pick(['lost', 'kept']),
        downMs: random.pick(DOWN_MS),
        reboot: choice.reboots && random.chance(0.3),
      };
    case 'restart':
      return { id, at, do: 'restart', downMs: random.pick(DOWN_MS) };
    default:
      return { id, at, do: 'step_wall', ms: random.pick(WALL_STEPS_MS) };
  }
}

export function describeFault(step: FaultStep): string {
  switch (step.do) {
    case 'disk':
      return `the next ${step.commits} commits: ${step.fault}`;
    case 'release_disk':
      return 'what hangs at the disk settles';
    case 'crash': {
      const when = step.on === 'now' ? 'now' : `${step.side} ${step.on} ${step.nth} from now`;
      return `crash ${when}, undecided commits ${step.undecided}, down ${step.downMs} ms${step.reboot ? ', machine too' : ''}`;
    }
    case 'restart':
      return `restart in order, down ${step.downMs} ms`;
    case 'step_wall':
      return `the wall clock steps by ${step.ms} ms`;
  }
}
