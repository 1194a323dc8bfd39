/** The prices of the models of a history, and how long their jobs may take. */
import { lengthsOf } from '../../history/model-routes.js';
import type { NodeSetup } from '../../history/node-history.js';

export interface OfferedModel {
  readonly pricePerSecondMicroDa: number;
  readonly deadlineAfterMs: number;
  readonly lengthDefaultMs: number;
}

/** The embedded simulated provider's (contract: "The embedded simulated provider"). */
const SIMULATED: OfferedModel = {
  pricePerSecondMicroDa: 500_000,
  deadlineAfterMs: 30 * 60_000,
  lengthDefaultMs: 5_000,
};

/** The model as the gateway calls it, of which a provider makes `model`. */
export function modelAt(model: string): string {
  return model.split('@')[0] ?? model;
}

/** Undefined for a model that does not exist. */
export function offeredModel(setup: NodeSetup, id: string): OfferedModel | undefined {
  const scripted = setup.models.find((model) => model.id === id);
  if (scripted === undefined) return id.startsWith('sim/') ? SIMULATED : undefined;
  const { pricePerSecondMicroDa, deadlineAfterMs } = scripted;
  return { pricePerSecondMicroDa, deadlineAfterMs, lengthDefaultMs: lengthsOf(scripted).lengthDefaultMs };
}

export interface EmbeddedEnd {
  readonly status: 'completed' | 'failed';
  readonly outputMs: number | undefined;
  readonly slug: string | undefined;
}

/** How every job of a model of the embedded provider ends, sooner or later; undefined for other models. */
export function embeddedEnd(model: string, lengthMs: number): EmbeddedEnd | undefined {
  switch (model) {
    case 'sim/video':
    case 'sim/video-instant':
    case 'sim/video-slow':
    case 'sim/video-flaky':
      return { status: 'completed', outputMs: lengthMs, slug: undefined };
    case 'sim/video-half':
      return { status: 'completed', outputMs: Math.floor(lengthMs / 2), slug: undefined };
    case 'sim/video-reject':
      return { status: 'failed', outputMs: undefined, slug: 'content_rejected' };
    default:
      return undefined;
  }
}

/** The length that a submit asks for, in ms. */
export function lengthAsked(model: OfferedModel, seconds: number | string | undefined): number {
  return seconds === undefined ? model.lengthDefaultMs : Math.round(Number(seconds) * 1000);
}
