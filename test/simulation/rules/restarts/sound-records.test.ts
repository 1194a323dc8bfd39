import { expect, it } from 'vitest';
import { SOUND_RECORDS } from '../../../../simulation/rules/restarts/sound-records.js';
import { disk } from '../clean-run.js';
import { at, reportsOf } from '../told-history.js';

it('finds nothing in no records', () => {
  expect(reportsOf(SOUND_RECORDS, { end: at(1_000, { disk: {}, when: 'end' }) })).toEqual([]);
});

it('tells what verify finds at the end of the run, and at some ends of processes', () => {
  const found = /^unreadable_record, jobs video_1: /;
  expect(reportsOf(SOUND_RECORDS, { end: at(1_000, disk('end')) })).toContainEqual(
    expect.stringMatching(found),
  );
  const ends = Array.from({ length: 4 }, () => disk('restart'));
  expect(reportsOf(SOUND_RECORDS, { crashes: at(400, ...ends) })).toEqual([]);
  expect(reportsOf(SOUND_RECORDS, { crashes: at(400, ...ends, disk('restart')) })).toContainEqual(
    expect.stringMatching(found),
  );
});
