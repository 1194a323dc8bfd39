import { describe, expect, it } from 'vitest';
import type { RequestSent } from '../../../../simulation/history/observation.js';
import { LINKS } from '../../../../simulation/rules/requests/links.js';
import { MadeHistory } from '../made-history.js';

type SentAs = RequestSent['asked'];

function polled(url: string, asked?: SentAs, publicUrl?: string): readonly string[] {
  const history = new MadeHistory(LINKS);
  history.key(1, 60);
  const options = publicUrl === undefined ? {} : { publicUrl };
  history.see({ at: 10, what: 'reloaded', outcome: 'applied', options });
  const request = history.send(20, { op: 'poll', key: 1, job: 1 }, asked === undefined ? {} : { asked });
  history.answer(30, request, { status: 200, body: { id: 'video_1', url } });
  return history.end();
}

const RESULT = '/results/AAAA.mp4';
const OTHER: SentAs = { host: 'other.test:81' };
const FORWARDED: SentAs = { ...OTHER, proto: 'http, https', forwardedHost: 'far.test, near.test' };

describe('the rule of links', () => {
  it('wants the host of the request itself', () => {
    expect(polled(`http://gateway.test${RESULT}`)).toEqual([]);
    expect(polled(`http://other.test:81${RESULT}`, OTHER)).toEqual([]);
    expect(polled(`https://other.test:81${RESULT}`, { ...OTHER, isTls: true })).toEqual([]);
    expect(polled(`http://gateway.test${RESULT}`, OTHER)).toHaveLength(1);
    expect(polled(`https://other.test:81${RESULT}`, OTHER)).toHaveLength(1);
    expect(polled(RESULT, OTHER)).toHaveLength(1);
  });

  it('takes the word of the nearest proxy if it is trusted, and of no other', () => {
    expect(polled(`https://near.test${RESULT}`, { ...FORWARDED, isProxied: true })).toEqual([]);
    expect(polled(`https://far.test${RESULT}`, { ...FORWARDED, isProxied: true })).toHaveLength(1);
    expect(polled(`http://other.test:81${RESULT}`, FORWARDED)).toEqual([]);
    expect(polled(`https://near.test${RESULT}`, FORWARDED)).toHaveLength(1);
  });

  it('wants the public URL once it is configured', () => {
    const publicUrl = 'https://public.test/base';
    expect(polled(`${publicUrl}${RESULT}`, OTHER, publicUrl)).toEqual([]);
    expect(polled(`http://other.test:81${RESULT}`, OTHER, publicUrl)).toHaveLength(1);
  });

  it('passes over what a scripted provider says', () => {
    expect(polled('scripted:plain/video_1/1')).toEqual([]);
  });
});
