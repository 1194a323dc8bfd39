/**
 * The life that a video job may have, told a second time and as plainly as can be: no machine, one function.
 *
 * A job is sent to its provider, waits there, is made, and ends. It is asked for one last time at its
 * deadline.
 */

import type { VideoJobMessage } from '../../../src/actors/jobs/video-job-messages.js';
import type { FailureSlug, ProviderState } from '../../../src/providers/provider.js';
import type { ProviderReport } from '../../../src/providers/provider-report.js';

const SUBMITS_MAX = 8;

export interface JobLife {
  readonly stage: 'sending' | 'waiting' | 'making' | 'completed' | 'failed';
  readonly isIdempotent: boolean;
  /** True if its provider may have it though it did not say so. */
  readonly isBound: boolean;
  readonly isFinalPoll: boolean;
  /** Submits begun. */
  readonly submits: number;
  readonly handle: string | null;
  readonly slug: FailureSlug | null;
  readonly outputMs: number;
}

/** The effects that a job may want. */
export type JobEffect = 'submit' | 'watch' | 'final_poll' | 'forget' | 'cancel';

export interface JobMove {
  readonly life: JobLife;
  readonly effects: readonly JobEffect[];
  /** True if the job stands otherwise than before, or wants something. */
  readonly isNews: boolean;
}

type Told = Exclude<VideoJobMessage, { readonly type: 'create' } | { readonly type: 'remove' }>;

export function newJob(isIdempotent: boolean): JobLife {
  return {
    stage: 'sending',
    isIdempotent,
    isBound: false,
    isFinalPoll: false,
    submits: 1,
    handle: null,
    slug: null,
    outputMs: 0,
  };
}

export function hasEnded({ stage }: JobLife): boolean {
  return stage === 'completed' || stage === 'failed';
}

export function afterMessage(before: JobLife, message: Told): JobMove {
  if (hasEnded(before)) return { life: before, effects: [], isNews: false };
  const effects: JobEffect[] = [];
  const life = next(before, message, effects);
  // A job that has ended wants nothing but to be forgotten, here and at a provider that goes on with it.
  const wanted: readonly JobEffect[] = hasEnded(life)
    ? [...effects.filter((effect) => effect === 'cancel'), 'forget']
    : effects;
  return { life, effects: wanted, isNews: life !== before || effects.length > 0 };
}

function next(life: JobLife, message: Told, effects: JobEffect[]): JobLife {
  switch (message.type) {
    case 'deadline':
      if (life.stage === 'sending') return failed(life, 'expired');
      if (life.isFinalPoll) return life;
      effects.push('final_poll');
      return { ...life, isFinalPoll: true };
    case 'end':
      if (life.handle !== null) effects.push('cancel');
      return failed(life, 'expired');
    case 'resume':
      if (life.stage === 'sending') {
        if (!life.isIdempotent) return failed(life, 'outcome_unknown');
        effects.push('submit');
        return { ...life, isBound: true };
      } else if (life.isFinalPoll) effects.push('final_poll');
      return life;
    case 'report':
      return afterReport(life, message.report, effects);
  }
}

function afterReport(life: JobLife, report: ProviderReport, effects: JobEffect[]): JobLife {
  if (report.about === 'poll') return afterState(life, report.state);
  if (report.about === 'final_poll') {
    const told = report.state === undefined ? life : afterState(life, report.state);
    if (!told.isFinalPoll || hasEnded(told)) return told;
    effects.push('cancel');
    return failed(told, 'expired');
  }
  if (report.outcome === 'accepted') {
    if (life.stage !== 'sending') return afterState(life, report.state);
    effects.push('watch');
    return afterState({ ...life, stage: 'waiting', handle: report.handle }, report.state);
  }
  if (life.stage !== 'sending') return life;
  if (report.outcome === 'rejected') return failed(life, report.slug);
  const mayRepeat = report.outcome === 'not_now' || life.isIdempotent;
  if (mayRepeat && life.submits < SUBMITS_MAX) {
    effects.push('submit');
    const isBound = life.isBound || report.outcome === 'unknown';
    return { ...life, isBound, submits: life.submits + 1 };
  }
  const isKnown = report.outcome === 'not_now' && !life.isBound;
  return failed(life, isKnown ? 'provider_unavailable' : 'outcome_unknown');
}

function afterState(life: JobLife, state: ProviderState): JobLife {
  if (life.stage === 'sending' || hasEnded(life)) return life;
  switch (state.state) {
    case 'pending':
      return life;
    case 'in_progress':
    case 'made':
      return life.stage === 'making' ? life : { ...life, stage: 'making' };
    case 'completed':
      return { ...life, stage: 'completed', outputMs: state.outputMs };
    case 'failed':
      return failed(life, state.slug);
  }
}

function failed(life: JobLife, slug: FailureSlug): JobLife {
  return { ...life, stage: 'failed', slug };
}
