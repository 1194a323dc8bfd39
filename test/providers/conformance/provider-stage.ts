/**
 * One kind of provider beside its stand-in, over real sockets on loopback. Faults are planned for each
 * request; each sound answer of the stand-in is held against the service's published description.
 */
import { expect } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { Services } from '../../../src/outward/services.js';
import type { StandIn } from '../../../src/providers/adapters/remote/stand-in.js';
import type { FaultPlan } from '../../../src/providers/adapters/remote/stand-in-faults.js';
import { type StandInServer, serveStandIn } from '../../../src/providers/adapters/remote/stand-in-server.js';
import { renderClip } from '../../../src/providers/adapters/simulated/clip.js';
import type { Provider, ProviderJob, ProviderState, SubmitAnswer } from '../../../src/providers/provider.js';
import { describedStandIn } from './described-stand-in.js';
import type { KindUnderTest } from './kinds.js';

export const KEY = 'stand-in-key-0123456789abcdef';
/** No call of these tests waits longer. */
const PATIENCE_MS = 300_000;

export interface StageOptions {
  readonly key?: string;
  /** Of the provider, if it is not the stand-in itself. */
  readonly url?: string;
}

export class ProviderStage {
  readonly provider: Provider;
  readonly #kind: KindUnderTest;
  readonly #server: StandInServer;
  readonly #clock: StandInClock;
  readonly #deviations: string[];
  readonly #services: Services;
  #plan: FaultPlan = () => undefined;
  #jobs = 0;

  private constructor(
    kind: KindUnderTest,
    started: Pick<ProviderStage, 'provider'> & {
      readonly server: StandInServer;
      readonly clock: StandInClock;
      readonly deviations: string[];
      readonly services: Services;
    },
  ) {
    this.provider = started.provider;
    this.#kind = kind;
    this.#server = started.server;
    this.#clock = started.clock;
    this.#deviations = started.deviations;
    this.#services = started.services;
  }

  static async start(kind: KindUnderTest, { key = KEY, url }: StageOptions = {}): Promise<ProviderStage> {
    const clock = { nowMs: 1_000_000 };
    const deviations: string[] = [];
    const services = new Services();
    const plan: { stage?: ProviderStage } = {};
    const server = await serveStandIn(describedStandIn(kind, deviations), {
      nowMs: () => clock.nowMs,
      key: KEY,
      pendingMs: 1_000,
      runningMs: 1_000,
      clip: (lengthMs) => renderClip({ lengthMs, seed: 1 }),
      faultOf: (request) => plan.stage?.faultOf(request),
    });
    const provider = providerOf(kind, url ?? server.url, key, services);
    const stage = new ProviderStage(kind, { provider, server, clock, deviations, services });
    plan.stage = stage;
    return stage;
  }

  get url(): string {
    return this.#server.url;
  }

  get standIn(): StandIn {
    return this.#server.standIn;
  }

  /** How many jobs the stand-in has begun. */
  get begun(): number {
    return [...this.standIn.begun.values()].reduce((sum, count) => sum + count, 0);
  }

  faultOf(request: Parameters<FaultPlan>[0]): ReturnType<FaultPlan> {
    return this.#plan(request);
  }

  /** Requests meet these faults from now on; without a plan none. */
  plan(plan: FaultPlan = () => undefined): void {
    this.#plan = plan;
  }

  /** The stand-in's time goes on: its jobs with it. */
  pass(ms: number): void {
    this.#clock.nowMs += ms;
  }

  submit(prompt: string, extra: Readonly<Record<string, unknown>> = {}): Promise<SubmitAnswer> {
    const { model, lengthMs } = this.#kind;
    const jobId = `video_${(++this.#jobs).toString().padStart(26, '0')}`;
    return this.provider.submit({ jobId, model, prompt, lengthMs, extra }, patient());
  }

  /** Submits a job that the stand-in surely takes. */
  async begin(prompt: string, extra: Readonly<Record<string, unknown>> = {}): Promise<ProviderJob> {
    const answer = await this.submit(prompt, extra);
    if (answer.outcome !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(answer)}`);
    const jobId = `video_${this.#jobs.toString().padStart(26, '0')}`;
    return { jobId, model: this.#kind.model, handle: answer.handle };
  }

  poll(job: ProviderJob): Promise<ProviderState> {
    return this.provider.poll(job, patient());
  }

  /** The answers up to now that are not as the service describes them. */
  takeDeviations(): readonly string[] {
    return this.#deviations.splice(0);
  }

  async close(): Promise<void> {
    await this.#services.close();
    await this.#server.close();
    expect(this.#deviations).toEqual([]);
  }
}

export function patient(ms = PATIENCE_MS): { readonly signal: AbortSignal } {
  return { signal: AbortSignal.timeout(ms) };
}

interface StandInClock {
  nowMs: number;
}

function providerOf(
  { adapter, settings }: KindUnderTest,
  url: string,
  key: string,
  services: Services,
): Provider {
  const parts = {
    name: adapter.kind,
    world: new VirtualWorld(),
    secret: new Uint8Array(32),
    deadlineAfterMs: 60_000,
    key,
    makeService: services.make,
  };
  return adapter.create(parts, { ...settings(), url });
}
