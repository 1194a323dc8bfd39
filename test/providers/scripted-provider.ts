/** A provider that does what a test says, and notes what was asked of it. */

import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import { ProviderCalls } from '../../src/providers/calls/provider-calls.js';
import type { CallLimits } from '../../src/providers/calls/slots/call-limits.js';
import type { Provider, ProviderCall, ProviderJob, ProviderSubmit } from '../../src/providers/provider.js';
import type { ProviderReport } from '../../src/providers/provider-report.js';
import type { SteadyMs } from '../../src/time/clock.js';

type Script<Asked> = (asked: Asked, call: ProviderCall) => unknown;

/** Names it, to the caller of providers. */
export const SCRIPTED = { provider: 'scripted' };

export class ScriptedProvider implements Provider {
  readonly name = 'scripted';
  readonly models = [];
  readonly lostAnswer = { kind: 'idempotent' } as const;
  readonly submits: { readonly at: number; readonly jobId: string }[] = [];
  readonly polls: { readonly at: number; readonly jobId: string }[] = [];
  inFlight = 0;
  inFlightMax = 0;
  onSubmit: Script<ProviderSubmit> = (request) => accepted(request.jobId);
  onPoll: Script<ProviderJob> = () => ({ state: 'pending' });
  readonly #world: VirtualWorld;

  constructor(world: VirtualWorld) {
    this.#world = world;
  }

  submit(request: ProviderSubmit, call: ProviderCall) {
    this.submits.push({ at: this.#world.steadyMs(), jobId: request.jobId });
    return this.#counted(() => this.onSubmit(request, call)) as ReturnType<Provider['submit']>;
  }

  poll(job: ProviderJob, call: ProviderCall) {
    this.polls.push({ at: this.#world.steadyMs(), jobId: job.jobId });
    return this.#counted(() => this.onPoll(job, call)) as ReturnType<Provider['poll']>;
  }

  async content() {
    return undefined;
  }

  async #counted(script: () => unknown): Promise<unknown> {
    this.inFlight++;
    this.inFlightMax = Math.max(this.inFlightMax, this.inFlight);
    try {
      return await script();
    } finally {
      this.inFlight--;
    }
  }
}

/** A provider, the caller in front of it, and everything that was reported, in order. */
export function scripted(limits: Partial<CallLimits> = {}) {
  const world = new VirtualWorld();
  const provider = new ScriptedProvider(world);
  const reports: { readonly at: number; readonly jobId: string; readonly report: ProviderReport }[] = [];
  /** A job has on disk at once that it waits, and that it begins. */
  const calls: ProviderCalls = new ProviderCalls({
    world,
    providers: [provider],
    limitsOf: () => limits,
    onReport: (jobId, report) => reports.push({ at: world.steadyMs(), jobId, report }),
    tell: (jobId, { about }, told) => {
      if (about === 'submit_begins') world.soon(() => calls.submit(SCRIPTED, request(jobId)));
      world.soon(() => told(true));
    },
  });
  const kinds = () =>
    reports.map(
      ({ jobId, report }) => `${jobId} ${report.about === 'submit' ? report.outcome : report.about}`,
    );
  return { world, provider, calls, reports, kinds };
}

export function accepted(jobId: string) {
  return { outcome: 'accepted', handle: `handle-${jobId}`, state: { state: 'pending' } };
}

export function request(jobId: string, model = 'm'): ProviderSubmit {
  return { jobId, model, prompt: 'a cat', lengthMs: 5_000, extra: {} };
}

export function watchTicket(jobId: string, nextPollAt: number, model = 'm') {
  return {
    jobId,
    provider: 'scripted',
    model,
    handle: `handle-${jobId}`,
    nextPollAt: nextPollAt as SteadyMs,
  };
}

export const never = () => new Promise<never>(() => {});

export function answerAfter(world: VirtualWorld, ms: number, answer: unknown): Promise<unknown> {
  return new Promise((resolve) => world.after(ms, () => resolve(answer)));
}
