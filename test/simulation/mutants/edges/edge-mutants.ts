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
    name: 'last-bytes-are-the-first',
    breaks: 'A request for the last bytes of a result gets so many of the first.',
    edits: [
      {
        file: 'src/http/request/byte-range.ts',
        find: 'range: { from: Math.max(0, size - length), to: size } };',
        replace: 'range: { from: 0, to: Math.min(length, size) } };',
      },
    ],
    caughtBy: ['ranges'],
  },
  {
    name: 'link-keeps-the-scheme-of-before',
    breaks: 'A link begins as that of the request before it with the same host, over TLS or not.',
    edits: [
      {
        file: 'src/http/request/base-url.ts',
        find: 'if (host !== lastHost || isTls !== wasTls) {',
        replace: 'if (host !== lastHost) {',
      },
    ],
    runsMax: 600,
    caughtBy: ['links'],
  },
  {
    name: 'link-takes-the-word-of-the-farthest-proxy',
    breaks: 'Of proxies in a row, the host and scheme are those that the farthest wrote.',
    edits: [
      {
        file: 'src/http/request/base-url.ts',
        find: "return list.slice(list.lastIndexOf(',') + 1).trim();",
        replace: "return (list.split(',')[0] ?? '').trim();",
      },
    ],
    caughtBy: ['links'],
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
  {
    name: 'job-removed-before-its-time',
    breaks: 'A settled job is removed twenty seconds before its time.',
    edits: [
      {
        file: 'src/actors/jobs/video-job.ts',
        find: "expiryKey(later(turn.now, keptMs), 'job', job.id)",
        replace: "expiryKey(later(turn.now, Math.max(0, keptMs - 20_000)), 'job', job.id)",
      },
    ],
    caughtBy: ['kept-jobs', 'isolation'],
  },
  {
    name: 'job-kept-for-too-long',
    breaks: 'A settled job is kept a hundred times as long as it should be.',
    edits: [
      {
        file: 'src/actors/jobs/video-job.ts',
        find: "expiryKey(later(turn.now, keptMs), 'job', job.id)",
        replace: "expiryKey(later(turn.now, keptMs * 100), 'job', job.id)",
      },
    ],
    caughtBy: ['kept-jobs'],
  },
  {
    name: 'activity-is-filtered-by-model-alone',
    breaks: 'The activity of one provider shows those of all.',
    edits: [
      {
        file: 'src/http/operations/v1/get-activity.ts',
        find: '.filter((row) => provider === undefined || row.provider === provider)',
        replace: '.filter((row) => provider === undefined || row.provider !== undefined)',
      },
    ],
    caughtBy: ['usage'],
  },
  {
    name: 'required-amount-is-rounded',
    breaks: 'A refusal for money tells a rounded amount.',
    edits: [
      {
        file: 'src/http/operations/v1/submit-video.ts',
        find: 'required: reply.required,',
        replace: 'required: (Math.ceil(reply.required / 10) * 10) as typeof reply.required,',
      },
    ],
    caughtBy: ['prices'],
  },
];
