/** The final polls of jobs, at their deadlines: each is reported once. */
import type { ProviderState } from '../provider.js';
import type { PromptCallKind } from './prompt-calls.js';
import { readProviderState } from './provider-answers.js';

export const FINAL_POLLS: PromptCallKind<ProviderState> = {
  kind: 'last_call',
  call: ({ provider }, job, call) => provider.poll(job, call),
  read: readProviderState,
  ended({ report }, { jobId }, end) {
    report(jobId, { about: 'final_poll', state: end.end === 'answered' ? end.answer : undefined });
  },
};
