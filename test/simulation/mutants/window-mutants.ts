/** Defects of rate limits: windows, what is said of them, and their way over a restart. */
import type { Mutant } from './mutant.js';

const WINDOW = 'src/actors/rolling-window.ts';
const JOURNAL = 'src/actors/window-journal.ts';
const REPLY = 'src/http/reply.ts';

export const WINDOW_MUTANTS: readonly Mutant[] = [
  {
    name: 'window-of-59999-ms',
    breaks: 'A request stops counting a millisecond early.',
    edits: [
      {
        file: WINDOW,
        find: 'const expired = nowMs - WINDOW_MS;',
        replace: 'const expired = nowMs - WINDOW_MS + 1;',
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
        file: WINDOW,
        find: 'const expired = nowMs - WINDOW_MS;',
        replace: 'const expired = nowMs - WINDOW_MS - 1;',
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
        find: 'if (this.#total >= limit) return false;',
        replace: 'if (this.#total > limit) return false;',
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
        find: 'if (this.#total >= limit) return false;',
        replace: 'if (this.#total >= limit - 1) return false;',
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
        find: 'if (this.#total >= limit) return false;',
        replace: 'if (this.#total >= limit) { this.#count(nowMs, 1); return false; }',
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
        find: 'if (this.#total >= limit) return false;',
        replace:
          "if (this['limit'] !== limit) { this['limit'] = limit; this.#runs = 0; this.#total = 0; }\n    if (this.#total >= limit) return false;",
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
        find: 'Math.max(0, limit - this.#total)',
        replace: 'Math.max(0, limit - this.#total + 1)',
      },
    ],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'reset-rounded-down',
    breaks: 'X-RateLimit-Reset is rounded down.',
    edits: [{ file: REPLY, find: 'const resetsAt = Math.ceil(', replace: 'const resetsAt = Math.floor(' }],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'reset-names-the-oldest',
    breaks: 'Reset names when the oldest request leaves, also where several have to leave first.',
    edits: [
      {
        file: WINDOW,
        find: '    if (this.#total >= limit) return this.waitMs(nowMs, limit);\n',
        replace: '',
      },
    ],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'retry-after-rounded-down',
    breaks: 'Retry-After is rounded down to whole seconds.',
    edits: [
      {
        file: 'src/http/error-answer.ts',
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
        file: WINDOW,
        find: 'if (toLeave <= 0) return (this.#times[at] as number) + WINDOW_MS - nowMs;',
        replace: 'if (toLeave <= 0) return (this.#times[at] as number) + WINDOW_MS - nowMs - 1;',
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
        find: 'let toLeave = this.#total - limit + 1;',
        replace: 'let toLeave = this.#total >= limit ? 1 : 0;',
      },
    ],
    caughtBy: ['rate-headers'],
  },
  {
    name: 'window-follows-the-wall-clock',
    breaks: 'A window is asked with the time of the wall clock.',
    edits: [
      {
        file: REPLY,
        find: 'return window.admit(this.#host.world.steadyMs(), limitRpm);',
        replace: 'return window.admit(this.#host.world.wallMs(), limitRpm);',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'restart-bridged-by-the-wall-clock',
    breaks: 'Steady time follows the wall clock over a restart within one boot.',
    edits: [
      {
        file: 'src/node/steady-anchor.ts',
        find: 'if (sameBoot && now.monotonicMs >= anchor.monotonicMs)',
        replace: 'if (sameBoot && now.monotonicMs < anchor.monotonicMs)',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'no-time-passes-over-a-boot',
    breaks: 'Steady time stands still while the machine boots.',
    edits: [
      {
        file: 'src/node/steady-anchor.ts',
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
        find: 'for (const line of lines) this.#restore(line, recordTime(key), now);',
        replace: '',
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
        find: 'if (await this.#write(lines, until)) this.#notedBefore = until;',
        replace: 'if (await this.#write(lines, until)) this.#notedBefore = 0;',
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
        find: 'if (await this.#write(lines, until)) this.#notedBefore = until;\n      else for (const window of windows) this.admitted(window);',
        replace: 'await this.#write(lines, until);\n      this.#notedBefore = until;',
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
        find: 'window.runs(this.#notedBefore, until)',
        replace: 'window.runs(this.#notedBefore + 1, until)',
      },
    ],
    model: 'window',
    caughtBy: ['restart'],
  },
  {
    name: 'window-lost-with-its-actor',
    breaks: 'The window of an actor that leaves memory is forgotten.',
    edits: [
      {
        file: JOURNAL,
        find: 'if (window.counted(this.#options.world.steadyMs()) > 0) this.#carried',
        replace: 'if (window.counted(this.#options.world.steadyMs()) < 0) this.#carried',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'admissions-not-noted',
    breaks: 'What a key is admitted never reaches the journal.',
    edits: [
      {
        file: 'src/http/gateway.ts',
        find: "const isAdmitted = reply.admit(window, kind === 'api' ? key.rateLimitRpm : this.#settings.managementRpm);\n    if (isAdmitted)",
        replace:
          "const isAdmitted = reply.admit(window, kind === 'api' ? key.rateLimitRpm : this.#settings.managementRpm);\n    if (isAdmitted && kind !== 'api')",
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'body-counts-again',
    breaks: 'A request counts a second time when its body is read.',
    edits: [
      {
        file: 'src/http/gateway.ts',
        find: '    input.body = reading.value;\n',
        replace:
          '    input.body = reading.value;\n    if (reply.identity !== undefined) this.#countOnKey(reply.identity, reply);\n',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'addresses-share-a-window',
    breaks: 'All client addresses count on one window.',
    edits: [
      {
        file: 'src/http/gateway.ts',
        find: 'this.#options.addresses.windowOf(windowNetworkOf(client))',
        replace: 'this.#options.addresses.windowOf(windowNetworkOf(client).slice(0, 1))',
      },
    ],
    caughtBy: ['rate-headers'],
  },
];
