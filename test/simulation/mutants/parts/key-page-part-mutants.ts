/** Defects of the pages of API keys and of management keys. */
import type { Mutant } from '../mutant.js';

const UNDER_WAY = 'src/http/pages/dashboard/management-keys/keys-under-way.ts';

export const KEY_PAGE_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'ledger-file-ends-after-its-first-piece',
    breaks: 'The file of a ledger ends with its 500th entry.',
    edits: [
      {
        file: 'src/http/pages/dashboard/keys/ledger-file.ts',
        find: 'if (!hasMore) return;',
        replace: 'if (hasMore || !hasMore) return;',
      },
    ],
    model: 'part',
    caughtBy: ['key-pages-file'],
  },
  {
    name: 'page-of-a-revoked-key-rotates-it',
    breaks: 'A key that is revoked gets another secret on its page.',
    edits: [
      {
        file: 'src/http/pages/dashboard/keys/rotate-key.tsx',
        find: ' && !key.isRevoked',
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['key-pages-part', 'key-pages-done', 'key-pages-asked'],
  },
  {
    name: 'list-of-an-account-goes-on-with-all-keys',
    breaks: 'The next page of the keys of an account has those of every account, for operators.',
    edits: [
      {
        file: 'src/http/pages/dashboard/keys/list-keys.tsx',
        find: "const asked = query.has('account') ? { account: account.id } : {};",
        replace: 'const asked = {};',
      },
    ],
    model: 'part',
    caughtBy: ['key-pages-list'],
  },
  {
    name: 'management-keys-of-forms-at-once-are-not-counted',
    breaks: 'Forms that come at once make more management keys than an account may have.',
    edits: [{ file: UNDER_WAY, find: ', ...making]);', replace: ']);' }],
    model: 'part',
    caughtBy: ['management-key-pages-asked', 'management-key-pages-done'],
  },
  {
    name: 'management-keys-that-failed-stay-counted',
    breaks: 'A management key that the disk did not take counts until the next start.',
    edits: [{ file: UNDER_WAY, find: '    making.delete(id);', replace: '' }],
    model: 'part',
    caughtBy: ['management-key-pages-asked', 'management-key-pages-done'],
  },
  {
    name: 'management-keys-are-one-too-many',
    breaks: 'An account has 21 management keys.',
    edits: [{ file: UNDER_WAY, find: 'ids.size >= most', replace: 'ids.size > most' }],
    model: 'part',
    caughtBy: ['management-key-pages-asked', 'management-key-pages-done'],
  },
];
