/** Defects of `verify`, of the page of figures, and of the watch over the machine. */
import type { Mutant } from '../mutant.js';

export const WATCH_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'verify-believes-any-reference',
    breaks: 'An order is believed paid by whatever entry it names, if its amount is right.',
    edits: [
      {
        file: 'src/audit/records/order-tables.ts',
        find: "type === 'credit' && credited === amount && named === reference",
        replace: "type === 'credit' && credited === amount",
      },
    ],
    model: 'part',
    caughtBy: ['verified-folder-told'],
  },
  {
    name: 'verify-ignores-marked-totals',
    breaks: 'An account that has more marked credit than its keys is taken for sound.',
    edits: [
      {
        file: 'src/audit/records/account-tables.ts',
        find: "context.post('accountTotals', 'left', key, 'marked', BigInt(account.marked ?? 0));",
        replace:
          "if (account.marked === undefined) context.post('accountTotals', 'left', key, 'marked', 0n);",
      },
    ],
    model: 'part',
    caughtBy: ['verified-folder-told', 'verified-folder-sound'],
  },
  {
    name: 'verify-lets-transfers-go-anywhere',
    breaks: 'A transfer that came in at another key than it went out to is not told.',
    edits: [
      {
        file: 'src/audit/records/key-tables.ts',
        find: "type === 'transfer_out' ? [this.#keyId, other] : [other, this.#keyId]",
        replace: "type === 'transfer_out' ? [this.#keyId, ''] : [other, '']",
      },
    ],
    model: 'part',
    caughtBy: ['verified-folder-told'],
  },
  {
    name: 'verify-skips-reminders-of-last-calls',
    breaks: 'A job that waits for its last answer is said to lack a reminder.',
    edits: [
      {
        file: 'src/audit/records/job-tables.ts',
        find: "if (!JSON.stringify(machine.value).includes('lastCall')) context",
        replace: 'context',
      },
    ],
    model: 'part',
    caughtBy: ['verified-folder-sound'],
  },
  {
    name: 'debits-shown-as-credit',
    breaks: 'What was taken back still counts in the balance of all keys that the figures show.',
    edits: [
      {
        file: 'src/node/metrics/money/ledger-metrics.ts',
        find: "moved('credit') - moved('debit') - moved('charge') - reserved",
        replace: "moved('credit') - moved('charge') - reserved",
      },
    ],
    model: 'part',
    caughtBy: ['figures-page-ledger'],
  },
  {
    name: 'journal-lag-in-milliseconds',
    breaks: 'The lag of the record of windows is shown in milliseconds.',
    edits: [
      {
        file: 'src/node/metrics/memory-metrics.ts',
        find: 'journal.lagMs / 1000',
        replace: 'journal.lagMs',
      },
    ],
    model: 'part',
    caughtBy: ['figures-page-memory'],
  },
  {
    name: 'stale-mail-counted-as-mailbox',
    breaks: 'The two reasons for which mail is refused are counted under the name of the other.',
    edits: [
      {
        file: 'src/node/metrics/overload-metrics.ts',
        find: "page.add(OVERLOAD_METRICS.shed, system.refusedStale, { reason: 'stale' });",
        replace: "page.add(OVERLOAD_METRICS.shed, system.refusedOverloaded, { reason: 'stale' });",
      },
    ],
    model: 'part',
    caughtBy: ['figures-page-overload'],
  },
  {
    name: 'first-tokens-of-all-models-together',
    breaks: 'The times to first tokens of all models of a provider are those of the first one.',
    edits: [
      {
        file: 'src/node/metrics/money/text-metrics.ts',
        find: 'this.#byRoute.set(key, known);',
        replace: 'this.#byRoute.set(provider, known);',
      },
    ],
    model: 'part',
    caughtBy: ['figures-page-texts'],
  },
  {
    name: 'socket-not-tried-again',
    breaks: 'A Unix socket that could not be listened on once is not tried again.',
    edits: [
      {
        file: 'src/node/machine/load-watch.ts',
        find: '(!this.#isListening || this.#isUnixSocketShut)',
        replace: '!this.#isListening',
      },
    ],
    model: 'part',
    caughtBy: ['load-watch-tries', 'load-watch-said'],
  },
  {
    name: 'disk-asked-while-it-hangs',
    breaks: 'A disk that does not answer is asked again each second.',
    edits: [
      {
        file: 'src/node/machine/load-watch.ts',
        find: 'this.#isLookingAtDisk = true;',
        replace: 'this.#isLookingAtDisk = false;',
      },
    ],
    model: 'part',
    caughtBy: ['load-watch-disk'],
  },
  {
    name: 'descriptors-back-at-once',
    breaks: 'Connections are taken again while no more descriptors are left than are kept back.',
    edits: [
      {
        file: 'src/node/machine/spare-descriptors.ts',
        find: '? SPARE + LEFT_MIN : 1',
        replace: '? SPARE : 1',
      },
    ],
    model: 'part',
    caughtBy: ['load-watch-exhausted'],
  },
  {
    name: 'ready-while-not-listening',
    breaks: 'A node that listens on nothing says that it is ready.',
    edits: [
      {
        file: 'src/node/assembly/readiness.ts',
        find: 'this.watch?.isListening === false',
        replace: 'this.watch?.areDescriptorsExhausted === undefined',
      },
    ],
    model: 'part',
    caughtBy: ['load-watch-ready'],
  },
];
