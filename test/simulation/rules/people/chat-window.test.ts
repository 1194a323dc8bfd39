import { describe, expect, it } from 'vitest';
import { CHAT_WINDOW } from '../../../../simulation/rules/people/chat-window.js';
import { MadePeople } from './made-people.js';

const MESSAGES = 30;

/** @param count messages that are admitted, one each ms from 1 s on */
function sent(count: number): { readonly made: MadePeople; readonly session: number } {
  const made = new MadePeople(CHAT_WINDOW);
  const session = made.join(0);
  for (let n = 0; n < count; n++) message(made, session, 1_000 + n, MESSAGES - 1 - n);
  return { made, session };
}

/** @param remaining after it; undefined if it is refused */
function message(made: MadePeople, session: number, at: number, remaining: number | undefined): void {
  const request = made.send(at, { op: 'chat_message', session: 0 }, { session });
  made.see({ at, what: 'body_sent', request });
  const [status, code] = remaining === undefined ? [429, 'chat_limit_exceeded'] : [404, 'not_found'];
  made.answer(at, request, { status, code, limit: MESSAGES, remaining: remaining ?? 0 });
}

describe('the rule of the chat window', () => {
  it('has nothing to say of thirty messages, a refusal, and one more when the first has left', () => {
    const { made, session } = sent(MESSAGES);
    message(made, session, 60_999, undefined);
    message(made, session, 61_000, 0);
    expect(made.end()).toEqual([]);
  });

  it('counts a message that came to a text, and none that a program sent', () => {
    const { made, session } = sent(10);
    const call = { op: 'chat', key: 0, model: 'text/0', prompt: 'Hello', isStreamed: true } as const;
    made.ask(1_500, call);
    const told = made.send(2_000, { ...call, session: 0 }, { session, credential: 'page' });
    made.see({ at: 2_000, what: 'body_sent', request: told });
    made.answer(2_000, told, { limit: MESSAGES, remaining: 19 });
    message(made, session, 3_000, 19);
    expect(made.end()).toEqual([expect.stringMatching(/19 remain, and 11 to 11 were counted before it/)]);
  });

  it('reports the thirty-first message of a minute, and a refusal of the thirtieth', () => {
    const more = sent(MESSAGES);
    message(more.made, more.session, 2_000, 0);
    expect(more.made.end().join()).toMatch(/admitted with at least 30/);
    const fewer = sent(MESSAGES - 1);
    message(fewer.made, fewer.session, 2_000, undefined);
    expect(fewer.made.end().join()).toMatch(/refused with at most 29/);
  });

  it('reports messages that a restart forgot, by what is told to remain', () => {
    const { made, session } = sent(10);
    made.see({ at: 2_000, what: 'stopped' });
    message(made, session, 3_000, 29);
    expect(made.end().join()).toMatch(/29 remain, and 10 to 10 were counted/);
  });

  it('reports messages of another person of the account that are not counted', () => {
    const { made } = sent(10);
    message(made, made.join(1_500, 'bob@people.test'), 2_000, 19);
    message(made, made.join(2_500, 'eve@people.test'), 3_000, 29);
    expect(made.end()).toEqual([expect.stringMatching(/29 remain, and 11 to 11 were counted before it/)]);
  });

  it('has nothing to say of those of the second before a crash', () => {
    const { made, session } = sent(10);
    made.see({ at: 1_500, what: 'crashed', on: 'now', undecided: 'lost' });
    message(made, session, 3_000, 29);
    expect(made.end()).toEqual([]);
  });
});
