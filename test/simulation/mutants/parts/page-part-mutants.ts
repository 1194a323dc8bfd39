/** Defects of the dashboard before its pages, of figures as pages print them, and of usage and its files. */
import type { Mutant } from '../mutant.js';

const SITE = 'src/http/pages/dashboard/site.tsx';

export const PAGE_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'people-share-the-window-of-their-network',
    breaks: 'People who are signed in have 600 pages a minute, with all others of their network.',
    edits: [
      {
        file: 'src/http/pages/dashboard/requests/request-windows.ts',
        find: ': users.windowOf(user);',
        replace: ': networks.windowOf(network);',
      },
    ],
    model: 'part',
    caughtBy: ['site-answer'],
  },
  {
    name: 'language-is-the-last-of-those-alike',
    breaks: 'A browser that takes two languages alike gets the second one.',
    edits: [
      {
        file: 'src/http/pages/dashboard/texts/language.ts',
        find: '!(Number(weight) > weightOfBest)',
        replace: '!(Number(weight) >= weightOfBest)',
      },
    ],
    model: 'part',
    caughtBy: ['site-answer'],
  },
  {
    name: 'forms-are-lost-without-a-word',
    breaks: 'The form of a session that is over leads to a sign-in that does not say that it is lost.',
    edits: [
      {
        file: SITE,
        find: 'goTo(signInPath(request, form))',
        replace: 'goTo(signInPath(request, undefined))',
      },
    ],
    model: 'part',
    caughtBy: ['site-answer'],
  },
  {
    name: 'chart-lacks-today',
    breaks: 'The chart of usage ends with yesterday.',
    edits: [
      {
        file: 'src/http/pages/dashboard/usage/usage-chart.tsx',
        find: 'day <= secondsOf(to)',
        replace: 'day < secondsOf(to)',
      },
    ],
    model: 'part',
    caughtBy: ['usage-page-chart'],
  },
  {
    name: 'usage-file-swaps-tokens',
    breaks: 'The file of usage has the tokens of texts in the column of those of prompts.',
    edits: [
      {
        file: 'src/http/pages/dashboard/usage/usage-file.ts',
        find: '      promptTokens,\n      completionTokens,\n',
        replace: '      completionTokens,\n      promptTokens,\n',
      },
    ],
    model: 'part',
    caughtBy: ['usage-page-file'],
  },
  {
    name: 'chat-reads-each-chunk-by-itself',
    breaks: 'A letter of an answer that two chunks share is shown as two signs for damage.',
    edits: [
      {
        file: 'src/http/pages/dashboard/islands/chat/gateway.ts',
        find: 'decoder.decode(part.value, { stream: true })',
        replace: 'decoder.decode(part.value)',
      },
    ],
    model: 'part',
    caughtBy: ['chat-answers-told'],
  },
  {
    name: 'newcomer-is-new-with-revoked-keys-only',
    breaks: 'A newcomer whose keys are all revoked is told to go on with one of them.',
    edits: [
      {
        file: 'src/http/pages/dashboard/overview/newcomer.ts',
        find: 'hasKey: active.length > 0',
        replace: 'hasKey: keys.items.length > 0',
      },
    ],
    model: 'part',
    caughtBy: ['overview-steps'],
  },
  {
    name: 'first-video-is-looked-for-no-more-once-submitted',
    breaks: 'The first page does not look again while the first job is under way.',
    edits: [
      {
        file: 'src/http/pages/dashboard/overview/first-steps.tsx',
        find: 'firstJob.settled === null;',
        replace: 'firstJob.settled !== null;',
      },
    ],
    model: 'part',
    caughtBy: ['overview-looks-again'],
  },
  {
    name: 'probed-provider-is-no-trouble',
    breaks: 'The first page of an operator tells of open breakers alone, not of those that are half open.',
    edits: [
      {
        file: 'src/http/pages/dashboard/overview/node-troubles.tsx',
        find: "breaker !== 'closed'",
        replace: "breaker === 'open'",
      },
    ],
    model: 'part',
    caughtBy: ['overview-notices'],
  },
  {
    name: 'keys-tell-their-room-always',
    breaks: 'The form tells what a key takes at most even if no order may be as large.',
    edits: [
      {
        file: 'src/http/pages/dashboard/top-up/order-form-card.tsx',
        find: 'room < bounds.topUpMax * MICRO_DA_PER_DA',
        replace: 'room <= bounds.topUpMax * MICRO_DA_PER_DA',
      },
    ],
    model: 'part',
    caughtBy: ['order-pages-list'],
  },
  {
    name: 'half-open-routes-are-not-urgent',
    breaks: 'Routes whose breaker is half open stand among those that are well.',
    edits: [
      {
        file: 'src/http/pages/dashboard/node/provider-table.tsx',
        find: "route.breaker !== 'closed'",
        replace: "route.breaker === 'open'",
      },
    ],
    model: 'part',
    caughtBy: ['node-page-routes'],
  },
];
