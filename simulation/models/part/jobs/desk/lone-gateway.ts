/** The requests of a node over its actors, and the sweeps of what has had its time, without the node. */
import { Retention } from '../../../../../src/actors/across-accounts/retention.js';
import { AddressWindows } from '../../../../../src/actors/windows/address-windows.js';
import type { GatewayDeps } from '../../../../../src/http/operation.js';
import { operations } from '../../../../../src/http/operations/index.js';
import { createGateway, type Gateway } from '../../../../../src/http/pipeline/gateway.js';
import type { Limits } from '../../../../../src/limits/limits.js';
import type { Actors } from '../../../../../src/node/assembly/actors.js';
import { LoadShedder } from '../../../../../src/overload/load-shedder.js';
import type { World } from '../../../../../src/time/world.js';
import { BASE_URL } from './answer-judge.js';

const SETTINGS = {
  bodyMaxBytes: 100_000,
  bodyTimeoutMs: 10_000,
  bodiesMaxBytes: 1_000_000,
  operationTimeLimitMs: 60_000,
  publicUrl: BASE_URL,
  trustedProxies: [],
  corsOrigins: [],
};

interface LoneGatewayParts {
  readonly world: World;
  readonly limits: Limits;
  /** All that the operations stand on beside the actors. */
  readonly deps: object;
  readonly onDefect: (error: unknown) => void;
}

export interface LoneGateway {
  readonly actors: Actors;
  readonly gateway: Gateway;
  readonly retention: Retention;
}

export function startGateway(
  actors: Actors,
  { world, limits, deps, onDefect }: LoneGatewayParts,
): LoneGateway {
  const { system, videoJob, generation, journal, windows } = actors;
  journal.load();
  const retention = new Retention(world, system, videoJob, generation, limits);
  const gateway = createGateway({
    deps: { ...actors, world, limits, ...deps } as unknown as GatewayDeps,
    operations,
    publicPages: [],
    settings: SETTINGS,
    journal,
    addresses: new AddressWindows(world, windows, () => 100, 60),
    shedder: new LoadShedder({ targetMs: 1_000_000, mailWaitMs: () => 0 }),
    isDraining: () => false,
    onDefect: (_, error) => onDefect(error),
  });
  journal.start();
  retention.start();
  return { actors, gateway, retention };
}

/** Resolves once it has come to its end. */
export async function stopGateway({ actors, retention }: LoneGateway): Promise<void> {
  retention.stop();
  await actors.journal.close();
  await actors.system.close();
}
