/** Defects of the stores: LMDB's of production, and the one in memory that simulated nodes have. */
import type { Mutant } from '../mutant.js';

const WALK = 'src/store/lmdb/walk.ts';
const ROOM = 'src/store/lmdb/room.ts';

export const STORE_MUTANTS: readonly Mutant[] = [
  {
    name: 'backward-walk-includes-its-end',
    breaks: 'A walk backwards from a key begins with that key.',
    edits: [{ file: WALK, find: 'exclusiveStart: to !== undefined,', replace: 'exclusiveStart: false,' }],
    model: 'store',
    caughtBy: ['walks'],
  },
  {
    name: 'backward-walk-leaves-out-its-start',
    breaks: 'A walk backwards ends before the first key of its range.',
    edits: [{ file: WALK, find: 'inclusiveEnd: true,', replace: 'inclusiveEnd: false,' }],
    model: 'store',
    caughtBy: ['walks'],
  },
  {
    name: 'broken-store-stays-broken',
    breaks: 'A store whose LMDB has given its work up is not opened again.',
    edits: [
      {
        file: 'src/store/lmdb/lmdb-store.ts',
        find: '      if (isBroken(environment)) await this.#replaceEnvironment();\n',
        replace: '',
      },
    ],
    model: 'store',
    caughtBy: ['commits'],
  },
  {
    name: 'store-that-cannot-reopen-gives-up',
    breaks: 'A store whose file could not be opened again at once refuses all commits from then on.',
    edits: [
      {
        file: 'src/store/lmdb/lmdb-store.ts',
        find: '      // The next commit tries again and reports what it meets; this one has its own failure to report.',
        replace: '      this.#closed = true;',
      },
    ],
    model: 'store',
    caughtBy: ['commits'],
  },
  {
    name: 'wide-text-overruns-its-block',
    breaks: 'Room for a value is reckoned at two bytes a unit: wide text is cut, or shares its bytes.',
    edits: [
      {
        file: 'src/store/lmdb/values.ts',
        find: 'const BYTES_PER_UNIT_MAX = 3;',
        replace: 'const BYTES_PER_UNIT_MAX = 2;',
      },
    ],
    model: 'store',
    caughtBy: ['commits'],
  },
  {
    name: 'block-of-values-used-again-too-soon',
    breaks: 'Values beyond one block of memory are written over the first of the same commit.',
    edits: [
      {
        file: 'src/store/lmdb/values.ts',
        find: 'this.#use(blockOf(Math.max(bytesMax, BLOCK_BYTES)));',
        replace: 'this.#use(bytesMax > BLOCK_BYTES ? blockOf(bytesMax) : this.#first);',
      },
    ],
    model: 'store',
    caughtBy: ['commits'],
  },
  {
    name: 'checksum-without-key',
    breaks: 'A record that stands under another key of its table is taken for what was written there.',
    edits: [
      {
        file: 'src/store/lmdb/checksums.ts',
        find: 'crc32(value, crc32(key, TABLE_CHECKSUMS[table]))',
        replace: 'crc32(value, TABLE_CHECKSUMS[table])',
      },
    ],
    model: 'store',
    caughtBy: ['damage'],
  },
  {
    name: 'unreadable-record-ends-its-walk',
    breaks: 'A walk for keys alone cannot pass a record that the disk has changed.',
    edits: [
      {
        file: WALK,
        find: 'value: checkedEntry(this.#table, step.value) };',
        replace: 'value: { ...checkedEntry(this.#table, step.value) } };',
      },
    ],
    model: 'store',
    caughtBy: ['throws'],
  },
  {
    name: 'room-not-waited-for',
    breaks: 'A commit goes to LMDB before the disk has given room for it.',
    edits: [
      {
        file: ROOM,
        find: 'if (leftBytes < 0 || this.#hasTail) return this.#waitFor(bytes);',
        replace: 'if (this.#hasTail) return this.#waitFor(bytes);',
      },
    ],
    model: 'store',
    caughtBy: ['room'],
  },
  {
    name: 'failed-extension-is-final',
    breaks: 'After an extension of the file failed, no commit is taken any more.',
    edits: [
      {
        file: ROOM,
        find: 'if (this.#hasTail) await this.#cutTail();',
        replace: "if (this.#hasTail) throw new Error('no room');",
      },
    ],
    model: 'store',
    caughtBy: ['throws'],
  },
  {
    name: 'memory-walks-backwards-from-the-wrong-end',
    breaks: 'The store of simulated nodes limits a walk backwards to the first entries.',
    edits: [
      {
        file: 'src/store/memory/ordered-table.ts',
        find: 'this.#keys.slice(end - count, end).reverse()',
        replace: 'this.#keys.slice(first, first + count).reverse()',
      },
    ],
    model: 'store',
    caughtBy: ['walks'],
  },
  {
    name: 'upgrade-begins-its-last-batch-again',
    breaks:
      'A start that ends while records get their checksums has the next one add those of a batch again.',
    edits: [
      {
        file: 'src/store/lmdb/lmdb-store.ts',
        find: 'note(next)]);',
        replace: 'note(place)]);',
      },
    ],
    model: 'store',
    caughtBy: ['upgrades'],
  },
  {
    name: 'failed-extension-counts-as-done',
    breaks:
      'An extension of the file ahead of need that failed counts as there, and LMDB meets the full disk.',
    edits: [
      {
        file: ROOM,
        find: '        this.#hasTail = true;\n',
        replace: '        this.#reservedBytes += EXTENSION_BYTES;\n',
      },
    ],
    model: 'store',
    caughtBy: ['room'],
  },
  {
    name: 'zeros-count-before-they-are-written',
    breaks: 'The room for a commit counts as there once it is asked for, and LMDB meets the full disk.',
    edits: [
      {
        file: ROOM,
        find: '        while (left > 0) left -=',
        replace: '        this.#reservedBytes += left;\n        while (left > 0) left -=',
      },
    ],
    model: 'store',
    caughtBy: ['room'],
  },
  {
    name: 'upgrade-passes-over-smaller-keys',
    breaks: 'An upgrade begins each further table at the key at which the batch before broke off.',
    edits: [
      {
        file: 'src/store/lmdb/add-checksums.ts',
        find: '.getRange({ start })',
        replace: '.getRange({ start: start && from.key })',
      },
    ],
    model: 'store',
    caughtBy: ['upgrades'],
  },
  {
    name: 'left-walk-holds-its-pages',
    breaks: 'A walk that has ended goes on reading its instant: no page that was freed since is used again.',
    edits: [
      {
        file: WALK,
        find: '    } finally {\n      this.#snapshot.done();\n    }',
        replace: "    } finally {\n      if (state === 'interrupted') this.#snapshot.done();\n    }",
      },
    ],
    model: 'store',
    caughtBy: ['leftovers'],
  },
  {
    name: 'left-walk-counts-as-open',
    breaks: 'A store that has had a hundred walks takes no other.',
    edits: [
      {
        file: 'src/store/lmdb/lmdb-store.ts',
        find: 'ended: (one) => this.#walks.delete(one),',
        replace: 'ended: () => {},',
      },
    ],
    model: 'store',
    caughtBy: ['throws'],
  },
  {
    name: 'closed-store-has-its-file-open',
    breaks: 'A store that opens its file anew after a failure leaves the one before open.',
    edits: [
      {
        file: 'src/store/lmdb/lmdb-store.ts',
        find: '    await environment?.root.close();\n',
        replace: '',
      },
    ],
    model: 'store',
    caughtBy: ['leftovers'],
  },
];
