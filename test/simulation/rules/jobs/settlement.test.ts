import { SETTLEMENT } from '../../../../simulation/rules/jobs/settlement.js';
import { checkBreaches } from '../check-breaches.js';
import * as clean from '../clean-run.js';
import { disk, failed, poll } from '../clean-run.js';
import { at, JOB, KEY, type Run } from '../told-history.js';

const THIRD = `${KEY}/000000000003` as const;
const reloaded = (price: number) => ({ what: 'reloaded', outcome: 'applied', prices: [price] }) as const;
const onDisk = (change: (records: clean.Disk) => void): Run => ({ end: at(1_000, disk('end', change)) });

checkBreaches(
  SETTLEMENT,
  [
    [
      'a failed job costs something',
      { shown: at(300, ...poll(failed('provider_error', 1))) },
      /failed and cost 1000000/,
    ],
    [
      'a completed job costs too much',
      { shown: at(300, ...poll({ ...clean.DONE, cost: 4 })) },
      /cost 4000000 micro-DA/,
    ],
    [
      'the charge on disk is wrong',
      onDisk((records) => {
        records.jobs[JOB].settled.cost = 1;
      }),
      /its record says 1/,
    ],
    [
      'the reserve is not the price',
      onDisk((records) => {
        records.jobs[JOB].reserved = 1;
      }),
      /its record says 1/,
    ],
    [
      'the rest is not released',
      {
        crash: at(400),
        ...onDisk((records) => {
          records.ledger[`${KEY}/000000000004`].amount = 1;
        }),
      },
      /1 were released/,
    ],
    [
      'a job is settled twice',
      onDisk((records) => {
        Object.assign(records.ledger, { [`${KEY}/000000000005`]: records.ledger[THIRD] });
      }),
      /settled twice/,
    ],
    [
      'a job is reserved for twice',
      onDisk((records) => {
        Object.assign(records.ledger, { [`${KEY}/000000000005`]: records.ledger[`${KEY}/000000000002`] });
      }),
      /reserved for twice/,
    ],
    [
      'a settled job has an open reservation',
      onDisk((records) => {
        Object.assign(records.unfinished, { [JOB]: { key: KEY, reserved: 1 } });
      }),
      /has an open reservation/,
    ],
    [
      'an unsettled job has none',
      onDisk((records) => {
        records.jobs[JOB].status = 'pending';
      }),
      /has no open reservation/,
    ],
    [
      'a job is charged a price that came after it was accepted',
      {
        reload: at(150, reloaded(500_000)),
        shown: at(300, ...poll({ ...clean.DONE, cost: 1.25 })),
        ...onDisk((records) => {
          records.jobs[JOB].settled.cost = 1_250_000;
        }),
      },
      /cost 1250000 micro-DA; 2500 ms of the 4000 asked for cost 2500000\n[\s\S]*its record says 1250000/,
    ],
    [
      'a job costs what it would have before a reload',
      { reload: at(50, reloaded(2_000_000)) },
      /cost 2500000 micro-DA; 2500 ms of the 4000 asked for cost 5000000/,
    ],
  ],
  [
    ['the price changes once the job is accepted', { reload: at(150, reloaded(500_000)) }],
    [
      'a reload that would change it is refused',
      { reload: at(50, { ...reloaded(2_000_000), outcome: 'refused' }) },
    ],
    ['it comes back before the submit', { reload: at(50, reloaded(2_000_000), reloaded(1_000_000)) }],
  ],
);
