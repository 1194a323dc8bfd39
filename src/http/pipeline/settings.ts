/** The settings of the pipeline, which may change while requests are under way. */
import { DeadlineQueue } from '../../time/deadline-queue.js';
import type { World } from '../../time/world.js';
import { TrustedProxies } from '../request/client-address.js';
import { BodyBudget, type BodyLimits } from '../request/request-body.js';
import { Cors } from '../response/cors.js';

export interface PipelineSettings {
  readonly bodyMaxBytes: number;
  readonly bodyTimeoutMs: number;
  /** Memory for all bodies that are not complete yet. */
  readonly bodiesMaxBytes: number;
  /** How long an operation may take; above twice the gate's limit, which is what a turn may wait for. */
  readonly operationTimeLimitMs: number;
  /** Base of absolute links, without a trailing slash; undefined if links follow the request. */
  readonly publicUrl: string | undefined;
  /**
   * Networks, `address/bits`, of proxies whose X-Forwarded fields are believed; `unix` for the Unix socket.
   */
  readonly trustedProxies: readonly string[];
  /** Origins of pages whose scripts may call the API; `*` for all, none for no CORS at all. */
  readonly corsOrigins: readonly string[];
}

/** The settings in force, and what is made of them. */
export class SettingsInForce {
  proxies: TrustedProxies;
  /** Undefined if no origin is configured. */
  cors: Cors | undefined;
  publicUrl: string | undefined;
  bodyLimits: BodyLimits;
  readonly #world: World;

  /** Throws if the settings are not valid. */
  constructor(world: World, settings: PipelineSettings) {
    this.#world = world;
    this.proxies = new TrustedProxies(settings.trustedProxies);
    this.cors = corsOf(settings);
    this.publicUrl = settings.publicUrl;
    this.bodyLimits = {
      bytesMax: settings.bodyMaxBytes,
      timeoutMs: settings.bodyTimeoutMs,
      timeLimits: new DeadlineQueue(world, settings.bodyTimeoutMs),
      budget: new BodyBudget(settings.bodiesMaxBytes),
    };
  }

  /** From the next request on. Throws, and changes nothing, if the settings are not valid. */
  configure(settings: PipelineSettings): void {
    this.proxies = new TrustedProxies(settings.trustedProxies);
    this.cors = corsOf(settings);
    this.publicUrl = settings.publicUrl;
    const { timeoutMs, timeLimits, budget } = this.bodyLimits;
    budget.setMax(settings.bodiesMaxBytes);
    this.bodyLimits = {
      bytesMax: settings.bodyMaxBytes,
      timeoutMs: settings.bodyTimeoutMs,
      // Bodies under way keep the limit that they began with.
      timeLimits:
        settings.bodyTimeoutMs === timeoutMs
          ? timeLimits
          : new DeadlineQueue(this.#world, settings.bodyTimeoutMs),
      budget,
    };
  }
}

function corsOf({ corsOrigins }: PipelineSettings): Cors | undefined {
  return corsOrigins.length === 0 ? undefined : new Cors(corsOrigins);
}
