/** Defects at the bounds: the order of refusals, pages of lists, amounts and lengths. */
import type { Mutant } from '../mutant.js';

export const EDGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'replay-refused-for-money',
    breaks: 'An accepted submit that is repeated is refused if the key cannot pay for another one.',
    edits: [
      {
        file: 'src/actors/jobs/job-creation.ts',
        find: "if (known.kind === 'replay') return { outcome: 'replayed', jobId: known.result };",
        replace:
          "if (known.kind === 'replay') {\n    const { credited, charged, reserved: held } = checked.key.balances;\n    const balance = (credited - charged - held) as MicroDa;\n    if (quote.ok && balance < quote.reserve) return { outcome: 'insufficient_credits', required: quote.reserve, balance };\n    return { outcome: 'replayed', jobId: known.result };\n  }",
      },
    ],
    caughtBy: ['refusal-order'],
  },
  {
    name: 'money-is-looked-at-before-room',
    breaks: 'A key that has as many jobs as it may, and no credit, is told of the credit.',
    edits: [
      {
        file: 'src/actors/keys/key-money.ts',
        find: "if (state.open[purpose.kind] >= openMax) return { outcome: 'too_many_reservations' };",
        replace:
          "if (state.open[purpose.kind] >= openMax && balanceOf(state.balances) >= amount) return { outcome: 'too_many_reservations' };",
      },
    ],
    caughtBy: ['linearizability'],
  },
  {
    name: 'page-that-is-full-has-more',
    breaks: 'A page that the list ends with says that there is more, if it is full.',
    edits: [
      {
        file: 'src/actors/storage/page.ts',
        find: 'if (items.length === limit) return { items, hasMore: true };\n    items.push(item);',
        replace: 'items.push(item);\n    if (items.length === limit) return { items, hasMore: true };',
      },
    ],
    caughtBy: ['paging'],
  },
  {
    name: 'page-begins-with-the-cursor',
    breaks: 'The job that a page of a key ended with stands on the next page, too.',
    edits: [
      {
        file: 'src/actors/jobs/job-lists.ts',
        find: 'const ids = jobIdsNewestFirst(records, [keyId], classesOf(status), request.after);',
        replace:
          'const ids = jobIdsNewestFirst(records, [keyId], classesOf(status), request.after?.concat("0"));',
      },
    ],
    caughtBy: ['paging'],
  },
];
