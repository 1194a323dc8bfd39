import { DURABILITY } from '../../../../simulation/rules/requests/durability.js';
import { checkBreaches } from '../check-breaches.js';
import * as clean from '../clean-run.js';
import { disk, poll } from '../clean-run.js';
import * as told from '../told-history.js';
import { at, exchange, JOB, KEY, type Run } from '../told-history.js';

const FIRST = `${KEY}/000000000001` as const;
const onDisk = (change: (records: clean.Disk) => void): Run => ({ end: at(1_000, disk('end', change)) });
const reference = (amountMicroDa: number) =>
  ({ op: 'add_credit', key: 0, amountMicroDa, reference: 'r' }) as const;

const FORM = {
  op: 'form',
  act: 'credit',
  session: 1,
  key: 0,
  amountMicroDa: 5,
  reference: 'r',
} as const;

const asPage = (sent: ReturnType<typeof told.sent>) => ({ ...sent, credential: 'page' }) as typeof sent;

checkBreaches(
  DURABILITY,
  [
    [
      'an acknowledged job is lost',
      {
        crash: at(
          400,
          disk('restart', (records) => {
            records.ledger = { [FIRST]: records.ledger[FIRST] } as clean.Disk['ledger'];
            records.jobs = {} as clean.Disk['jobs'];
          }),
        ),
      },
      /acknowledged and is not on disk/,
    ],
    [
      'an end that was shown is lost',
      {
        crash: at(
          400,
          disk('restart', (records) => {
            records.jobs[JOB].status = 'in_progress';
          }),
        ),
      },
      /shown as completed and is in_progress on disk/,
    ],
    [
      'an end that was shown is another on disk',
      {
        crash: at(
          400,
          disk('restart', (records) => {
            records.jobs[JOB].settled.cost = 1;
          }),
        ),
      },
      /on disk it completed/,
    ],
    [
      'a job goes back',
      { again: at(620, ...poll(clean.PENDING)) },
      /shown as completed and later as pending/,
    ],
    ['an end changes', { again: at(620, ...poll({ ...clean.DONE, cost: 1 })) }, /and later as/],
    [
      'an acknowledged job is not found',
      { again: at(620, ...exchange(told.POLL, 404, told.refusal('not_found'), {}, { jobId: JOB })) },
      /answered 404/,
    ],
    [
      'an acknowledged credit is lost',
      {
        more: at(
          350,
          ...exchange(reference(5), 201, {
            id: 'le_1_5',
            type: 'credit',
            amount: 0.000005,
            balance_after: 7.500005,
          }),
        ),
      },
      /entry 5 of key_1 was shown/,
    ],
    [
      'a refused submit happened',
      {
        submit: at(100, ...exchange(told.SUBMIT, 503, told.refusal('overloaded'))),
        early: at(120),
        shown: at(300),
        again: at(620),
      },
      /no submit that may have made it was lost/,
    ],
    [
      'a refused credit happened',
      {
        more: at(350, ...exchange(reference(5), 400, told.refusal('invalid_request'))),
        ...onDisk((records) => {
          Object.assign(records.ledger, {
            [`${KEY}/000000000005`]: { type: 'credit', amount: 5, job: null, reference: 'r' },
          });
        }),
      },
      /nobody sent them/,
    ],
    [
      'a key that was made is lost',
      onDisk((records) => {
        records.keys = {} as clean.Disk['keys'];
      }),
      /key_1 was made and is not on disk/,
    ],
    [
      'a revoked key is served',
      { more: at(350, ...exchange({ op: 'revoke', key: 0 }, 200, { id: KEY })) },
      /answered 200 after it/,
    ],
    [
      'a revocation is lost',
      { more: at(900, ...exchange({ op: 'revoke', key: 0 }, 200, { id: KEY })) },
      /revoked and is not on disk/,
    ],
  ],
  [
    [
      'a submit that was cut off is on disk',
      {
        submit: at(100, told.sent(told.SUBMIT, { request: 7 }), { what: 'cut_off', request: 7 }),
        early: at(120),
        shown: at(300),
        again: at(620),
      },
    ],
    [
      'a submit that the failing disk refused is on it after a crash',
      {
        submit: at(100, ...exchange(told.SUBMIT, 503, told.refusal('storage_unavailable'))),
        early: at(120),
        shown: at(300),
        again: at(620),
      },
    ],
    [
      'a form that a page could not take is on disk after a crash',
      {
        form: at(600, asPage(told.sent(FORM, { request: 9 })), told.answered(9, 503, {})),
        ...onDisk((records) => {
          Object.assign(records.ledger, {
            [`${KEY}/000000000005`]: { type: 'credit', amount: 5, job: null, reference: 'r' },
          });
        }),
      },
    ],
    [
      'a poll under way when a job ended shows it as it was',
      {
        more: at(290, told.sent(told.POLL, { request: 8, jobId: JOB })),
        late: at(310, told.answered(8, 200, clean.PENDING)),
      },
    ],
  ],
);
