/** Defects of pages: of people, doors, audit trails, accounts and jobs. */
import type { Mutant } from '../mutant.js';

const PAGES = 'src/http/pages/dashboard';

export const DESK_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'people-behind-a-page-are-of-ones-own-account',
    breaks: 'An operator who goes on in the people of an account comes to those of the own one.',
    edits: [
      {
        file: `${PAGES}/people/list-people.tsx`,
        find: "older={last && pathOn(account.id, '/people', request, { after: last })}",
        replace: "older={last && pathOn(signedIn.account, '/people', request, { after: last })}",
      },
    ],
    model: 'part',
    caughtBy: ['people-pages-list'],
  },
  {
    name: 'owners-are-shown-the-forms-of-operators',
    breaks: 'The owner of the account of operators is offered to change an operator.',
    edits: [
      {
        file: `${PAGES}/people/show-person.tsx`,
        find: 'mayChange={mayChange && mayHandle(signedIn, account.id, user.role)}',
        replace: 'mayChange={mayChange}',
      },
    ],
    model: 'part',
    caughtBy: ['people-pages-person'],
  },
  {
    name: 'second-invitation-of-another-role-counts-as-the-first',
    breaks: 'A form of an invitation that is sent again with another role makes none.',
    edits: [
      {
        file: `${PAGES}/people/invite.tsx`,
        find: 'return { keyHash: hash, fingerprint: hash };',
        replace: "return { keyHash: createHash('sha256').update(once).digest('hex'), fingerprint: hash };",
      },
    ],
    model: 'part',
    caughtBy: ['people-pages-once'],
  },
  {
    name: 'sign-up-by-mail-asks-for-a-password',
    breaks: 'A stranger who gets a link by mail is refused for a password that the form does not have.',
    edits: [
      {
        file: `${PAGES}/sign-in/sign-up.tsx`,
        find: 'asking.isByMail ? undefined : trouble;',
        replace: 'trouble;',
      },
    ],
    model: 'part',
    caughtBy: ['doors-result'],
  },
  {
    name: 'known-browser-is-known-for-a-month',
    breaks: 'A browser that signed in before is known no longer than its session.',
    edits: [
      {
        file: `${PAGES}/requests/session-cookies.ts`,
        find: 'device, DEVICE_MAX_S, origin',
        replace: 'device, SESSION_MAX_S, origin',
      },
    ],
    model: 'part',
    caughtBy: ['doors-cookies'],
  },
  {
    name: 'demo-opens-under-any-host',
    breaks: 'The link of a demo signs in under a host that is no name of its machine.',
    edits: [
      {
        file: `${PAGES}/demo/demo-sign-in.tsx`,
        find: 'LOOPBACK_ADDRESS.test(address) && isLoopbackOrigin(origin)',
        replace: 'LOOPBACK_ADDRESS.test(address) || isLoopbackOrigin(origin)',
      },
    ],
    model: 'part',
    caughtBy: ['doors-result'],
  },
  {
    name: 'audit-page-leads-on-after-the-first',
    breaks: 'The next page of an audit trail repeats what the page before showed.',
    edits: [
      {
        file: `${PAGES}/people/audit-trail.tsx`,
        find: 'hasMore ? items.at(-1) : undefined',
        replace: 'hasMore ? items.at(0) : undefined',
      },
    ],
    model: 'part',
    caughtBy: ['audit-page-entries'],
  },
  {
    name: 'accounts-lead-on-from-the-last-page',
    breaks: 'The last page of accounts leads on to an empty one.',
    edits: [
      {
        file: `${PAGES}/accounts/list-accounts.tsx`,
        find: 'hasMore ? items.at(-1)?.id : undefined',
        replace: 'items.at(-1)?.id',
      },
    ],
    model: 'part',
    caughtBy: ['account-pages-list'],
  },
  {
    name: 'revoked-keys-are-not-debited',
    breaks: 'The form of an account does not offer a revoked key that has a balance.',
    edits: [
      {
        file: `${PAGES}/accounts/credit-form.tsx`,
        find: '!isRevoked || balanceOf(balances) > 0',
        replace: '!isRevoked',
      },
    ],
    model: 'part',
    caughtBy: ['account-pages-account', 'account-pages-form'],
  },
  {
    name: 'job-to-make-again-has-the-length-that-was-made',
    breaks: 'The form of a job that is made again asks for a length in milliseconds.',
    edits: [
      {
        file: `${PAGES}/jobs/new-job.tsx`,
        find: 'String(lengthMs / MS_PER_S)',
        replace: 'String(lengthMs)',
      },
    ],
    model: 'part',
    caughtBy: ['job-pages-form'],
  },
  {
    name: 'members-see-the-trouble-of-providers',
    breaks: 'The page of a job tells everybody how the last question to its provider failed.',
    edits: [
      {
        file: `${PAGES}/jobs/show-job.tsx`,
        find: 'trouble: isOperator ? trouble : undefined,',
        replace: 'trouble,',
      },
    ],
    model: 'part',
    caughtBy: ['job-pages-job'],
  },
];
