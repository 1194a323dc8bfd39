/** Defects in the records of a folder, and of the parts that keep keys and their money, searched as parts. */
import type { Mutant } from '../mutant.js';

export const FOLDER_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'marked-walk-ends-at-few-marked-keys',
    breaks: 'The walk over marked credit ends at the first step with a key of which nothing is marked.',
    edits: [
      {
        file: 'src/actors/across-accounts/marked-credit.ts',
        find: 'next: nextAfter(seen, markedAtOnce)',
        replace: 'next: nextAfter(keys, markedAtOnce)',
      },
    ],
    model: 'part',
    caughtBy: ['folders-walk'],
  },
  {
    name: 'open-generations-of-a-plain-key-are-not-written',
    breaks: 'The record of a key that has open generations and nothing else that is rare leaves them out.',
    edits: [
      {
        file: 'src/actors/keys/api-key-record.ts',
        find: 'rotations === 0 && generation === 0)',
        replace: 'rotations === 0)',
      },
    ],
    model: 'part',
    caughtBy: ['folders-key'],
  },
  {
    name: 'upgrade-loses-what-is-reserved',
    breaks: 'The sums of a folder that had none leave out what is reserved.',
    edits: [
      {
        file: 'src/actors/across-accounts/recount-tallies.ts',
        find: 'BigInt(charged ?? 0) + BigInt(reserved ?? 0)',
        replace: 'BigInt(charged ?? 0)',
      },
    ],
    model: 'part',
    caughtBy: ['folders-upgrade'],
  },
  {
    name: 'newest-id-by-its-prefix',
    breaks: 'Identifiers go on behind the newest of those whose kind sorts last.',
    edits: [
      {
        file: 'src/node/folder/recovered.ts',
        find: 'timePart(one) < timePart(other)',
        replace: 'one < other',
      },
    ],
    model: 'part',
    caughtBy: ['folders-newest', 'folders-ids'],
  },
  {
    name: 'reload-leaves-windows-of-operators',
    breaks: 'A reload that changes the window of management keys does not reach those of operators in use.',
    edits: [
      {
        file: 'src/actors/keys/key-table.ts',
        find: 'if (kind === MANAGEMENT || kind === OPERATOR) this.',
        replace: 'if (kind === MANAGEMENT) this.',
      },
    ],
    model: 'part',
    caughtBy: ['key-table-standing', 'key-table-verdict'],
  },
  {
    name: 'earlier-secrets-stay-in-memory',
    breaks: 'A secret that is in memory works on behind a rotation without a grace.',
    edits: [{ file: 'src/actors/keys/key-table.ts', find: '    this.earlier.forget(row);\n', replace: '' }],
    model: 'part',
    caughtBy: ['key-table-found', 'key-table-id', 'key-table-throws'],
  },
  {
    name: 'refused-anchor-counts-as-written',
    breaks:
      'The anchor of steady time is not written again if the disk refused it after a step of the clock.',
    edits: [
      {
        file: 'src/node/clock/anchor-keeper.ts',
        find: 'if (isOff && (await this.#options.write())) this.#anchoredLeadMs = leadMs;',
        replace: 'if (isOff) await this.#options.write();\n    if (isOff) this.#anchoredLeadMs = leadMs;',
      },
    ],
    model: 'part',
    caughtBy: ['anchor-noted'],
  },
  {
    name: 'price-of-tokens-rounds-to-the-nearest',
    breaks: 'The price of a text is rounded down if less than half a micro-DA is over.',
    edits: [
      {
        file: 'src/money/micro-da.ts',
        find: 'const roundedUp = (product + 999_999n) / 1_000_000n;',
        replace: 'const roundedUp = (product + 500_000n) / 1_000_000n;',
      },
    ],
    model: 'part',
    caughtBy: ['amounts-price'],
  },
  {
    name: 'configured-key-leaves-the-one-before',
    breaks: 'Another management key in the configuration does not end the one of before.',
    edits: [
      {
        file: 'src/node/assembly/bootstrap.ts',
        find: "    ask(deps.system, deps.managementKey, oldId, { type: 'revoke', by: BY_THE_NODE }),\n",
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['first-start-keys', 'first-start-listed'],
  },
  {
    name: 'checksums-are-written-twice',
    breaks: 'A start after one that was killed behind the last checksum begins with the first once more.',
    edits: [
      {
        file: 'src/node/folder/format-version.ts',
        find: 'isPlace ? { table: table as Table, key } : undefined',
        replace: 'isPlace ? { table: table as Table, key } : FIRST_PLACE',
      },
    ],
    model: 'part',
    caughtBy: ['folders-checksums'],
  },
  {
    name: 'fewer-records-than-counted-are-sound',
    breaks: 'A table that has lost records which nothing names is verified as sound.',
    edits: [
      {
        file: 'src/audit/database/checked-records.ts',
        find: 'if (walked === counted) return;',
        replace: 'if (walked <= counted) return;',
      },
    ],
    model: 'part',
    caughtBy: ['checked-records-told'],
  },
  {
    name: 'backup-without-evictions',
    breaks: 'A backup lacks the word that a result had to make room.',
    edits: [
      {
        file: 'src/audit/backup/kept-files.ts',
        find: "kind !== 'partial'",
        replace: "kind === 'clip'",
      },
    ],
    model: 'part',
    caughtBy: ['backup-files-files'],
  },
  {
    name: 'operator-key-in-force-before-its-file',
    breaks: 'The first management key is on its way to the disk when its file is written, which may fail.',
    edits: [
      {
        file: 'src/node/assembly/bootstrap.ts',
        find: '    if (configuredKey === undefined) keepFile(plainText);\n    await createDefaultAccount(deps, plainText);\n',
        replace:
          '    const made = createDefaultAccount(deps, plainText);\n    if (configuredKey === undefined) keepFile(plainText);\n    await made;\n',
      },
    ],
    model: 'part',
    caughtBy: ['first-start-keys'],
  },
  {
    name: 'file-cut-by-its-last-page',
    breaks: 'A database file that lacks its last page passes for whole.',
    edits: [
      {
        file: 'src/store/lmdb/meta-pages.ts',
        find: '(lastPage + 1n) * BigInt(pageBytes)',
        replace: 'lastPage * BigInt(pageBytes)',
      },
    ],
    model: 'part',
    caughtBy: ['cut-files-opened', 'cut-files-verified'],
  },
  {
    name: 'older-root-passes',
    breaks: 'A state of which the disk lost the root passes for the one that was written last.',
    edits: [
      {
        file: 'src/store/lmdb/meta-pages.ts',
        find: 'ofRoot === transaction ||',
        replace: 'ofRoot <= transaction ||',
      },
    ],
    model: 'part',
    caughtBy: ['cut-files-verified'],
  },
  {
    name: 'private-file-named-before-it-is-synced',
    breaks: 'A power cut leaves an empty file in the place of the one before.',
    edits: [{ file: 'src/node/folder/private-file.ts', find: '    fsyncSync(file);\n', replace: '' }],
    model: 'part',
    caughtBy: ['written-files-file', 'written-files-secret'],
  },
  {
    name: 'restored-names-are-not-synced',
    breaks: 'A power cut takes the files of a restore that has told its end.',
    edits: [{ file: 'src/audit/backup/restore.ts', find: '    syncFile(data);\n', replace: '' }],
    model: 'part',
    caughtBy: ['written-files-restored'],
  },
  {
    name: 'short-write-begins-again',
    breaks: 'A copy of which the disk took a part goes on with its beginning.',
    edits: [
      {
        file: 'src/audit/backup/durable-files.ts',
        find: 'writeSync(descriptor, bytes, written)',
        replace: 'writeSync(descriptor, bytes, 0, bytes.length - written)',
      },
    ],
    model: 'part',
    caughtBy: ['written-files-restored', 'written-files-gathered'],
  },
  {
    name: 'results-gathered-once',
    breaks: 'Results that are kept while the database is copied are not in the backup.',
    edits: [
      {
        file: 'src/audit/backup/backup.ts',
        find: '    if (results !== undefined) gatherKept(results, partial);\n    options.copied?.();',
        replace: '    options.copied?.();',
      },
    ],
    model: 'part',
    caughtBy: ['backups-missing', 'backups-copied-early'],
  },
  {
    name: 'certificate-changes-with-its-key-alone',
    breaks: 'A reload takes a new certificate only if its key is another one.',
    edits: [
      {
        file: 'src/node/listening/tls-files.ts',
        find: ".update(certBytes).update('\\0')",
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['tls-files-fingerprint'],
  },
];
