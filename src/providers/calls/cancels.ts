/** Cancels of jobs that have ended here: each is tried once, and nobody hears how that went. */
import type { PromptCallKind } from './prompt-calls.js';

export const CANCELS: PromptCallKind<true> = {
  kind: 'cancel',
  call: async ({ provider }, job, call) => provider.cancel?.(job, call),
  read: () => true,
  ended: () => {},
};
