import { TEXT_SILENCE } from '../../../../simulation/rules/texts/text-silence.js';
import { checkBreaches } from '../check-breaches.js';
import { at, sent } from '../told-history.js';
import { began, CALL, ID, read } from './made-text.js';

const REQUEST = 1;
const begun = at(2_000, sent(CALL, { request: REQUEST }), began(REQUEST, ID));
const over = (ms: number) => at(ms, { what: 'stream_over', request: REQUEST, how: 'ended' });
const comment = (ms: number) => at(ms, read({ is: 'comment' }));

checkBreaches(
  TEXT_SILENCE,
  [
    ['a stream is silent for too long', { begun, over: over(20_000) }, /was silent for 18000 ms/],
    [
      'a comment comes too soon',
      { begun, soon: comment(12_000), over: over(12_100) },
      /a comment 10000 ms after/,
    ],
  ],
  [['a comment comes after 15 s', { begun, comment: comment(17_000), over: over(18_000) }]],
);
