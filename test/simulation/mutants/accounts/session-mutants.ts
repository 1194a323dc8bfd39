/** Defects of the sessions of a person with many, and of what they are good for. */
import type { Mutant } from '../mutant.js';

export const SESSION_MUTANTS: readonly Mutant[] = [
  {
    name: 'one-session-too-many',
    breaks: 'A person has 51 sessions.',
    edits: [
      {
        file: 'src/actors/people/user.ts',
        find: 'state.sessions.length < SESSIONS_MAX',
        replace: 'state.sessions.length <= SESSIONS_MAX',
      },
    ],
    caughtBy: ['sessions'],
  },
  {
    name: 'latest-session-makes-room',
    breaks: 'The session that was used last ends when there are too many.',
    edits: [
      {
        file: 'src/actors/people/user.ts',
        find: '(one, other) => one.seenAt - other.seenAt)[0]',
        replace: '(one, other) => other.seenAt - one.seenAt)[0]',
      },
    ],
    caughtBy: ['sessions'],
  },
  {
    name: 'owners-chat-with-keys-of-others',
    breaks: 'Whoever is no member chats at the cost of a key of another account.',
    edits: [
      {
        file: 'src/actors/people/rights.ts',
        find: "return key.account === account && (role !== 'member' || grants.includes(key.id));",
        replace: "return role !== 'member' || (key.account === account && grants.includes(key.id));",
      },
    ],
    caughtBy: ['rights'],
  },
  {
    name: 'counts-of-a-later-day-stand',
    breaks:
      'Once the wall clock is put back, strangers are counted with those of the day from which it came.',
    edits: [
      {
        file: 'src/people/day-limit.ts',
        find: 'if (day !== this.#day) this.#counts.clear();',
        replace: 'if (day > this.#day) this.#counts.clear();',
      },
    ],
    caughtBy: ['sign-ups'],
  },
  {
    name: 'day-of-sign-ups-has-twelve-hours',
    breaks: 'The sign-ups of a day are counted anew at noon.',
    edits: [
      {
        file: 'src/people/day-limit.ts',
        find: 'const DAY_MS = 86_400_000;',
        replace: 'const DAY_MS = 43_200_000;',
      },
    ],
    faults: 'light',
    caughtBy: ['sign-ups'],
  },
];
