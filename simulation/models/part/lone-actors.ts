/** The actors of a node without the node: nothing that they want done is done. */
import { type ActorParts, type Actors, createActors } from '../../../src/node/assembly/actors.js';

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
  readonly residentActorsMax?: number;
  readonly inspector?: ActorParts['inspector'];
};

export function startActors({ residentActorsMax, inspector = {}, ...parts }: LoneActorParts): Actors {
  const actors = createActors({
    ...parts,
    settings: { ...SETTINGS, ...(residentActorsMax !== undefined && { residentActorsMax }) },
    inspector,
    perform: () => {},
    alongWithWindows: () => [],
  });
  actors.system.start();
  return actors;
}
