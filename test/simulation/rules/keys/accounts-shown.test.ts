import type { ClientCall } from '../../../../simulation/history/client-call.js';
import { ACCOUNTS_SHOWN } from '../../../../simulation/rules/keys/accounts-shown.js';
import { checkBreaches } from '../check-breaches.js';
import { answered, at, exchange, type Moment, type Run, sent } from '../told-history.js';

const OWN = 'acct_own';
const SAVED = { location: `/accounts/${OWN}?saved` };
const RENAME = { op: 'form', act: 'rename_account', session: 1, account: 1, name: 'Other' } as const;
const UNVERIFY = { op: 'change_account', account: 1, isVerified: false } as const;
const LATER = 9_001;
const CRASH: Moment = { what: 'crashed', on: 'now', undecided: 'lost' };

const renames = (status = 303, headers: Readonly<Record<string, string>> = SAVED) =>
  exchange(RENAME, status, {}, headers);
const unverifies = (status = 200) => exchange(UNVERIFY, status, {});

function lists(name: string, verified: boolean, id = OWN): readonly Moment[] {
  const data = [
    { id: 'acct_default', name: 'Any' },
    { id, name, verified },
  ];
  return exchange({ op: 'page', list: 'accounts', key: 0 }, 200, { data });
}

/** A verified account "Own" is made before what comes. */
function made(...moments: readonly (Moment | readonly Moment[])[]): Run {
  const call: ClientCall = { op: 'create_account', name: 'Own' };
  return {
    made: at(1, ...exchange(call, 201, { id: OWN, name: 'Own', verified: true })),
    x: at(700, ...moments.flat()),
  };
}

/** A change that is answered after what comes. */
function meanwhile(call: ClientCall, ...moments: readonly (Moment | readonly Moment[])[]): Run {
  return made(sent(call, { request: LATER }), ...moments, answered(LATER, 200, {}));
}

checkBreaches(
  ACCOUNTS_SHOWN,
  [
    ['it has another name', made(lists('Other', true)), /acct_own is called "Other", not "Own"/],
    ['it has the name of before', made(renames(), lists('Own', true)), /is called "Own", not "Other"/],
    [
      'it has a name that was refused',
      made(renames(400), lists('Other', true)),
      /is called "Other", not "Own"/,
    ],
    [
      'it has a name that nobody gave it while it gets another one',
      meanwhile(RENAME, lists('Third', true)),
      /is called "Third", not "Own" or "Other"/,
    ],
    ['it is shown as not verified', made(lists('Own', false)), /acct_own is shown unverified/],
    ['it is shown as verified still', made(unverifies(), lists('Own', true)), /acct_own is shown verified/],
    [
      'it is as the disk refused it, and no process ended since',
      made({ what: 'disk_failed', fault: 'reject' }, unverifies(503), lists('Own', false)),
      /acct_own is shown unverified/,
    ],
    [
      'it is as it was refused, and the disk was well when the process ended',
      made(unverifies(503), CRASH, lists('Own', false)),
      /acct_own is shown unverified/,
    ],
  ],
  [
    ['it is shown as it was made', made(lists('Own', true))],
    ['it is shown as it was changed', made(renames(), unverifies(), lists('Other', false))],
    [
      'it has the name of before, for the form led to the sign-in',
      made(renames(303, { location: '/sign-in' }), lists('Own', true)),
    ],
    [
      'its new name shows before that is answered',
      meanwhile(RENAME, lists('Other', true), lists('Own', true)),
    ],
    [
      'it is verified no more before that is answered',
      meanwhile(UNVERIFY, lists('Own', false), lists('Own', true)),
    ],
    ['no answer told of the change', made(sent(RENAME), CRASH, lists('Own', true), lists('Other', true))],
    [
      'the disk failed as it was changed, and the process ended',
      made(
        { what: 'disk_failed', fault: 'reject' },
        unverifies(503),
        CRASH,
        lists('Own', true),
        lists('Own', false),
      ),
    ],
    [
      'its own key would change it',
      made(
        sent({ ...UNVERIFY }, { request: LATER, ofAccount: OWN }),
        answered(LATER, 200, {}),
        lists('Own', true),
      ),
    ],
    ['no answer told of it', made(lists('Any', false, 'acct_2'))],
    [
      'the list is refused',
      made(exchange({ op: 'page', list: 'accounts', key: 0 }, 503, { data: [{ id: OWN }] })),
    ],
    [
      'it is another list',
      made(exchange({ op: 'page', list: 'keys', key: 0 }, 200, { data: [{ id: OWN }] })),
    ],
  ],
);
