import { ORDER_LOOKS } from '../../../../simulation/rules/orders/order-looks.js';
import { checkBreaches } from '../check-breaches.js';
import { at, type Moment } from '../told-history.js';
import { looked, ordered } from './made-orders.js';

const LATE = 900_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CRASH: Moment = { what: 'crashed', on: 'now', undecided: 'kept' };
const STARTS: readonly Moment[] = [{ what: 'starting', isReboot: false }, { what: 'started' }];
const BOOTS: readonly Moment[] = [{ what: 'starting', isReboot: true }, { what: 'started' }];
const OVER = at(LATE, ...ordered(), ...looked('failed'));
/** An order that is asked about at its deadline, and is seen to be over a day later. */
const OVER_AT_ITS_DEADLINE = {
  x: at(LATE, ...ordered(), { what: 'stopping' }, { what: 'stopped' }),
  y: at(LATE + HOUR, ...STARTS, ...looked('open', { amountDa: 1 })),
  z: at(LATE + HOUR + DAY, ...looked('expired', {}, 902)),
};

checkBreaches(
  ORDER_LOOKS,
  [
    [
      'a crash cut no look short, for none was due',
      {
        x: OVER,
        y: at(LATE + 23 * HOUR, CRASH, ...STARTS),
        z: at(LATE + 26 * HOUR, ...looked('open', {}, 902)),
      },
      /was not looked at for a day/,
    ],
    [
      'a crash cut no look short, and that of a notice was the last for more than a day',
      {
        x: OVER,
        notice: at(LATE + 22 * HOUR, ...looked('failed', {}, 902)),
        y: at(LATE + 23 * HOUR, CRASH, ...STARTS),
        z: at(LATE + 2 * DAY, ...looked('open', {}, 903)),
      },
      /was not looked at for a day/,
    ],
    [
      'two days pass after a crash that cut a look short',
      {
        x: OVER,
        y: at(LATE + DAY, CRASH, ...STARTS),
        z: at(LATE + 3 * DAY, ...looked('open', {}, 902)),
      },
      /was not looked at for a day/,
    ],
    [
      'a stop in order comes a minute after the look was due',
      {
        x: at(LATE, ...ordered(), ...looked('failed'), { what: 'stopping' }, { what: 'stopped' }),
        y: at(LATE + 2 * DAY, ...STARTS),
        stop: at(LATE + 2 * DAY + 60_000, { what: 'stopping' }, { what: 'stopped' }),
        z: at(LATE + 2 * DAY + 120_000, ...STARTS, ...looked('open', {}, 902)),
      },
      /was not looked at for a day/,
    ],
    [
      'a day passes within the week that began with its deadline',
      {
        ...OVER_AT_ITS_DEADLINE,
        end: at(LATE + 4 * DAY, ...looked('expired', {}, 903)),
      },
      /was not looked at for a day/,
    ],
    [
      'a day passes after its end',
      {
        x: at(LATE, ...ordered(), ...looked('failed')),
        y: at(LATE + 200_000_000, ...looked('open', {}, 902)),
      },
      /order_1 is over and was not looked at for a day/,
    ],
    [
      'two minutes pass',
      {
        x: at(LATE, ...ordered(), { what: 'quiet' }, ...looked('open')),
        y: at(LATE + 120_000, ...looked('open', {}, 902)),
      },
      /was not asked about order_1 for 120000 ms/,
    ],
    [
      'its hour comes',
      {
        x: at(LATE, ...ordered(), ...looked('open')),
        y: at(LATE + HOUR - 30_000, ...looked('open', {}, 902)),
        z: at(LATE + DAY, ...looked('open', {}, 903)),
      },
      /was not asked about order_1 at its hour, nor in \d+ ms after it/,
    ],
  ],
  [
    [
      'a stop in order cuts short the look that was due at the start before it',
      {
        x: at(LATE, ...ordered(), ...looked('failed'), { what: 'stopping' }, { what: 'stopped' }),
        y: at(LATE + 2 * DAY, ...STARTS),
        stop: at(LATE + 2 * DAY + 2, { what: 'stopping' }, { what: 'stopped' }),
        z: at(LATE + 2.9 * DAY, ...STARTS),
        end: at(LATE + 2.9 * DAY + 60_000, { what: 'stopping' }, { what: 'stopped' }),
      },
    ],
    [
      'half a minute passes',
      {
        x: at(LATE, ...ordered(), { what: 'quiet' }, ...looked('open')),
        y: at(LATE + 30_000, ...looked('open', {}, 902)),
      },
    ],
    [
      'its answer was lost, and a boot took an hour for passed that the wall clock stepped',
      {
        w: at(LATE, ...ordered().slice(0, 1)),
        x: at(LATE + 1_000, CRASH, { what: 'wall_stepped', ms: HOUR }, ...BOOTS),
        y: at(LATE + 2_000, ...ordered().slice(2)),
        z: at(LATE + 120_000, ...looked('expired')),
      },
    ],
    [
      'a crash cut a look short',
      {
        x: OVER,
        y: at(LATE + DAY, CRASH, ...STARTS),
        z: at(LATE + 2 * DAY, ...looked('open', {}, 902)),
      },
    ],
    [
      'a crash cut a look short, hours after that of a notice',
      {
        x: OVER,
        notice: at(LATE + 22 * HOUR, ...looked('failed', {}, 902)),
        y: at(LATE + DAY, CRASH, ...STARTS),
        z: at(LATE + 2 * DAY, ...looked('open', {}, 903)),
      },
    ],
    [
      'a crash cuts the look at its hour short',
      {
        x: at(LATE + HOUR - 30_000, ...ordered(), ...looked('open')),
        y: at(LATE + 2 * HOUR, CRASH, ...STARTS),
        z: at(LATE + 4 * HOUR, { what: 'stopping' }),
      },
    ],
    [
      'the week that began with its deadline is over',
      {
        ...OVER_AT_ITS_DEADLINE,
        ...Object.fromEntries(
          [2, 3, 4, 5, 6].map((day) => [
            `day${day}`,
            at(LATE + HOUR + day * DAY, ...looked('expired', {}, 902 + day)),
          ]),
        ),
        end: at(LATE + HOUR + 7.4 * DAY, ...looked('expired', {}, 920)),
      },
    ],
  ],
);
