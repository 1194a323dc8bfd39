import { ACTIVITY } from '../../../../simulation/rules/money/activity.js';
import { checkBreaches } from '../check-breaches.js';
import { type Disk, disk } from '../clean-run.js';
import { at, JOB, KEY, type Run } from '../told-history.js';

const ROW = `${KEY}/2026-11-21/model%2Fidempotent/idempotent` as const;
const onDisk = (change: (records: Disk) => void): Run => ({ end: at(1_000, disk('end', change)) });

checkBreaches(ACTIVITY, [
  [
    'output is left out',
    onDisk((records) => {
      records.activity[ROW].output_ms -= 1;
    }),
    /1 completed, 0 failed, 2499 ms, 2500000 micro-DA; its jobs make it 1 completed, 0 failed, 2500 ms/,
  ],
  [
    'a failure is counted as completed',
    onDisk((records) => {
      records.jobs[JOB].status = 'failed';
    }),
    /its jobs make it 0 completed, 1 failed, 0 ms/,
  ],
  [
    'the account of a key is left out',
    onDisk((records) => {
      Object.assign(records, { account_activity: {} });
    }),
    /activity of accounts in .*idempotent is 0 completed, 0 failed, 0 ms, 0 micro-DA, that of their keys 1/,
  ],
  [
    'a job is not counted',
    onDisk((records) => {
      Object.assign(records, { activity: {} });
    }),
    /is 0 completed, 0 failed, 0 ms, 0 micro-DA; its jobs make it 1 completed/,
  ],
]);
