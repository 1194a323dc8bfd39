/** A job and what is done about it, as the part and its twin are held against each other. */
import type { Effect } from '../../../../src/actors/jobs/effects.js';
import type { UnfinishedRecord } from '../../../../src/actors/jobs/video-job-records.js';
import type { Route } from '../../../../src/providers/provider.js';
import type { NaiveJob } from './naive-job.js';

export function nameOf({ provider, model }: Route, shown: string): string {
  return provider === shown ? `${provider}/${model}` : `${provider} is shown as ${shown}`;
}

export function namesOf(routes: readonly { readonly provider: string; readonly model: string }[]): string {
  return routes.map(({ provider, model }) => `${provider}/${model}`).join(' ');
}

export function namesLeft({ left }: NaiveJob): string {
  return left.map(({ name }) => name).join(' ');
}

export function shownEffect(effect: Effect): string {
  switch (effect.type) {
    case 'submit': {
      const { provider, model, delayMs, notAfter, fallbacks, isWaiting } = effect;
      const noted = isWaiting ? ', noted' : '';
      return `submit ${provider}/${model} in ${delayMs}, until ${notAfter ?? undefined}, else ${namesOf(fallbacks)}${noted}`;
    }
    case 'find':
      return `find ${effect.provider}/${effect.model}`;
    case 'watch':
      return `watch, ${effect.status}, at ${effect.nextPollAt}`;
    case 'cancel':
      return `cancel ${effect.ticket.provider}/${effect.ticket.model} ${effect.ticket.handle !== null}`;
    default:
      return effect.type;
  }
}

export function shownOpen(text: string): string {
  const { provider, model, handle, resume, begun, reserved } = JSON.parse(text) as UnfinishedRecord;
  return `${provider}/${model} ${handle !== null} ${resume} ${begun} ${reserved}`;
}

export function openOf({ route, hasHandle, isCalling, begun, reserve, place }: NaiveJob): string {
  return `${route.name} ${hasHandle && place !== 'reading'} ${isCalling} ${begun} ${reserve}`;
}

export function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
