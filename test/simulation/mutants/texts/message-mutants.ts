/** Defects of the messages of the web chat. */
import type { Mutant } from '../mutant.js';

const SEND = 'src/http/pages/dashboard/chat/send-message.ts';

export const MESSAGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'message-counts-on-its-key',
    breaks: 'A message of the web chat counts on the window of its key, too.',
    edits: [{ file: SEND, find: 'keyRequests.runUncounted(', replace: 'keyRequests.run(' }],
    caughtBy: ['window-exact', 'rate-headers'],
    faults: 'light',
  },
];
