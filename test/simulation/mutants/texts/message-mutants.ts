/** Defects of the messages of the web chat. */
import type { Mutant } from '../mutant.js';

const SEND = 'src/http/pages/dashboard/chat/send-message.ts';
const LOOK_UP = 'src/http/pages/dashboard/chat/look-up-answer.ts';

export const MESSAGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'message-counts-on-its-key',
    breaks: 'A message of the web chat counts on the window of its key, too.',
    edits: [{ file: SEND, find: 'keyRequests.runUncounted(', replace: 'keyRequests.run(' }],
    caughtBy: ['window-exact', 'rate-headers'],
    faults: 'light',
  },
  {
    name: 'message-of-several-routes-loses-its-model',
    breaks: 'The web chat asks for the first model on offer, whichever it is asked for.',
    edits: [
      {
        file: SEND,
        find: "model: form.get('model')",
        replace: "model: form.get('model')?.replace(/\\d+$/, '0')",
      },
    ],
    caughtBy: ['text-calls', 'text-shown', 'text-settlement'],
    faults: 'light',
  },
  {
    name: 'estimates-are-told-as-exact',
    breaks: 'The web chat tells of an estimate of a text as if its provider had counted.',
    edits: [
      {
        file: LOOK_UP,
        find: 'estimated: endOf(generation)?.isEstimated === true,',
        replace: 'estimated: false,',
      },
      {
        file: LOOK_UP,
        find: "import { endOf } from '../../../../actors/generations/generation-messages.js';\n",
        replace: '',
      },
    ],
    caughtBy: ['text-costs-told'],
    faults: 'light',
  },
];
