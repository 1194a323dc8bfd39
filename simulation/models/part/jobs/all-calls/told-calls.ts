/** The words for answers of providers and reports, of both sides, and the scale of polls. */
import type { ProviderReport } from '../../../../../src/providers/provider-report.js';
import type { Asked, Said } from './all-calls-acts.js';

/** 250 ms, half as much again each time, up to 20 s. */
export function scaleMs(steps: number): number {
  let ms = 250;
  for (let step = 0; step < steps && ms < 20_000; step++) ms *= 1.5;
  return Math.ceil(Math.min(ms, 20_000));
}

/** How many steps of the scale, before it is bounded, have passed. */
export function stepsIn(sinceMs: number): number {
  let [steps, passedMs] = [0, 250];
  for (; passedMs <= sinceMs; steps++) passedMs += 250 * 1.5 ** (steps + 1);
  return Math.min(steps, 16);
}

/** The answer to a call, as a provider gives it; garbage if it has no sense. */
export function answerTo(kind: Asked, said: Said): unknown {
  if (kind === 'cancel') return undefined;
  if (kind === 'poll' || kind === 'last_call') return stateOf(said) ?? { state: 'lost' };
  switch (said.is) {
    case 'over':
      return { outcome: 'rejected', slug: 'content_rejected', message: 'No.' };
    case 'not_now':
      return { outcome: 'not_now', message: 'Later.' };
    case 'pending':
    case 'in_progress':
      return { outcome: 'accepted', handle: 'there', state: stateOf(said) };
    default:
      return said.is === 'absent' && kind === 'find' ? undefined : { outcome: 'lost' };
  }
}

/** The report that such an answer comes to. */
export function reportOf(kind: Asked, said: Said): string {
  if (kind === 'poll') return `poll ${JSON.stringify(stateOf(said))}`;
  if (kind === 'last_call') return `final_poll ${JSON.stringify(stateOf(said))}`;
  const answer = answerTo(kind, said) as { readonly outcome: string } | undefined;
  const isLost = said.is === 'error' || answer?.outcome === 'lost';
  const told = isLost ? { outcome: 'unknown' } : (answer ?? { outcome: 'not_found' });
  return `${kind} ${JSON.stringify(told)}`;
}

export function reported(report: ProviderReport): string {
  if (report.about === 'poll' || report.about === 'final_poll')
    return `${report.about} ${JSON.stringify(report.state)}`;
  const { about, ...answer } = report;
  const isKnown = 'outcome' in report && report.outcome !== 'unknown';
  // How it came that nothing is known is not compared.
  return `${about} ${JSON.stringify(isKnown ? answer : { outcome: 'unknown' })}`;
}

function stateOf(said: Said): object | undefined {
  switch (said.is) {
    case 'pending': {
      const { hintMs } = said;
      return {
        state: 'pending',
        ...(hintMs === undefined ? {} : { askAgainAfterMs: Math.min(hintMs, 60_000) }),
      };
    }
    case 'in_progress':
      return {
        state: 'in_progress',
        ...(said.progress === undefined ? {} : { progress: said.progress }),
      };
    case 'over':
      return { state: 'completed', outputMs: 1_500, location: 'there' };
    default:
      return undefined;
  }
}
