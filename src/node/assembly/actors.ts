/** Puts the actors of a node together: they know each other, and the journal and the system they live in. */
import { type AccountBehavior, createAccountBehavior } from '../../actors/accounts/account.js';
import {
  createManagementKeyBehavior,
  type ManagementKeyBehavior,
} from '../../actors/accounts/management-key.js';
import type { NodeEffect } from '../../actors/effects.js';
import { createGenerationBehavior } from '../../actors/generations/generation.js';
import type { GenerationBehavior } from '../../actors/generations/generation-messages.js';
import { createVideoJobBehavior } from '../../actors/jobs/video-job.js';
import type { VideoJobBehavior } from '../../actors/jobs/video-job-messages.js';
import { createApiKeyBehavior } from '../../actors/keys/api-key.js';
import type { ApiKeyBehavior } from '../../actors/keys/api-key-messages.js';
import { KeyTable } from '../../actors/keys/key-table.js';
import { createOrderBehavior } from '../../actors/orders/order.js';
import type { OrderBehavior } from '../../actors/orders/order-messages.js';
import type { Partition, PartitionOf } from '../../actors/partition.js';
import { createInvitationBehavior, type InvitationBehavior } from '../../actors/people/invitation.js';
import { createUserBehavior } from '../../actors/people/user.js';
import type { UserBehavior } from '../../actors/people/user-messages.js';
import type { Inspector } from '../../actors/runtime/inspection.js';
import { ActorSystem } from '../../actors/runtime/system.js';
import { RollingWindows } from '../../actors/windows/rolling-windows.js';
import { WindowJournal } from '../../actors/windows/window-journal.js';
import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';
import type { MachineObserver } from '../../machines/run-machine.js';
import type { Store, Write } from '../../store/store.js';
import type { World } from '../../time/world.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface ActorSettings {
  /** These six are read anew whenever they are needed: whoever passes them may change them. */
  readonly openJobsMax: number;
  readonly openGenerationsMax: number;
  readonly keysPerAccountMax: number;
  readonly idempotencyHours: number;
  readonly retentionDays: number;
  readonly resultDeadlineMinutes: number;
  readonly gateTimeLimitMs: number;
  readonly mailboxMax: number;
  readonly residentActorsMax: number;
  readonly residentKeysMax: number;
  readonly managementRpm: number;
  readonly passivateAfterMs: number;
}

export interface Actors {
  readonly system: ActorSystem<NodeEffect>;
  /** There is one partition. */
  readonly partitionOf: PartitionOf;
  readonly windows: RollingWindows;
  readonly keys: KeyTable;
  readonly journal: WindowJournal;
  readonly account: AccountBehavior;
  readonly managementKey: ManagementKeyBehavior;
  readonly apiKey: ApiKeyBehavior;
  readonly videoJob: VideoJobBehavior;
  readonly generation: GenerationBehavior;
  readonly order: OrderBehavior;
  readonly user: UserBehavior;
  readonly invitation: InvitationBehavior;
}

export interface ActorParts {
  readonly world: World;
  readonly store: Store;
  readonly settings: ActorSettings;
  readonly limits?: Limits | undefined;
  readonly inspector: Inspector;
  readonly perform: (effect: NodeEffect) => void;
  /** Writes that go along with every note of the windows. */
  readonly alongWithWindows: () => readonly Write[];
  readonly onMachineStep?: MachineObserver | undefined;
}

export function createActors({
  world,
  store,
  settings,
  limits = USUAL_LIMITS,
  inspector,
  perform,
  alongWithWindows,
  onMachineStep,
}: ActorParts): Actors {
  const windows = new RollingWindows(Buffer.from(world.randomBytes(4)).readInt32LE(), limits);
  const keys = new KeyTable({
    world,
    windows,
    max: settings.residentKeysMax,
    managementRpm: settings.managementRpm,
    limits,
  });
  const managementKey = createManagementKeyBehavior((key) => keys.managementKeyCommitted(key));
  const account = createAccountBehavior(managementKey);
  const apiKey = createApiKeyBehavior({
    keys,
    get idempotencyKeptMs() {
      return settings.idempotencyHours * HOUR_MS;
    },
    get keysPerAccountMax() {
      return settings.keysPerAccountMax;
    },
    account,
  });
  const videoJob = createVideoJobBehavior({
    get keptMs() {
      return settings.retentionDays * DAY_MS;
    },
    get readingLimitMs() {
      return settings.resultDeadlineMinutes * MINUTE_MS;
    },
    get idempotencyKeptMs() {
      return settings.idempotencyHours * HOUR_MS;
    },
    get openJobsMax() {
      return settings.openJobsMax;
    },
    apiKey,
    onMachineStep,
  });
  const generation = createGenerationBehavior({
    get keptMs() {
      return settings.retentionDays * DAY_MS;
    },
    get idempotencyKeptMs() {
      return settings.idempotencyHours * HOUR_MS;
    },
    get openGenerationsMax() {
      return settings.openGenerationsMax;
    },
    apiKey,
    onMachineStep,
  });
  const user = createUserBehavior(account, limits.peopleOfAccount);
  const invitation = createInvitationBehavior({
    get idempotencyKeptMs() {
      return settings.idempotencyHours * HOUR_MS;
    },
    peopleMax: limits.peopleOfAccount,
    user,
  });
  const order = createOrderBehavior({
    openOrdersMax: limits.openOrders,
    get idempotencyKeptMs() {
      return settings.idempotencyHours * HOUR_MS;
    },
    apiKey,
    onMachineStep,
  });
  const system = new ActorSystem<NodeEffect>({
    world,
    store,
    behaviors: [account, managementKey, apiKey, videoJob, generation, order, user, invitation],
    perform,
    gateTimeLimitMs: settings.gateTimeLimitMs,
    mailboxMax: settings.mailboxMax,
    residentMax: settings.residentActorsMax,
    passivateAfterMs: settings.passivateAfterMs,
    limits,
    inspector,
  });
  const journal = new WindowJournal({
    world,
    windows,
    records: system.records,
    commit: (writes) => system.commitAside([...writes, ...alongWithWindows()]),
    limits,
  });
  const partition: Partition = { store, system };
  return {
    system,
    partitionOf: () => partition,
    windows,
    keys,
    journal,
    account,
    managementKey,
    apiKey,
    videoJob,
    generation,
    order,
    user,
    invitation,
  };
}
