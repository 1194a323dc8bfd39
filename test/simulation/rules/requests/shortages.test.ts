import type { ClientCall } from '../../../../simulation/history/client-call.js';
import type { ShortageStep } from '../../../../simulation/history/limits/shortage-step.js';
import { SHORTAGES_TOLD } from '../../../../simulation/rules/requests/shortages.js';
import { checkBreaches } from '../check-breaches.js';
import { answered, at, exchange, POLL, type Run, refusal, SUBMIT, sent } from '../told-history.js';

const FROM = 10_000;
const UNTIL = 40_000;
const NOTICED = FROM + 2_500;
const MEMORY_NOTICED = NOTICED + 10_000;

const LIST = { op: 'list_jobs', key: 0, limit: 9 } as const;
const PAGE = { op: 'page', list: 'jobs', key: 0 } as const;
const NOT_JSON = { op: 'stray', key: 0, how: 'not_json' } as const;

/** The machine is short of something, and a request is answered. */
function short(of: ShortageStep['of'], when: number, call: ClientCall = SUBMIT, status = 200): Run {
  return {
    short: at(FROM, { what: 'short', of, forMs: UNTIL - FROM }),
    asked: at(when, ...exchange(call, status, {})),
  };
}

/** As `short`, with an answer that comes later. */
function shortMeanwhile(sentAt: number, answeredAt: number): Run {
  return {
    ...short('disk', FROM, POLL),
    sent: at(sentAt, sent(SUBMIT, { request: 9_001 })),
    answered: at(answeredAt, answered(9_001, 202, {})),
  };
}

/** While time is short, submits are refused at one instant, and told these waits. */
function told(waitsMs: readonly number[], of: ShortageStep['of'] = 'time'): Run {
  const refused = waitsMs.map((ms) =>
    exchange(SUBMIT, 503, refusal('overloaded'), { 'retry-after-ms': String(ms) }),
  );
  return {
    short: at(FROM, { what: 'short', of, forMs: UNTIL - FROM }),
    asked: at(20_000, ...refused.flat()),
  };
}

const STARTS = at(20_000, { what: 'starting', isReboot: false }, { what: 'started' });

checkBreaches(
  SHORTAGES_TOLD,
  [
    [
      'a submit is taken while the disk is full',
      short('disk', NOTICED, SUBMIT, 202),
      /\(submit\) was answered 202 while the machine is short of disk/,
    ],
    ['it is taken at the last moment', short('disk', UNTIL - 1), /\(submit\).* short of disk/],
    ['it is taken while memory is short', short('memory', MEMORY_NOTICED), /\(submit\).* short of memory/],
    ['it is taken while next to none is left', short('last_memory', NOTICED), /short of last_memory/],
    ['a stray submit is taken', short('disk', NOTICED, NOT_JSON), /\(stray\).* short of disk/],
    [
      'jobs are listed without memory',
      short('memory', MEMORY_NOTICED, LIST),
      /\(list_jobs\).* short of memory/,
    ],
    ['a page of jobs is read without memory', short('last_memory', NOTICED, PAGE), /\(page\).* last_memory/],
    [
      'a submit is taken after a start that has had its time',
      { ...short('disk', 22_500), STARTS },
      /\(submit\).* short of disk/,
    ],
    ['two are told the same time', told([1_000, 1_000]), /come back in 1000 ms, .* before 1000 ms from now/],
    ['they are told a time too soon', told([999]), /is to come back in 999 ms/],
    ['they are told a time too late', told([60_001]), /is to come back in 60001 ms/],
  ],
  [
    ['each is told another time', told([1_000, 1_100, 1_200])],
    ['the last places are taken', told([60_000, 60_000])],
    ['memory is what is short', told([5_000, 5_000], 'last_memory')],
    ['a submit is refused', short('disk', NOTICED, SUBMIT, 503)],
    ['the disk may not be noticed yet', short('disk', NOTICED - 1)],
    ['memory may not be noticed yet', short('memory', MEMORY_NOTICED - 1)],
    ['its time is short', short('time', UNTIL - 1)],
    ['the shortage is over', short('disk', UNTIL)],
    ['a submit is sent before it is noticed', shortMeanwhile(NOTICED - 1, 20_000)],
    ['a submit is answered after it is over', shortMeanwhile(20_000, UNTIL)],
    ['a job is asked about', short('last_memory', NOTICED, POLL)],
    ['jobs are listed with the disk full', short('disk', NOTICED, LIST)],
    ['another list is read', short('last_memory', NOTICED, { ...PAGE, list: 'ledger' })],
    ['the node has just started', { ...short('disk', 22_499), STARTS }],
  ],
);
