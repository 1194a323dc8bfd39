/** Defects of single parts that keep state, in circumstances that are rare in a whole gateway. */
import type { Mutant } from '../mutant.js';

const BREAKER = 'src/providers/calls/slots/breaker.ts';
const SLOTS = 'src/providers/calls/slots/call-slots.ts';
const CLIP_STORE = 'src/results/store/clip-store.ts';
const MAIL_QUEUE = 'src/mail/mail-queue.ts';
const ADDRESSES = 'src/actors/windows/address-windows.ts';
const DELAY = 'src/overload/delay-control.ts';
const HEAP = 'src/time/deadline-heap.ts';

export const PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'cool-down-never-starts-over',
    breaks:
      'After an outage that is over the next one begins with the cool-down at which the last one ended.',
    edits: [
      {
        file: BREAKER,
        find: '    this.#failuresInARow = 0;\n    this.#coolDownMs = this.#limits.coolDownFirstMs;\n',
        replace: '    this.#failuresInARow = 0;\n',
      },
    ],
    model: 'part',
    caughtBy: ['breaker-from', 'slots-from'],
  },
  {
    name: 'probe-of-before-its-time-fails',
    breaks: 'A call of before the outage that ends while the probe is under way counts as its failure.',
    edits: [
      {
        file: BREAKER,
        find: "if (this.#state === 'half_open' && beganAt >= this.#probeBeganAt)",
        replace: "if (this.#state === 'half_open')",
      },
    ],
    model: 'part',
    caughtBy: ['breaker-state', 'slots-breaker'],
  },
  {
    name: 'open-breaker-learns-a-cool-down-at-once',
    breaks: 'A changed first cool-down takes the place of one that has grown.',
    edits: [
      {
        file: BREAKER,
        find: "if (this.#state === 'closed') this.#coolDownMs = limits",
        replace: 'this.#coolDownMs = limits',
      },
    ],
    model: 'part',
    caughtBy: ['breaker-from', 'slots-from'],
  },
  {
    name: 'pace-forgets-its-bursts',
    breaks: 'A pause in calls gives back no more than one of a burst.',
    edits: [
      {
        file: 'src/providers/calls/pacer.ts',
        find: 'this.#toleranceMs = (burst - 1) * this.#spacingMs;',
        replace: 'this.#toleranceMs = Math.min(1, burst - 1) * this.#spacingMs;',
      },
    ],
    model: 'part',
    caughtBy: ['pacer-from'],
  },
  {
    name: 'later-pause-of-a-provider-is-shorter',
    breaks: 'A provider that asks for a short pause amid a long one is called before the long one is over.',
    edits: [
      {
        file: SLOTS,
        find: 'this.#pausedUntil = Math.max(this.#pausedUntil, this.#world.steadyMs() + Math.min(forMs, PAUSE_MAX_MS));',
        replace: 'this.#pausedUntil = this.#world.steadyMs() + Math.min(forMs, PAUSE_MAX_MS);',
      },
    ],
    model: 'part',
    caughtBy: ['slots-from', 'slots-free', 'slots-open'],
  },
  {
    name: 'slots-stay-as-they-were',
    breaks: 'Changed bounds on calls under way hold for the breaker alone.',
    edits: [
      {
        file: SLOTS,
        find: '    this.#inFlightMax = inFlightMaxOf(limits);\n    this.#breaker.configure',
        replace: '    this.#breaker.configure',
      },
    ],
    model: 'part',
    caughtBy: ['slots-free', 'slots-from'],
  },
  {
    name: 'failed-polls-of-a-job-add-up',
    breaks: 'A job whose polls fail now and then is asked for ever more seldom.',
    edits: [{ file: 'src/providers/calls/poll-calls.ts', find: '    job.failures = 0;\n', replace: '' }],
    model: 'part',
    caughtBy: ['calls-poll'],
  },
  {
    name: 'absences-of-a-lost-job-add-up',
    breaks: 'A lost job that is absent three times is given up, whatever the provider said in between.',
    edits: [
      {
        file: 'src/providers/calls/find-calls.ts',
        find: "answer?.outcome === 'not_found' ? job.absences + 1 : 0;",
        replace: "answer?.outcome === 'not_found' ? job.absences + 1 : job.absences;",
      },
    ],
    model: 'part',
    caughtBy: ['calls-reports', 'calls-find', 'calls-waiting'],
  },
  {
    name: 'overdue-jobs-come-at-the-full-rate',
    breaks: 'Jobs that are overdue at a restart leave no polls to all others.',
    edits: [
      {
        file: 'src/providers/calls/poll-calls.ts',
        find: 'const TAKE_UP_SHARE = 0.5;',
        replace: 'const TAKE_UP_SHARE = 1;',
      },
    ],
    model: 'part',
    caughtBy: ['calls-place'],
  },
  {
    name: 'probe-that-is-left-ends-nothing',
    breaks: 'A text that nobody waits for any more keeps its breaker half open for ever.',
    edits: [
      {
        file: 'src/providers/calls/text-calls.ts',
        find: "else if (!(signal.reason instanceof NobodyWaitsError) || calls.breaker.state === 'half_open')",
        replace: 'else if (!(signal.reason instanceof NobodyWaitsError))',
      },
    ],
    model: 'part',
    caughtBy: ['texts-breaker'],
  },
  {
    name: 'texts-ask-for-a-longer-wait-than-the-pause',
    breaks:
      'A request that is turned away for a pause is told when the pause began to count, not how much is left.',
    edits: [
      {
        file: 'src/providers/calls/text-calls.ts',
        find: 'pausedUntil - now);\n    const',
        replace: 'pausedUntil);\n    const',
      },
    ],
    model: 'part',
    caughtBy: ['texts-away'],
  },
  {
    name: 'dropped-draft-makes-its-clip-young',
    breaks: 'A kept clip is as old as the latest draft of its job that came to nothing.',
    edits: [
      {
        file: CLIP_STORE,
        find: 'if (status !== undefined && status.bytes !== this.#kept.bytesOf(owner))',
        replace: 'if (status !== undefined)',
      },
    ],
    model: 'part',
    caughtBy: ['clips-kept', 'clips-bytes', 'clips-evicted', 'clips-takes', 'clips-writes', 'clips-begins'],
  },
  {
    name: 'found-clips-are-young',
    breaks: 'A start takes the clips that it finds for new ones.',
    edits: [
      {
        file: CLIP_STORE,
        find: 'keptAt: later(now, Math.min(0, modifiedAt - wallNow))',
        replace: 'keptAt: later(now, Math.min(0, modifiedAt - modifiedAt + 0 * wallNow))',
      },
    ],
    model: 'part',
    caughtBy: ['clips-kept', 'clips-bytes', 'clips-takes', 'clips-writes', 'clips-begins'],
  },
  {
    name: 'unmet-clip-is-forgotten-at-once',
    breaks: 'Jobs are taken while there is no room for the clip that found none.',
    edits: [
      {
        file: CLIP_STORE,
        find: 'this.#unmetBytes = Math.max(this.#unmetBytes, clipBytes);',
        replace: 'this.#unmetBytes = Math.min(this.#unmetBytes, clipBytes);',
      },
    ],
    model: 'part',
    caughtBy: ['clips-takes', 'clips-bytes', 'clips-kept'],
  },
  {
    name: 'mail-is-tried-five-times',
    breaks: 'A mail that cannot be sent is tried once more than is told.',
    edits: [
      { file: MAIL_QUEUE, find: 'const TRIES = BACK_OFF_MS.length + 1;', replace: 'const TRIES = 9;' },
      { file: MAIL_QUEUE, find: '[5_000, 60_000, 600_000]', replace: '[5_000, 60_000, 600_000, 600_000]' },
    ],
    model: 'part',
    caughtBy: ['mails-troubles', 'mails-waiting', 'mails-metrics'],
  },
  {
    name: 'mails-of-a-second-try-come-first',
    breaks: 'A mail that is tried again passes those that have waited longer.',
    edits: [
      {
        file: MAIL_QUEUE,
        find: 'this.#ready.push({ mail, tries });',
        replace:
          'if (tries > 0) this.#ready.unshift({ mail, tries }); else this.#ready.push({ mail, tries });',
      },
    ],
    model: 'part',
    caughtBy: ['mails-tries'],
  },
  {
    name: 'newcomer-leaves-its-count-behind',
    breaks: 'An address that gets a window of its own begins anew.',
    edits: [
      {
        file: ADDRESSES,
        find: 'if (shared === undefined || this.#all.counted(window, now) > 0) return;',
        replace: 'if (shared === undefined || this.#all.counted(window, now) >= 0) return;',
      },
    ],
    model: 'part',
    caughtBy: ['addresses-counted'],
  },
  {
    name: 'shared-window-keeps-its-limit',
    breaks: 'A reload changes the limit of all addresses but of those that share a window.',
    edits: [
      {
        file: ADDRESSES,
        find: '    if (this.#shared !== undefined) this.#all.setLimit(this.#shared, limitRpm);\n',
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['addresses-wait', 'addresses-verdict'],
  },
  {
    name: 'known-browsers-guess-with-all-others',
    breaks: 'A name that was guessed at too often locks the browser out that is known.',
    edits: [
      {
        file: 'src/people/guess-limits.ts',
        find: ': [this.#byDevice.windowOf(',
        replace: ': [this.#byName.windowOf(shortHash(nameKey)), this.#byDevice.windowOf(',
      },
    ],
    model: 'part',
    caughtBy: ['guesses-wait', 'guesses-journal'],
  },
  {
    name: 'refused-in-a-day-counts',
    breaks: 'A bound on a day that is raised counts those, too, that it refused before.',
    edits: [
      {
        file: 'src/people/day-limit.ts',
        find: '    if (count >= this.#max()) return false;\n    this.#counts.set(counted, count + 1);\n    return true;',
        replace: '    this.#counts.set(counted, count + 1);\n    return count < this.#max();',
      },
    ],
    model: 'part',
    caughtBy: ['days-verdict'],
  },
  {
    name: 'queue-stands-from-the-first-late-tick-ever',
    breaks: 'Two late ticks shed work, however much time without delay was between them.',
    edits: [
      {
        file: DELAY,
        find: '    if (delayMs <= targetMs) {\n      this.#lateSince = undefined;\n',
        replace: '    if (delayMs <= targetMs) {\n',
      },
    ],
    model: 'part',
    caughtBy: ['shedding-reasons', 'shedding-verdict'],
  },
  {
    name: 'late-ticks-of-before-shed-again',
    breaks: 'One late tick after the end of shedding begins it anew.',
    edits: [
      {
        file: DELAY,
        find: '    this.#lateSince = undefined;\n    this.#lastOver = now;',
        replace: '    this.#lastOver = now;',
      },
    ],
    model: 'part',
    caughtBy: ['shedding-reasons', 'shedding-verdict'],
  },
  {
    name: 'shedding-ends-with-one-good-tick',
    breaks: 'One tick without delay ends the shedding of a queue that stands.',
    edits: [
      {
        file: DELAY,
        find: 'else if (now - this.#lastOver >= intervalMs) this.#lastOver = undefined;',
        replace: 'else if (now - this.#lastOver >= intervalMs / 2) this.#lastOver = undefined;',
      },
    ],
    model: 'part',
    caughtBy: ['shedding-reasons', 'shedding-verdict'],
  },
  {
    name: 'turned-away-come-back-together',
    breaks: 'Those who are turned away after a pause are told one and the same time.',
    edits: [
      {
        file: 'src/overload/retry-slots.ts',
        find: 'Math.max(this.#last + 1_000 / perSecond, now + WAIT_MIN_MS)',
        replace: 'Math.max(this.#last + 1_000 / Math.max(perSecond, 10), now + WAIT_MIN_MS)',
      },
    ],
    model: 'part',
    caughtBy: ['places-wait'],
  },
  {
    name: 'memory-is-enough-by-its-first-kind',
    breaks: 'Memory is short no more once one kind of it is enough.',
    edits: [
      {
        file: 'src/overload/memory-control.ts',
        find: 'shares.some((share) => share >= ENOUGH_SHARE)',
        replace: 'shares.every((share) => share >= ENOUGH_SHARE)',
      },
    ],
    model: 'part',
    caughtBy: ['memory-short'],
  },
  {
    name: 'refusals-forget-the-time-they-took',
    breaks: 'Refusals are written for as long as the loop stood still.',
    edits: [
      {
        file: 'src/overload/paced-refusals.ts',
        find: 'Math.min(beganMs - this.#lastEndMs, SINCE_LAST_MAX_MS) * WRITING_SHARE',
        replace: 'Math.min(beganMs - this.#lastEndMs, SINCE_LAST_MAX_MS)',
      },
    ],
    model: 'part',
    caughtBy: ['refusals-share'],
  },
  {
    name: 'turn-does-one-piece-more-if-some-wait',
    breaks: 'A piece that is asked for amid those that wait is done before them.',
    edits: [
      {
        file: 'src/overload/shared-turns.ts',
        find: '    for (const piece of pieces) this.#do(piece);',
        replace: '    for (const piece of [...pieces].reverse()) this.#do(piece);',
      },
    ],
    model: 'part',
    caughtBy: ['turns-order'],
  },
  {
    name: 'heap-leaves-a-gap-unsettled',
    breaks:
      'A thing in a heap comes after one that is due later, once another one was taken out of its midst.',
    edits: [
      {
        file: HEAP,
        find: '    this.#rise(last, lastDueAt, gap);',
        replace: '    this.#rise(last, Number.POSITIVE_INFINITY, gap);',
      },
    ],
    model: 'part',
    caughtBy: ['heap-next', 'heap-taken'],
  },
  {
    name: 'deadline-called-off-takes-the-timer-along',
    breaks: 'A time limit never passes if the one before it was called off.',
    edits: [
      {
        file: 'src/time/deadline-queue.ts',
        find: '    this.#arm(now);\n  }\n}',
        replace: '  }\n}',
      },
    ],
    model: 'part',
    caughtBy: ['deadlines-ran'],
  },
  {
    name: 'timer-moved-to-earlier-comes-late',
    breaks: 'A timer that is moved to an earlier time runs at the later one.',
    edits: [
      {
        file: 'src/time/moving-timer.ts',
        find: 'if (this.#timer === undefined || this.#timer.at > this.#dueAt) this.#set(ms);',
        replace: 'if (this.#timer === undefined) this.#set(ms);',
      },
    ],
    model: 'part',
    caughtBy: ['timer-ran'],
  },
  {
    name: 'alarm-rings-for-its-first-time-alone',
    breaks: 'An alarm that is set for an earlier time rings at the later one.',
    edits: [
      {
        file: 'src/time/alarm.ts',
        find: 'if (at >= this.#setFor) return;',
        replace: 'if (Number.isFinite(this.#setFor)) return;',
      },
    ],
    model: 'part',
    caughtBy: ['timer-rang', 'slots-ends'],
  },
  {
    name: 'shut-guard-remembers-all-that-were-open',
    breaks: 'As clients leave a node that is shut, ever more connections of its own machine find room in it.',
    edits: [
      {
        file: 'src/http/uws/connection-guard.ts',
        find: 'this.#openWhileShut = Math.min(this.#openWhileShut, this.open);',
        replace: 'this.#openWhileShut = Math.max(this.#openWhileShut, this.open);',
      },
    ],
    model: 'part',
    caughtBy: ['connections-served', 'connections-refused'],
  },
  {
    name: 'writer-waits-for-a-reader-who-left',
    breaks: 'A provider whose client leaves amid a full queue is read no more.',
    edits: [
      {
        file: 'src/routing/text/piece-queue.ts',
        find: '    this.#wakeWriter?.();\n    this.#options.onLeft();',
        replace: '    this.#options.onLeft();',
      },
    ],
    model: 'part',
    caughtBy: ['pieces-writer'],
  },
];
