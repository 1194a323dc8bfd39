import { expect, it } from 'vitest';
import { MADE_TIMES } from '../../../../../simulation/rules/requests/times/made-times.js';
import { MadeHistory } from '../../made-history.js';

const SECONDS = 1_800_000_000;
const SUBMIT = { op: 'submit', key: 1, model: 'sim/video', prompt: 'Rain' } as const;

/** @param stepMs of the wall clock, while the request is under way */
function madeAt(created: number, stepMs?: number, headers = {}): readonly string[] {
  const history = new MadeHistory(MADE_TIMES);
  history.key(1, 60);
  const request = history.send(5_100, SUBMIT);
  if (stepMs !== undefined) history.see({ at: 5_150, what: 'wall_stepped', ms: stepMs });
  history.answer(5_200, request, { status: 202, headers, body: { id: 'video_1', created_at: created } });
  return history.end();
}

it('wants a job to have the time of its request', () => {
  expect(madeAt(SECONDS + 5)).toEqual([]);
  expect(madeAt(SECONDS + 4)).toHaveLength(1);
  expect(madeAt((SECONDS + 5) * 1_000)).toHaveLength(1);
});

it('allows both times that the wall clock had', () => {
  expect([...madeAt(SECONDS + 5, 60_000), ...madeAt(SECONDS + 65, 60_000)]).toEqual([]);
  expect(madeAt(SECONDS + 66, 60_000)).toHaveLength(1);
});

it('leaves a replay alone, which tells of the first time', () => {
  expect(madeAt(SECONDS, undefined, { 'idempotent-replayed': 'true' })).toEqual([]);
});

it('wants the pieces of a text to have it', () => {
  const shown = (created: number) => {
    const history = new MadeHistory(MADE_TIMES);
    history.key(1, 60);
    const call = { op: 'chat', key: 1, model: 'text/0', prompt: 'Text', isStreamed: true } as const;
    const request = history.ask(5_100, call, { status: 200 });
    const items = [{ named: JSON.stringify({ created }) }];
    history.see({ at: 9_000, what: 'read', request: Number(request ?? 2), items });
    return history.end();
  };
  expect(shown(SECONDS + 5)).toEqual([]);
  expect(shown(SECONDS + 9)).toHaveLength(1);
});
