import { FIGURES } from '../../../../simulation/rules/watching/figures.js';
import { FIGURES_AT_REST } from '../../../../simulation/rules/watching/figures-at-rest.js';
import { HEALTH } from '../../../../simulation/rules/watching/health.js';
import { checkBreaches } from '../check-breaches.js';
import { at, exchange, type Moment, type Run, refusal } from '../told-history.js';

const LIMITED = { 'x-ratelimit-limit-rpm': '60' };
const STARTING = at(5_000, { what: 'starting', isReboot: false });

function told(samples: Readonly<Record<string, string>>): readonly Moment[] {
  return [
    { what: 'scraping', page: '/metrics' },
    { what: 'scraped', page: '/metrics', status: 200, samples },
  ];
}

/** Two requests after the clean run, of which a window refused one. */
function afterTwo(samples: Readonly<Record<string, string>>): Run {
  return {
    starting: STARTING,
    asked: at(
      5_001,
      ...exchange({ op: 'credits', key: 0 }, 200, {}, LIMITED),
      ...exchange({ op: 'credits', key: 0 }, 429, refusal('rate_limit_exceeded'), LIMITED),
      ...told(samples),
    ),
  };
}

const SOUND = {
  'tollgate_http_requests_total{method="GET",route="/v1/credits",status="200"}': '1',
  'tollgate_http_requests_total{method="GET",route="/v1/videos/{id}",status="429"}': '1',
  'tollgate_http_requests_total{method="GET",route="/healthz",status="200"}': '7',
  'tollgate_http_errors_total{code="rate_limit_exceeded"}': '1',
  'tollgate_limiter_admitted_total{window="api_key"}': '1',
  'tollgate_limiter_refused_total{window="api_key"}': '1',
};

checkBreaches(
  FIGURES,
  [
    [
      'an answer is not counted',
      afterTwo({
        ...SOUND,
        'tollgate_http_requests_total{method="GET",route="/v1/credits",status="200"}': '0',
      }),
      /API with status 200 stands at 0, and 1 were seen/,
    ],
    [
      'an error is counted twice',
      afterTwo({ ...SOUND, 'tollgate_http_errors_total{code="rate_limit_exceeded"}': '2' }),
      /errors_total of rate_limit_exceeded stands at 2/,
    ],
    [
      'a window counts a refusal as an admission',
      afterTwo({
        ...SOUND,
        'tollgate_limiter_admitted_total{window="api_key"}': '2',
        'tollgate_limiter_refused_total{window="api_key"}': '0',
      }),
      /refused_total stands at 0/,
    ],
    [
      'jobs do not add up',
      afterTwo({ ...SOUND, tollgate_jobs_accepted_total: '2', 'tollgate_jobs{state="pending"}': '1' }),
      /accepted_total stands at 2, and 1 are open/,
    ],
  ],
  [['each figure is what was seen', afterTwo(SOUND)]],
);

const KEY_RECORD = { account: 'a', rpm: 1, revoked: false, credited: 9, charged: 2, reserved: 0 };
const AT_REST = {
  tollgate_storage_up: '1',
  tollgate_balance_da: '0.000007',
  'tollgate_keys{state="active"}': '1',
  'tollgate_ledger_da_total{type="credit"}': '0.000009',
};

function atRest(samples: Readonly<Record<string, string>>): Run {
  const ledger = { 'key_1/1': { type: 'credit', amount: 9, balance: 9, reserved: 0 } };
  return {
    starting: STARTING,
    rest: at(9_000, ...told(samples), { disk: { keys: { key_1: KEY_RECORD }, ledger }, when: 'end' }),
  };
}

checkBreaches(
  FIGURES_AT_REST,
  [
    ['the balance is another', atRest({ ...AT_REST, tollgate_balance_da: '7' }), /keys have 7 micro-DA/],
    [
      'a call is under way',
      atRest({ ...AT_REST, 'tollgate_provider_calls_in_flight{kind="text"}': '1' }),
      /a call is under way at rest/,
    ],
    ['a reminder is counted', atRest({ ...AT_REST, tollgate_reminders_set: '1' }), /the records say 0/],
  ],
  [['each is the sum of its records', atRest(AT_REST)]],
);

function health(readyz: number, samples: Readonly<Record<string, string>>, elsewhere = 403): Run {
  return {
    health: at(
      500,
      { what: 'scraped', page: '/readyz', status: readyz },
      { what: 'scraped', page: 'elsewhere', status: elsewhere },
      ...told(samples),
    ),
  };
}

checkBreaches(
  HEALTH,
  [
    [
      'it is not ready, and its disk is up',
      health(503, { tollgate_storage_up: '1' }),
      /not ready, and the figures/,
    ],
    ['its disk is down for no reason', health(503, {}), /the disk is down, and it is well/],
    ['everybody is shown its figures', health(200, { tollgate_storage_up: '1' }, 200), /shown elsewhere/],
  ],
  [['it is ready, and its disk is up', health(200, { tollgate_storage_up: '1' })]],
);
