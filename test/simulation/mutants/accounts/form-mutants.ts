/** Defects of what people do on pages, and of what is shown of keys and people. */
import type { Mutant } from '../mutant.js';

const PAGES = 'src/http/pages/dashboard';
const OPERATIONS = 'src/http/operations/management';

export const FORM_MUTANTS: readonly Mutant[] = [
  {
    name: 'revoked-key-is-shown-as-active',
    breaks: 'A key that was revoked is listed as active.',
    edits: [
      {
        file: `${OPERATIONS}/keys/print-key.ts`,
        find: "key.isRevoked ? 'revoked' : 'active'",
        replace: "key.isRevoked && key.entries === 0 ? 'revoked' : 'active'",
      },
    ],
    caughtBy: ['keys-shown'],
  },
  {
    name: 'granted-keys-not-listed',
    breaks: 'The list of users shows nobody with granted keys.',
    edits: [
      {
        file: `${OPERATIONS}/people/print-people.ts`,
        find: 'JSON.stringify(grants)',
        replace: 'JSON.stringify(grants.slice(1))',
      },
    ],
    caughtBy: ['users-shown'],
  },
  {
    name: 'refused-guesses-count',
    breaks: 'Guesses that were refused count, so that somebody who goes on keeps a person out.',
    edits: [
      {
        file: 'src/people/guess-limits.ts',
        find: '    if (waitMs > 0) return waitMs;\n',
        replace:
          '    if (waitMs > 0) for (const window of counted) windows.admit(window, now);\n    if (waitMs > 0) return waitMs;\n',
      },
    ],
    caughtBy: ['guesses'],
  },
  {
    name: 'dismissal-is-forgotten',
    breaks: 'An order that an operator has dealt with is set aside again with its next look.',
    edits: [
      {
        file: 'src/actors/orders/set-aside.ts',
        find: '  listSetAside(dismissed, order, turn);\n',
        replace:
          "  listSetAside(dismissed, order, turn);\n  if (note.length > 5) return { outcome: 'order', order: dismissed };\n",
      },
    ],
    caughtBy: ['order-dismissal', 'order-mismatch'],
  },
  {
    name: 'dismissal-of-another-finding',
    breaks: 'A finding that has nothing to do with the note is dismissed.',
    edits: [
      {
        file: 'src/actors/orders/set-aside.ts',
        find: 'if (!isSetAside(order) || order.machine.context.mismatch?.kind !== kind)',
        replace: 'if (!isSetAside(order) || kind === undefined)',
      },
    ],
    caughtBy: ['order-dismissal'],
  },
  {
    name: 'dismissal-stands-for-another-finding',
    breaks: 'An order that was dealt with is not set aside again for something else.',
    edits: [
      {
        file: 'src/actors/orders/set-aside.ts',
        find: 'mismatch === machine.context.mismatch',
        replace: '(mismatch === null) === (machine.context.mismatch === null)',
      },
    ],
    caughtBy: ['order-dismissal', 'order-mismatch'],
  },
  {
    name: 'form-of-a-job-is-not-counted',
    breaks: "A job that is submitted by a form is not counted on its key's window.",
    edits: [
      {
        file: 'src/http/pipeline/key-requests.ts',
        find: 'if (!windows.admit(window, now)) {',
        replace: 'if (windows.waitMs(window, now) > 0) {',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'full-window-takes-a-form',
    breaks: 'A job that is submitted by a form is taken although the window of its key is full.',
    edits: [
      {
        file: 'src/http/pipeline/key-requests.ts',
        find: 'if (!windows.admit(window, now)) {',
        replace: 'if (!windows.admit(window, now) && windows.limitOf(window) === 0) {',
      },
    ],
    caughtBy: ['window-exact'],
  },
  {
    name: 'owners-add-credit',
    breaks: 'An owner adds credit to a key of the account, and takes some back.',
    edits: [
      {
        file: `${PAGES}/keys/movements.tsx`,
        find: "mayManage(rights, key.account) : rights.role === 'operator',",
        replace: "mayManage(rights, key.account) : rights.role !== 'member',",
      },
    ],
    caughtBy: ['forms', 'visits'],
  },
  {
    name: 'limit-of-the-form-is-lost',
    breaks: 'A key that a page makes has the usual limit, whatever its form says.',
    edits: [
      {
        file: `${PAGES}/keys/create-key.tsx`,
        find: 'parsed.rateLimitRpm ?? deps.settings.defaultRpm,',
        replace: 'deps.settings.defaultRpm,',
      },
    ],
    caughtBy: ['keys-shown'],
  },
  {
    name: 'keys-of-others-are-granted',
    breaks: 'A user may be granted a key of another account.',
    edits: [
      {
        file: `${OPERATIONS}/people/change-user.ts`,
        find: 'system.view(apiKey, id)?.account === account',
        replace: "system.view(apiKey, id)?.account !== ''",
      },
    ],
    caughtBy: ['rights'],
  },
];
