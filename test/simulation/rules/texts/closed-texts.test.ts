import { expect, it } from 'vitest';
import type { Observation } from '../../../../simulation/history/observation.js';
import { ClosedTexts } from '../../../../simulation/rules/texts/closed-texts.js';

const LATER = 100_000;
const FAILED = { what: 'provider_failed', how: 'answer_lost', kind: 'text', provider: 'writer' } as const;

function after(...seen: readonly (Observation & { readonly at: number })[]): ClosedTexts {
  const closed = new ClosedTexts();
  for (const one of seen) closed.observe(one);
  return closed;
}

function called(at: number, call: number): Observation & { readonly at: number } {
  const about = { provider: 'writer', model: 'text/0@writer', generationId: 'req_1', prompt: 'A text' };
  return { at, what: 'text_called', call, ...about } as Observation & { readonly at: number };
}

it('takes a route for closed for a minute after a call that failed, and while another is tried on it', () => {
  const failed = { at: 1, ...FAILED, model: 'text/0@writer', jobId: 'req_1' };
  expect(after(failed).mayBeAt(60_000)).toBe(true);
  expect(after(failed).mayBeAt(LATER)).toBe(false);
  expect(after(failed, called(LATER - 1, 2)).mayBeAt(LATER)).toBe(true);
  const over = { at: LATER - 1, what: 'text_over', call: 2, how: 'whole' } as const;
  expect(after(failed, called(LATER - 2, 2), over, called(LATER - 1, 3)).mayBeAt(LATER)).toBe(false);
  expect(after(called(LATER - 1, 2)).mayBeAt(LATER)).toBe(false);
});
