/** Defects in what time and restarts may take away, and in what goes on while a commit takes long. */
import type { Mutant } from '../mutant.js';

export const RESTART_MUTANTS: readonly Mutant[] = [
  {
    name: 'removed-job-frees-a-key-used-anew',
    breaks:
      'A job that is removed takes the record of its Idempotency-Key along, which stands for another one.',
    edits: [
      {
        file: 'src/actors/keys/idempotency.ts',
        find: '  if (record.result !== result) return;\n',
        replace: '',
      },
    ],
    caughtBy: ['idempotency'],
  },
  {
    name: 'reading-put-off-by-a-restart',
    breaks: 'A restart begins the time for reading a result anew.',
    edits: [
      {
        file: 'src/actors/jobs/video-job.ts',
        find: "if (snapshot.path === 'reading' && before.path !== 'reading') {",
        replace: "if (snapshot.path === 'reading') {",
      },
    ],
    caughtBy: ['deadlines'],
  },
  {
    name: 'order-lives-for-two-hours',
    breaks: 'An order expires two hours after it was made.',
    edits: [
      {
        file: 'src/actors/orders/order.ts',
        find: 'turn.remindFirstAt(DEADLINE_REMINDER, later(turn.now, DEADLINE_AFTER_MS));',
        replace: 'turn.remindFirstAt(DEADLINE_REMINDER, later(turn.now, 2 * DEADLINE_AFTER_MS));',
      },
    ],
    caughtBy: ['order-deadlines'],
  },
  {
    name: 'messages-of-the-chat-not-noted',
    breaks: 'A restart forgets the messages of the web chat.',
    edits: [
      {
        file: 'src/actors/windows/chat-windows.ts',
        find: '    if (isAdmitted) journal.admitted(window);\n',
        replace: '    void journal;\n',
      },
    ],
    caughtBy: ['chat-window'],
  },
  {
    name: 'chat-window-of-each-key',
    breaks: 'An account sends 30 messages of the chat a minute for each of its keys.',
    edits: [
      {
        file: 'src/http/pages/dashboard/chat/send-message.ts',
        find: 'parts.chatWindows.admit(signedIn.account)',
        replace: "parts.chatWindows.admit(signedIn.account + (form.get('key') ?? ''))",
      },
    ],
    caughtBy: ['chat-window'],
  },
  {
    name: 'guesses-not-noted',
    breaks: 'A restart forgets which passwords were guessed at.',
    edits: [
      {
        file: 'src/people/guess-limits.ts',
        find: '      journal.admitted(window);\n',
        replace: '      void journal;\n',
      },
    ],
    caughtBy: ['guesses'],
  },
  {
    name: 'list-leaves-out-what-a-commit-changes',
    breaks: 'A list newest first leaves out the rows that a commit under way takes away.',
    edits: [
      {
        file: 'src/actors/runtime/committed-records.ts',
        find: 'if (before !== undefined && isInRange(key)) restored',
        replace: 'if (before !== undefined && isInRange(key) && range.reverse !== true) restored',
      },
    ],
    caughtBy: ['never-older'],
  },
  {
    name: 'second-step-of-jobs-not-taken-up',
    breaks: 'Of the jobs that were open, a start takes up the first step alone.',
    edits: [
      {
        file: 'src/actors/across-accounts/take-up.ts',
        find: '        world.soon(goOn);\n',
        replace: '        void world;\n',
      },
    ],
    caughtBy: ['taken-up'],
  },
  {
    name: 'second-step-of-texts-left-open',
    breaks: 'Of the texts that were open, a start interrupts the first step alone.',
    edits: [
      {
        file: 'src/routing/text/generation-desk.ts',
        find: '    if (this.#openBefore.length > 0) this.#options.world.soon(() => this.resume());\n',
        replace: '',
      },
    ],
    caughtBy: ['taken-up', 'text-ends'],
  },
  {
    name: 'reminders-stand-still-after-the-disk-refused',
    breaks: 'A reminder that comes due while the disk refuses waits until another one is set.',
    edits: [
      {
        file: 'src/actors/runtime/reminders.ts',
        find: '      this.#armAt(later(now, JUDGED_AGAIN_AFTER_MS));\n      return;\n',
        replace: '      return;\n',
      },
    ],
    caughtBy: ['deadlines', 'liveness', 'taken-up', 'order-looks'],
  },
  {
    name: 'fourth-open-text-is-left-open',
    breaks: 'A start finds three of the texts that were open.',
    edits: [
      {
        file: 'src/routing/text/generation-desk.ts',
        find: '.map(({ key }) => key);',
        replace: '.map(({ key }) => key).slice(0, 3);',
      },
    ],
    caughtBy: ['taken-up', 'text-ends'],
  },
  {
    name: 'former-operator-key-goes-on',
    breaks: "The operator's management key of before is in force beside the one that took its place.",
    edits: [
      {
        file: 'src/node/assembly/bootstrap.ts',
        find: "    ask(deps.system, deps.managementKey, oldId, { type: 'revoke', by: BY_THE_NODE }),\n",
        replace: '',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'new-operator-key-not-noted',
    breaks: 'A start makes the chosen management key once more, since it does not know that there is one.',
    edits: [
      {
        file: 'src/node/assembly/bootstrap.ts',
        find: 'key: OPERATOR_KEY_RECORD, value: newId }',
        replace: 'key: OPERATOR_KEY_RECORD, value: oldId }',
      },
    ],
    caughtBy: ['rate-headers', 'sound-records'],
  },
  {
    name: 'sweep-takes-one-step',
    breaks: 'Of more that has expired than one step removes, the rest waits for the next sweep.',
    edits: [
      {
        file: 'src/actors/across-accounts/retention.ts',
        find: 'while (this.#cancel !== undefined && (await this.#step())) await this.#breath();',
        replace: 'await this.#step();',
      },
    ],
    faults: 'light',
    caughtBy: ['swept', 'look-ups', 'kept-jobs'],
  },
  {
    name: 'sweep-comes-a-minute-late',
    breaks: 'A record stays on disk for a minute after its time.',
    edits: [
      {
        file: 'src/actors/across-accounts/retention.ts',
        find: 'sortable(later(now, 1))',
        replace: 'sortable(later(now, -60_000))',
      },
    ],
    faults: 'light',
    caughtBy: ['swept'],
  },
];
