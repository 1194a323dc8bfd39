/** Defects at the edge of a batch, a step or a table: seen only if a history has a small limit. */
import type { Mutant } from '../mutant.js';

export const LIMIT_MUTANTS: readonly Mutant[] = [
  {
    name: 'full-batch-loses-a-message',
    breaks: 'Of a mailbox that a full batch had no more room for, the next message is lost.',
    edits: [
      {
        file: 'src/actors/runtime/mailboxes.ts',
        find: 'const left = mail.slice(handled);',
        replace: 'const left = mail.slice(handled + 1);',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'second-step-of-reminders-not-loaded',
    breaks: 'Of the reminders in the store, a start loads the first step alone.',
    edits: [
      {
        file: 'src/actors/runtime/reminders.ts',
        find: 'this.#world.soon(() => this.#loadSome({ from: key }));',
        replace: 'void key;',
      },
    ],
    caughtBy: ['liveness'],
  },
  {
    name: 'second-chunk-of-rows-is-the-first',
    breaks: 'Windows whose rows are in a further chunk count in the rows of the first one.',
    edits: [
      {
        file: 'src/actors/windows/window-rows.ts',
        find: 'return this.#chunks[window >> this.#chunkBits] as Int32Array;',
        replace: 'return this.#chunks[0] as Int32Array;',
      },
    ],
    caughtBy: ['window-exact', 'rate-headers'],
  },
  {
    name: 'records-of-a-note-overwrite-each-other',
    breaks: 'A note of several records leaves the last of them.',
    edits: [
      {
        file: 'src/actors/windows/window-journal.ts',
        find: 'key: recordKey(until, part), value }',
        replace: 'key: recordKey(until, 0 * part), value }',
      },
    ],
    caughtBy: ['window-exact', 'rate-headers'],
  },
  {
    name: 'account-has-an-invitation-too-many',
    breaks: 'One more invitation of an account may be open than there is room for.',
    edits: [
      {
        file: 'src/actors/people/invitation.ts',
        find: 'invitations >= peopleMax',
        replace: 'invitations > peopleMax',
      },
    ],
    caughtBy: ['people-room'],
  },
  {
    name: 'account-has-a-user-too-many',
    breaks: 'An account has one more user than there is room for.',
    edits: [
      {
        file: 'src/actors/people/user.ts',
        find: 'users >= peopleMax',
        replace: 'users > peopleMax',
      },
    ],
    caughtBy: ['people-room'],
  },
];
