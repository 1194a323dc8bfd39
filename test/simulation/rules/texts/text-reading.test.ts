import { describe, expect, it } from 'vitest';
import { TEXT_READING } from '../../../../simulation/rules/texts/text-reading.js';
import { at, type Moment, reportsOf, SETUP, sent } from '../told-history.js';
import { began, CALL, type Change, called, TEXTS } from './made-text.js';

const DELTA: Moment = { what: 'text_sent', call: 1, delta: 'd1.0', bytes: 6 };
const EMPTY: Moment = { what: 'text_sent', call: 1 };
const FINISH: Moment = { what: 'text_sent', call: 1, finish: 'stop' };
const LEFT: Moment = { what: 'stream_over', request: 1, how: 'left' };
const GIVEN_UP: Moment = { what: 'text_over', call: 1, how: 'left' };
const BEGUN: Change = {
  asked: at(10, sent(CALL, { request: 1 }), called(1)),
  first: at(30, DELTA, began(1, 'req_1')),
};

/** Another text, whose client has gone. */
const OTHER: Change = {
  other: at(
    12,
    sent({ ...CALL, prompt: 'Text 2' }, { request: 2 }),
    called(2, 'writer', { generationId: 'req_2', prompt: 'Text 2' }),
    { what: 'text_sent', call: 2, delta: 'd2.0', bytes: 6 },
    began(2, 'req_2'),
  ),
};

function judged(change: Change, textsAbandoned?: number): string {
  const setup = { ...SETUP, texts: { ...TEXTS, abandonedStreamMaxMs: 3_000, tokenPauseMaxMs: 9_000 } };
  const limits = textsAbandoned === undefined ? {} : { limits: { textsAbandoned } };
  return reportsOf(TEXT_READING, { ...BEGUN, ...change }, { ...setup, ...limits }).join('\n');
}

const otherLeft = (ms: number): Change => ({
  ...OTHER,
  otherLeft: at(ms, { what: 'stream_over', request: 2, how: 'left' }),
});

describe('the rule of how long texts are read', () => {
  it.each<[string, Change, number?]>([
    ['its tokens come in time', { next: at(9_000, DELTA) }],
    ['it is given up when its next token is late', { over: at(9_040, GIVEN_UP) }],
    ['its end does not come in time', { end: at(100, FINISH), over: at(5_100, GIVEN_UP) }],
    ['its client has gone, and its time is over', { left: at(100, LEFT), over: at(3_100, GIVEN_UP) }],
    ['as many as may be are read on', { ...otherLeft(90), left: at(100, LEFT), over: at(100, GIVEN_UP) }, 1],
    ['the node stops', { left: at(100, LEFT), stop: at(150, { what: 'stopping' }), over: at(150, GIVEN_UP) }],
  ])('has nothing to say if %s', (_, change, abandoned) => {
    expect(judged(change, abandoned)).toBe('');
  });

  it.each<[string, Change, RegExp, number?]>([
    ['no token comes', { idle: at(10_500, EMPTY) }, /is read on 10470 ms after its last token/],
    ['it is given up early', { over: at(2_000, GIVEN_UP) }, /is given up 1970 ms after its last token/],
    [
      'its client has gone just now',
      { left: at(100, LEFT), over: at(200, GIVEN_UP) },
      /is given up 100 ms after its client has gone; of 100, at most 0 others/,
    ],
    [
      'the one before was over long ago',
      {
        ...otherLeft(40),
        otherOver: at(50, { what: 'text_over', call: 2, how: 'whole' }),
        left: at(4_000, LEFT),
        over: at(4_001, GIVEN_UP),
      },
      /of 1, at most 0 others/,
      1,
    ],
    [
      'it is one too many',
      { ...otherLeft(40), left: at(1_500, LEFT), more: at(2_900, DELTA) },
      /read on 1400 ms after its client has gone, as were 1 others/,
      1,
    ],
  ])('reports if %s', (_, change, says, abandoned) => {
    expect(judged(change, abandoned)).toMatch(says);
  });
});
