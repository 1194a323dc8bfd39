/** The providers of a history of jobs: nobody is called, and all that was to be called is told. */

import type { MicroDa } from '../../../../../src/money/micro-da.js';
import type { ModelOffer, Provider, ProviderSubmit } from '../../../../../src/providers/provider.js';
import { createCatalogue } from '../../../../../src/routing/catalogue.js';
import type { SteadyMs } from '../../../../../src/time/clock.js';
import type { World } from '../../../../../src/time/world.js';
import {
  type DeskLimits,
  type DrawnModel,
  type Polls,
  PROVIDERS,
  type ProviderName,
  type RouteIs,
} from './drawn-desk.js';

interface Named {
  readonly provider: string;
  readonly model: string;
}

interface Ticket extends Named {
  readonly jobId: string;
  readonly handle: string | null;
  readonly nextPollAt: number;
  readonly status: string;
}

interface SubmitTicket {
  readonly provider: string;
  readonly notBefore: SteadyMs;
  readonly notAfter: SteadyMs | null;
  readonly fallbacks: readonly Named[];
  readonly isWaiting: boolean;
}

export class ScriptedLine {
  readonly heard: string[] = [];
  readonly routes = new Map<string, { readonly is: RouteIs; readonly fullForMs: number | undefined }>();
  readonly polls = new Map<string, Polls>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** As the dispatcher knows them. */
  readonly calls = {
    submitsAreAtRest: true,
    submit: (ticket: SubmitTicket, { jobId, model, lengthMs, prompt, extra }: ProviderSubmit) => {
      const { provider, notBefore, notAfter, isWaiting } = ticket;
      const afterMs = notBefore - this.#world.steadyMs();
      const left = ticket.fallbacks.map(nameOf).join(' ');
      const noted = isWaiting ? ', noted' : '';
      const asked = `${lengthMs} ${prompt} ${JSON.stringify(extra)}`;
      this.#hear(
        jobId,
        `submit ${nameOf({ provider, model })} in ${afterMs}, until ${notAfter ?? undefined}, else ${left}${noted}: ${asked}`,
      );
    },
    watch: ({ jobId, status, nextPollAt }: Ticket) => this.#hear(jobId, `watch, ${status}, at ${nextPollAt}`),
    takeUp: (one: Ticket) => this.#hear(one.jobId, `take up ${nameOf(one)}, ${one.status}`),
    find: (one: Ticket) => this.#hear(one.jobId, `find ${nameOf(one)}`),
    finalPoll: ({ jobId }: Ticket) => this.#hear(jobId, 'final_poll'),
    cancel: (one: Ticket) => this.#hear(one.jobId, `cancel ${nameOf(one)} ${one.handle !== null}`),
    unwatch: (jobId: string) => this.#hear(jobId, 'unwatch'),
    takeBack: ({ jobId }: Ticket) => this.#hear(jobId, 'forget'),
    readinessOf: (route: Named) => this.routes.get(nameOf(route))?.is ?? 'ready',
    fullForMs: (route: Named) => this.routes.get(nameOf(route))?.fullForMs,
    progressOf: (jobId: string) => this.polls.get(jobId)?.progress,
    nextPollInMs: (jobId: string) => this.polls.get(jobId)?.nextInMs,
    pollsOf: (jobId: string) => {
      const polls = this.polls.get(jobId);
      return polls && { ...polls, trouble: TROUBLE };
    },
  };

  readonly results = {
    read: ({ jobId }: Ticket) => this.#hear(jobId, 'read'),
    stop: (jobId: string) => this.#hear(jobId, 'stop'),
  };

  #hear(jobId: string, act: string): void {
    this.heard.push(`${jobId} ${act}`);
  }
}

export const TROUBLE = 'It is "busy".';

function nameOf({ provider, model }: Named): string {
  return `${provider}/${model}`;
}

/** A model with one route, which its provider calls as the gateway does, is the provider's own. */
export function drawnCatalogue({ models, providers }: DeskLimits) {
  const isOwn = ({ id, routes }: DrawnModel) => routes.length === 1 && routes[0]?.[1] === id;
  const never = () => Promise.reject(new Error('nobody is called'));
  const made = PROVIDERS.map((name): Provider => {
    const { lost, cannot } = providers[name];
    const { kind, forMs } = lost;
    return {
      name,
      models: models.filter((model) => isOwn(model) && model.routes[0]?.[0] === name).map(offerOf),
      lostAnswer: kind === 'idempotent' && forMs > 0 ? { kind, forMs } : { kind },
      misfitOf: ({ lengthMs, extra }) => {
        const param = misfitOf(cannot, lengthMs, Object.hasOwn(extra, 'image'));
        return param === undefined ? undefined : { param, message: 'It cannot.' };
      },
      submit: never,
      poll: never,
      content: never,
    };
  });
  const byName = new Map(made.map((provider) => [provider.name, provider]));
  const routed = models
    .filter((model) => !isOwn(model))
    .map((model) => ({
      offer: offerOf(model),
      routes: model.routes.map(([name, own]) => ({ provider: byName.get(name) as Provider, model: own })),
    }));
  return createCatalogue(made, routed);
}

export function misfitOf(cannot: string, lengthMs: number, hasImage: boolean): string | undefined {
  if (hasImage && (cannot === 'image' || cannot === 'either')) return 'image';
  return lengthMs % 1_000 !== 0 && (cannot === 'length' || cannot === 'either') ? 'seconds' : undefined;
}

function offerOf(model: DrawnModel): ModelOffer {
  const { id, pricePerSecond, minMs, maxMs, defaultMs, allowedMs, deadlineAfterMs, routes } = model;
  return {
    id,
    provider: routes[0]?.[0] as ProviderName,
    pricePerSecondMicroDa: pricePerSecond as MicroDa,
    lengthMinMs: minMs,
    lengthMaxMs: maxMs,
    lengthDefaultMs: defaultMs,
    ...(allowedMs && { lengthsAllowedMs: allowedMs }),
    deadlineAfterMs,
    createdAt: 1,
  };
}
