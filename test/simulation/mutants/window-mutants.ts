/** Defects of rate limits: windows, what is said of them, and their way over a restart. */
import type { Mutant } from './mutant.js';

const WINDOW = 'src/actors/windows/rolling-windows.ts';
const RUNS = 'src/actors/windows/window-runs.ts';
const JOURNAL = 'src/actors/windows/window-journal.ts';
const ADMISSION = 'src/http/pipeline/admission.ts';
const RESPONDER = 'src/http/pipeline/responder.ts';

const LIMIT_CHECK = 'if (this.#runs.totalOf(row, at) >= (row[at + LIMIT] as number)) return false;';

export const WINDOW_MUTANTS: readonly Mutant[] = [
  {
    name: 'window-of-59999-ms',
    breaks: 'A request stops counting a millisecond early.',
    edits: [
      {
        file: RUNS,
        find: 'const expired = now - WINDOW_MS;',
        replace: 'const expired = now - WINDOW_MS + 1;',
      },
    ],
    model: 'window',
    caughtBy: ['verdict', 'remaining', 'wait', 'reset'],
  },
  {
    name: 'window-of-60001-ms',
    breaks: 'A request counts a millisecond too long.',
    edits: [
      {
        file: RUNS,
        find: 'const expired = now - WINDOW_MS;',
        replace: 'const expired = now - WINDOW_MS - 1;',
      },
    ],
    caughtBy: ['window-exact', 'rate-headers'],
  },
  {
    name: 'limit-plus-one',
    breaks: 'One request more than the limit is admitted.',
    edits: [
      {
        file: WINDOW,
        find: LIMIT_CHECK,
        replace: 'if (this.#runs.totalOf(row, at) > (row[at + LIMIT] as number)) return false;',
      },
    ],
    caughtBy: ['window-exact'],
  },
  {
    name: 'limit-minus-one',
    breaks: 'The last request that the limit allows is refused.',
    edits: [
      {
        file: WINDOW,
        find: LIMIT_CHECK,
        replace: 'if (this.#runs.totalOf(row, at) >= (row[at + LIMIT] as number) - 1) return false;',
      },
    ],
    caughtBy: ['window-exact', 'rate-headers'],
  },
  {
    name: 'refused-requests-count',
    breaks: 'A request that is refused counts.',
    edits: [
      {
        file: WINDOW,
        find: LIMIT_CHECK,
        replace:
          'if (this.#runs.totalOf(row, at) >= (row[at + LIMIT] as number)) { this.#runs.add(row, at, now, 1); return false; }',
      },
    ],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'limit-change-forgets',
    breaks: 'A change of the limit forgets what was counted.',
    edits: [
      {
        file: WINDOW,
        find: '    this.#rows.wordsOf(window)[this.#rows.offsetOf(window) + LIMIT] = limit;\n',
        replace:
          '    if (this.limitOf(window) !== limit) this.#runs.empty(this.#rows.wordsOf(window), this.#rows.offsetOf(window));\n    this.#rows.wordsOf(window)[this.#rows.offsetOf(window) + LIMIT] = limit;\n',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'remaining-plus-one',
    breaks: 'Remaining is one more than would be admitted.',
    edits: [
      {
        file: WINDOW,
        find: 'standing.remaining = Math.max(0, remaining);',
        replace: 'standing.remaining = Math.max(0, remaining + 1);',
      },
    ],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'reset-rounded-down',
    breaks: 'X-RateLimit-Reset is rounded down.',
    edits: [
      {
        file: RESPONDER,
        find: 'Math.ceil((context.wallMs + resetMs)',
        replace: 'Math.floor((context.wallMs + resetMs)',
      },
    ],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'reset-names-the-oldest',
    breaks: 'Reset names when the oldest request leaves, also if several have to leave first.',
    edits: [
      {
        file: WINDOW,
        find: '    if (remaining <= 0) standing.resetMs = this.waitMs(window, nowMs);\n    else standing',
        replace: '    standing',
      },
    ],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'retry-after-rounded-down',
    breaks: 'Retry-After is rounded down to whole seconds.',
    edits: [
      {
        file: 'src/http/response/error-answer.ts',
        find: 'return Math.ceil(waitMs / 1_000);',
        replace: 'return Math.floor(waitMs / 1_000);',
      },
    ],
    caughtBy: ['rate-headers', 'answers'],
  },
  {
    name: 'retry-after-ms-too-short',
    breaks: 'retry-after-ms is a millisecond too short.',
    edits: [
      {
        file: RUNS,
        find: 'if (left <= 0) return WINDOW_MS - since(words[word] as number, now);',
        replace: 'if (left <= 0) return WINDOW_MS - since(words[word] as number, now) - 1;',
      },
    ],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'wait-for-one-to-leave',
    breaks: 'After a lowered limit the wait is told as if one request had to leave.',
    edits: [
      {
        file: WINDOW,
        find: 'const toLeave = this.#runs.totalOf(row, at) - limit + 1;',
        replace: 'const toLeave = this.#runs.totalOf(row, at) >= limit ? 1 : 0;',
      },
    ],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'window-follows-the-wall-clock',
    breaks: 'A window is asked with the time of the wall clock.',
    edits: [
      {
        file: ADMISSION,
        find: 'windows.admit(window, context.nowMs)',
        replace: 'windows.admit(window, context.wallMs)',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'restart-bridged-by-the-wall-clock',
    breaks: 'Steady time follows the wall clock over a restart within one boot.',
    edits: [
      {
        file: 'src/node/clock/steady-anchor.ts',
        find: 'if (sameBoot && now.monotonicMs >= anchor.monotonicMs)',
        replace: 'if (sameBoot && now.monotonicMs < anchor.monotonicMs)',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'step-of-the-wall-clock-never-noted',
    breaks:
      'A step of the wall clock is taken for time that passed, at whatever boot of the machine comes after it.',
    edits: [
      {
        file: 'src/node/clock/anchor-keeper.ts',
        find: 'if (isOff && (await this.#options.write()))',
        replace: 'if (isOff)',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'no-time-passes-over-a-boot',
    breaks: 'Steady time stands still while the machine boots.',
    edits: [
      {
        file: 'src/node/clock/steady-anchor.ts',
        find: 'const passedMs = Math.max(0, now.wallMs - anchor.wallMs);',
        replace: 'const passedMs = Math.max(0, 0 * (now.wallMs - anchor.wallMs));',
      },
    ],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'windows-not-restored',
    breaks: 'A restart forgets every window.',
    edits: [
      {
        file: JOURNAL,
        find: 'while (record.nextWindow())',
        replace: 'while (record.nextWindow() && now < 0)',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'last-note-lost',
    breaks: 'A stop in order does not note what was admitted since the last note.',
    edits: [{ file: JOURNAL, find: '    await this.note();\n', replace: '' }],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'notes-repeat-everything',
    breaks: 'Each note holds all that counts, so a restart counts it several times.',
    edits: [
      {
        file: JOURNAL,
        find: 'if (isWritten) this.#notedBefore = until;',
        replace: 'if (isWritten) this.#notedBefore = 0;',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'failed-note-is-lost',
    breaks: 'What a note held whose commit failed is not noted again.',
    edits: [
      {
        file: JOURNAL,
        find: 'if (isWritten) this.#notedBefore = until;',
        replace: 'this.#notedBefore = until;',
      },
      {
        file: JOURNAL,
        find: 'if (!isWritten) this.admitted(window);',
        replace: '',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'note-skips-its-first-instant',
    breaks: 'A note leaves out the millisecond in which the one before it was made.',
    edits: [
      {
        file: JOURNAL,
        find: 'Math.max(this.#notedBefore, until - WINDOW_MS + 1)',
        replace: 'Math.max(this.#notedBefore, until - WINDOW_MS) + 1',
      },
    ],
    model: 'window',
    caughtBy: ['restart'],
  },
  {
    name: 'noted-once-and-never-again',
    breaks: 'A window that was noted once is not noted when it counts more.',
    edits: [
      {
        file: WINDOW,
        find: 'row[at] = ((row[at] as number) & ~UNNOTED) | NOTING;',
        replace: 'row[at] = (row[at] as number) | NOTING;',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'admitted-during-a-note-noted-twice',
    breaks: 'What is admitted while a note is under way stands twice in the next one.',
    edits: [
      {
        file: WINDOW,
        find: 'row[at] = (row[at] as number) & ~NOTING;',
        replace: 'row[at] = (row[at] as number) & ~NOTING & ~UNNOTED;',
      },
    ],
    model: 'window',
    caughtBy: ['restart'],
  },
  {
    name: 'window-lost-with-its-key',
    breaks: 'The window of a key that leaves memory is forgotten.',
    edits: [
      {
        file: WINDOW,
        find: '    if (!this.#runs.isEmpty(row, at)) return;\n',
        replace: '    this.#runs.empty(row, at);\n',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'admissions-not-noted',
    breaks: 'What a key is admitted never reaches the journal.',
    edits: [
      {
        file: ADMISSION,
        find: 'if (isAdmitted) this.#journal.admitted(window);',
        replace: 'if (isAdmitted && kind !== API_KEY) this.#journal.admitted(window);',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'body-counts-again',
    breaks: 'A request counts a second time when its body is read.',
    edits: [
      {
        file: 'src/http/pipeline/operation-calls.ts',
        find: '    call.body = reading.value;\n',
        replace:
          '    call.body = reading.value;\n    if (context.window !== undefined) this.#deps.windows.admit(context.window, context.nowMs);\n',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'addresses-share-a-window',
    breaks: 'All client addresses count on one window.',
    edits: [
      {
        file: ADMISSION,
        find: 'addresses.windowOf(windowNetworkOf(client))',
        replace: 'addresses.windowOf(windowNetworkOf(client).slice(0, 1))',
      },
    ],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'reload-keeps-the-address-limit',
    breaks: 'A reload is told to be applied, and addresses are counted against the limit from before it.',
    edits: [
      {
        file: 'src/node/assembly/reloadable-core.ts',
        find: 'core.addresses.setLimit(next.addressRpm);',
        replace: '',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'reload-keeps-the-management-limit',
    breaks: 'A reload is told to be applied, and management keys have the limit from before it.',
    edits: [
      {
        file: 'src/node/assembly/reloadable-core.ts',
        find: 'core.keys.setManagementRpm(next.managementRpm);',
        replace: '',
      },
    ],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'networks-of-clients-are-half-as-long',
    breaks: 'All of a /32 count as one client.',
    edits: [
      {
        file: 'src/http/request/ip-address.ts',
        find: '.slice(0, 4)',
        replace: '.slice(0, 2)',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
];
