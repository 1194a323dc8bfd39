/**
 * The life that a video job may have, told a second time and as plainly as can be: no machine, one function.
 *
 * A job is sent to its provider, maybe put off before, maybe sent to another one if that did not take it,
 * waits there, is made, maybe read, and ends. It is asked for one last time at its deadline.
 */

import type { VideoJobMessage } from '../../../src/actors/jobs/video-job-messages.js';
import type { FailureSlug, LostAnswer, ProviderState } from '../../../src/providers/provider.js';
import type { ProviderReport } from '../../../src/providers/provider-report.js';

const SUBMITS_MAX = 8;

export interface JobLife {
  readonly stage:
    | 'sending'
    | 'put_off'
    | 'seeking'
    | 'waiting'
    | 'making'
    | 'reading'
    | 'completed'
    | 'failed';
  /** Of its route, and of those that are left. */
  readonly lost: LostAnswer['kind'];
  readonly others: readonly LostAnswer['kind'][];
  /** True if its provider may have it though it did not say so. */
  readonly isBound: boolean;
  readonly isFinalPoll: boolean;
  /** Submits begun on its route. */
  readonly submits: number;
  readonly handle: string | null;
  readonly slug: FailureSlug | null;
  readonly outputMs: number;
}

/** The effects that a job may want. */
export type JobEffect = 'submit' | 'find' | 'watch' | 'final_poll' | 'read' | 'forget' | 'cancel';

export interface JobMove {
  readonly life: JobLife;
  readonly effects: readonly JobEffect[];
  /** True if the job stands otherwise than before, or wants something. */
  readonly isNews: boolean;
}

type Told = Exclude<VideoJobMessage, { readonly type: 'create' } | { readonly type: 'remove' }>;

/** @param routes the meaning of a lost answer, of each of its routes */
export function newJob([lost = 'unknown', ...others]: readonly LostAnswer['kind'][]): JobLife {
  return {
    stage: 'sending',
    lost,
    others,
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
      if (life.stage === 'seeking') effects.push('cancel');
      if (isOnItsWay(life)) return failed(life, 'expired');
      if (life.stage === 'reading') return failed(life, 'result_unavailable');
      if (life.isFinalPoll) return life;
      effects.push('final_poll');
      return { ...life, isFinalPoll: true };
    case 'end':
      if (['seeking', 'waiting', 'making'].includes(life.stage)) effects.push('cancel');
      return failed(life, 'expired');
    case 'resume':
      if (life.stage === 'sending') return withoutAnswer(life, life.submits, effects);
      if (life.stage === 'put_off') effects.push('submit');
      else if (life.stage === 'seeking') effects.push('find');
      else if (life.stage === 'reading') effects.push('read');
      else if (life.isFinalPoll) effects.push('final_poll');
      return life;
    case 'report':
      return afterReport(life, message.report, effects);
  }
}

/** A submit, the last of `submits`, that the provider may have taken. */
function withoutAnswer(life: JobLife, submits: number, effects: JobEffect[]): JobLife {
  const bound = { ...life, isBound: true, others: [] };
  if (life.lost === 'idempotent') {
    effects.push('submit');
    return { ...bound, submits };
  }
  if (life.lost === 'unknown') return failed(life, 'outcome_unknown');
  effects.push('find');
  return { ...bound, stage: 'seeking' };
}

function afterReport(life: JobLife, report: ProviderReport, effects: JobEffect[]): JobLife {
  if (report.about === 'poll') return afterState(life, report.state, effects);
  if (report.about === 'final_poll') {
    const told = report.state === undefined ? life : afterState(life, report.state, effects);
    if (!told.isFinalPoll || hasEnded(told)) return told;
    effects.push('cancel');
    return failed(told, 'expired');
  }
  if (report.about === 'reading') {
    if (life.stage !== 'reading') return life;
    if (report.outcome === 'unreadable') return failed(life, 'result_unavailable');
    return { ...life, stage: 'completed', outputMs: report.lengthMs };
  }
  if (report.about === 'submit_waits') {
    return life.stage === 'sending' ? { ...life, stage: 'put_off' } : life;
  }
  if (report.about === 'submit_begins') {
    if (life.stage !== 'sending' && life.stage !== 'put_off') return life;
    effects.push('submit');
    return { ...life, stage: 'sending' };
  }
  if (life.stage === 'put_off') {
    if (report.outcome !== 'not_now') return life;
    const [lost = life.lost, ...others] = life.others;
    effects.push('submit');
    return { ...life, stage: 'sending', lost, others, submits: 1 };
  }
  if (report.outcome === 'accepted') {
    if (life.stage !== 'sending' && life.stage !== 'seeking') {
      return afterState(life, report.state, effects);
    }
    const taken = { ...life, stage: 'waiting', others: [], handle: report.handle } as const;
    const told = afterState(taken, report.state, effects);
    if (told.stage !== 'reading') effects.push('watch');
    return told;
  }
  if (report.outcome === 'not_found') {
    return life.stage === 'seeking' ? failed(life, 'outcome_unknown') : life;
  }
  if (report.outcome === 'rejected') {
    return life.stage === 'sending' || life.stage === 'seeking' ? failed(life, report.slug) : life;
  }
  if (life.stage !== 'sending') return life;
  const mayGoOn = life.submits < SUBMITS_MAX;
  if (report.outcome === 'unknown') {
    if (life.lost === 'idempotent' && !mayGoOn) return failed(life, 'outcome_unknown');
    return withoutAnswer(life, life.submits + 1, effects);
  }
  const [lost, ...others] = life.others;
  if (lost === undefined && !mayGoOn) {
    return failed(life, life.isBound ? 'outcome_unknown' : 'provider_unavailable');
  }
  effects.push('submit');
  if (lost === undefined) return { ...life, submits: life.submits + 1 };
  return { ...life, lost, others, submits: 1 };
}

function afterState(life: JobLife, state: ProviderState, effects: JobEffect[]): JobLife {
  if (life.stage !== 'waiting' && life.stage !== 'making') return life;
  switch (state.state) {
    case 'pending':
      return life;
    case 'in_progress':
      return life.stage === 'making' ? life : { ...life, stage: 'making' };
    case 'made':
      effects.push('read');
      return { ...life, stage: 'reading', isFinalPoll: false };
    case 'completed':
      return { ...life, stage: 'completed', outputMs: state.outputMs };
    case 'failed':
      return failed(life, state.slug);
  }
}

/** No provider has said that it has the job. */
export function isOnItsWay({ stage }: JobLife): boolean {
  return stage === 'sending' || stage === 'put_off' || stage === 'seeking';
}

function failed(life: JobLife, slug: FailureSlug): JobLife {
  return { ...life, stage: 'failed', others: [], slug };
}
