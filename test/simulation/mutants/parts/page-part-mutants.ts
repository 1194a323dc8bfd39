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
];
