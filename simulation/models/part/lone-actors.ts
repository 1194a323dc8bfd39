/** The actors of a node without the node: somebody else does what they want done, or nobody. */
import {
  type ActorParts,
  type ActorSettings,
  type Actors,
  createActors,
} from '../../../src/node/assembly/actors.js';

const SETTINGS = {
  openJobsMax: 4,
  openGenerationsMax: 4,
  keysPerAccountMax: 100,
  idempotencyHours: 24,
  retentionDays: 90,
  resultDeadlineMinutes: 120,
  gateTimeLimitMs: 1_000,
  mailboxMax: 10_000,
  residentActorsMax: 100,
  residentKeysMax: 1_000,
  managementRpm: 6_000,
  // Time may go on by days.
  passivateAfterMs: 6 * 3_600_000,
};

type LoneActorParts = Pick<ActorParts, 'world' | 'store' | 'limits'> & {
  readonly settings?: Partial<ActorSettings>;
  readonly inspector?: ActorParts['inspector'];
  readonly perform?: ActorParts['perform'];
};

export function startActors({
  settings,
  inspector = {},
  perform = () => {},
  ...parts
}: LoneActorParts): Actors {
  const actors = createActors({
    ...parts,
    settings: { ...SETTINGS, ...settings },
    inspector,
    perform,
    alongWithWindows: () => [],
  });
  actors.system.start();
  return actors;
}
