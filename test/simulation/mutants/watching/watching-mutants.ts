/** Defects in what a node tells of itself: its figures, its health, its live view. */
import type { Mutant } from '../mutant.js';

const LEDGER_METRICS = 'src/node/metrics/money/ledger-metrics.ts';
const HUB = 'src/http/live/live-hub.ts';

export const WATCHING_MUTANTS: readonly Mutant[] = [
  {
    name: 'node-is-watched-by-who-was-operator',
    breaks: 'An operator who watches the node as it becomes a member goes on being sent its frames.',
    edits: [
      {
        file: 'src/node/live/watching.ts',
        find: "account === undefined ? person.role === 'operator' : person.account === account",
        replace: 'account === undefined || person.account === account',
      },
    ],
    faults: 'light',
    caughtBy: ['page-frames'],
  },
  {
    name: 'refusals-counted-as-admitted',
    breaks: 'A request that a full window refused counts among those that it admitted.',
    edits: [
      {
        file: 'src/http/monitoring/gateway-metrics.ts',
        find: 'const verdicts = isAdmitted ? this.#admitted : this.#refused;',
        replace: 'const verdicts = isAdmitted || kind === 0 ? this.#admitted : this.#refused;',
      },
    ],
    caughtBy: ['figures'],
  },
  {
    name: 'calls-counted-when-answered',
    breaks: 'A call to a provider that brings no answer is not counted.',
    edits: [
      {
        file: 'src/providers/calls/slots/call-slots.ts',
        find: '        this.#counter.add(kind, result);\n',
        replace: "        if (end.end === 'answered') this.#counter.add(kind, result);\n",
      },
    ],
    caughtBy: ['figures'],
  },
  {
    name: 'debits-in-the-balance-told',
    breaks: 'The balance of all keys in the figures leaves out what was taken back.',
    edits: [
      {
        file: LEDGER_METRICS,
        find: "moved('credit') - moved('debit') - moved('charge') - reserved",
        replace: "moved('credit') - moved('charge') - reserved",
      },
    ],
    caughtBy: ['figures-at-rest'],
  },
  {
    name: 'reminders-counted-for-ever',
    breaks: 'A reminder that is forgotten goes on to be counted among those that are set.',
    edits: [
      {
        file: 'src/node/metrics/actor-metrics.ts',
        find: 'system.remindersSet);',
        replace: 'metrics.turns);',
      },
    ],
    caughtBy: ['figures-at-rest', 'frames'],
  },
  {
    name: 'ready-without-a-disk',
    breaks: 'A node whose disk takes no writes says that it is ready.',
    edits: [
      {
        file: 'src/node/assembly/readiness.ts',
        find: "    if (!this.#system.takesWrites) return 'the disk takes no writes';\n",
        replace: '',
      },
    ],
    caughtBy: ['health'],
  },
  {
    name: 'figures-for-everybody',
    breaks: 'The figures of a node are shown to everybody.',
    edits: [
      {
        file: 'src/node/assembly/front.ts',
        find: 'mayReadMetrics: (client) => metricsNetworks.has(client),',
        replace: 'mayReadMetrics: (client) => client !== undefined || metricsNetworks.has(client),',
      },
    ],
    caughtBy: ['health'],
  },
  {
    name: 'watchers-of-a-tick-lost',
    breaks: 'Who comes to watch while another one does is sent no first frame.',
    edits: [
      {
        file: HUB,
        find: '      if (this.#watchers.has(watcher)) this.#send([watcher]);',
        replace: '      if (this.#watchers.size === 1) this.#send([watcher]);',
      },
    ],
    caughtBy: ['frames'],
  },
  {
    name: 'watchers-stay-behind',
    breaks: 'A node that stops leaves those who watch it without a word.',
    edits: [{ file: 'src/node/assembly.ts', find: '      front.live.close();\n', replace: '' }],
    caughtBy: ['frames'],
  },
  {
    name: 'failed-jobs-of-one-slug',
    breaks: 'The live view counts failed jobs of all slugs but one.',
    edits: [
      {
        file: 'src/node/live/live-frame.ts',
        find: 'failed_total: FAILURE_SLUGS.reduce(',
        replace: 'failed_total: FAILURE_SLUGS.slice(1).reduce(',
      },
    ],
    caughtBy: ['frames'],
  },
  {
    name: 'hot-keys-of-before-unseen',
    breaks: 'The live view does not tell of keys that were busy before somebody came to watch.',
    edits: [
      {
        file: 'src/node/live/watching.ts',
        find: '      if (isWatched) hottest.begin(world.steadyMs());\n      else hottest.forget();\n',
        replace: '      if (!isWatched) hottest.forget();\n',
      },
    ],
    caughtBy: ['frames'],
  },
  {
    name: 'buckets-leave-their-bound-out',
    breaks: 'What takes exactly as long as the bound of a bucket says counts in the next one.',
    edits: [
      {
        file: 'src/metrics/histogram.ts',
        find: 'ms > (bounds[at] as number)',
        replace: 'ms >= (bounds[at] as number)',
      },
    ],
    caughtBy: ['work-done'],
  },
  {
    name: 'output-told-in-tenths',
    breaks: 'The seconds of output in the figures are cut to tenths.',
    edits: [
      {
        file: LEDGER_METRICS,
        find: "printSeconds(sum('output_ms'))",
        replace: "printSeconds((sum('output_ms') / 100n) * 100n)",
      },
    ],
    caughtBy: ['work-done'],
  },
  {
    name: 'refused-reload-told-as-applied',
    breaks: 'The figures say that the last reload was applied, whatever became of it.',
    edits: [
      {
        file: 'src/node/metrics/config-metrics.ts',
        find: 'isLastApplied ? 1 : 0',
        replace: 'isLastApplied || refused > 0 ? 1 : 0',
      },
    ],
    caughtBy: ['work-done'],
  },
  {
    name: 'watcher-counts-before-it-has-a-place',
    breaks: 'A watcher of the node that finds no place keeps one for good.',
    edits: [
      {
        file: 'src/http/live/live-hub.ts',
        find: '    // Others may have come between the admission of this one and its handshake.\n',
        replace: '    this.#watching.set(account, this.#watchersOf(account) + 1);\n',
      },
      {
        file: 'src/http/live/live-hub.ts',
        find: '    this.#watchers.add(watcher);\n    this.#watching.set(account, this.#watchersOf(account) + 1);\n',
        replace: '    this.#watchers.add(watcher);\n',
      },
    ],
    caughtBy: ['frames'],
  },
  {
    name: 'pages-are-sent-frames-after-a-sign-out',
    breaks: 'A page whose session has ended is sent further frames.',
    edits: [
      {
        file: 'src/node/live/watching.ts',
        find: 'return mayWatch(people.signedInBy(id), account) ? undefined : SESSION_OVER;',
        replace:
          'return people.signedInBy(id) === undefined || mayWatch(people.signedInBy(id), account) ? undefined : SESSION_OVER;',
      },
    ],
    caughtBy: ['page-frames'],
  },
  {
    name: 'owners-pages-may-watch-the-node',
    breaks: 'An owner who asks for the frames of the node is sent them.',
    edits: [
      {
        file: 'src/http/pages/dashboard/live/live-page.ts',
        find: "role === 'operator' && new URLSearchParams",
        replace: "role !== 'member' && new URLSearchParams",
      },
    ],
    caughtBy: ['page-frames'],
  },
  {
    name: 'ninth-page-of-an-account-watches',
    breaks: 'One more page than there are places watches an account.',
    edits: [
      {
        file: 'src/http/live/live-hub.ts',
        find: 'this.#watchersOf(account) >= watchersOfAccount ||',
        replace: 'this.#watchersOf(account) > watchersOfAccount ||',
      },
    ],
    caughtBy: ['page-frames'],
  },
  {
    name: 'node-that-stops-says-it-is-ready',
    breaks: 'A node that waits for the end of its requests before it stops says that it is ready.',
    edits: [{ file: 'src/node/assembly.ts', find: "      readiness.phase = 'draining';\n", replace: '' }],
    caughtBy: ['health'],
  },
];
