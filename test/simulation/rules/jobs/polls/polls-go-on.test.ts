import { POLLS_GO_ON } from '../../../../../simulation/rules/jobs/polls/polls-go-on.js';
import { checkBreaches } from '../../check-breaches.js';
import { at, pollCalled, providerSaid } from '../../told-history.js';

const RUNNING = { kind: 'state', state: { state: 'in_progress' } } as const;
const PATIENT = { kind: 'state', state: { state: 'in_progress', askAgainAfterMs: 60_000 } } as const;
const FAILED = { kind: 'state', state: { state: 'failed', slug: 'provider_error', message: '' } } as const;
const LOST = { kind: 'error' } as const;
const late = at(76_000, pollCalled(9));
const said = (answer: Parameters<typeof providerSaid>[1]) => at(700, pollCalled(8), providerSaid(8, answer));
const TOO_LATE = /video_1 was asked for 75300 ms after it was asked for before/;

checkBreaches(
  POLLS_GO_ON,
  [
    ['nobody asks for long after a poll that failed', { said: said(LOST), late }, TOO_LATE],
    ['nobody asks for long after a poll without news', { said: said(RUNNING), late }, TOO_LATE],
  ],
  [
    ['the provider asked to be left alone', { said: said(PATIENT), late }],
    ['the job had ended, and a disk kept it from taking its end', { said: said(FAILED), late }],
    [
      'the process was not there meanwhile',
      {
        said: said(RUNNING),
        ended: at(800, { what: 'crashed', on: 'now', undecided: 'lost' }),
        late: at(76_000, { what: 'starting', isReboot: false }, pollCalled(9)),
      },
    ],
  ],
);
