import { describe, expect, it } from 'vitest';
import type { PrivateCall } from '../../../../simulation/history/people-call.js';
import { PRIVATE_PAGES } from '../../../../simulation/rules/browsers/private-pages.js';
import type { Reply } from '../made-history.js';
import { ADA, MadePeople } from '../people/made-people.js';

const [OWN, FOREIGN] = ['video_0', 'video_1'];
const BOB = 'bob@people.test';
const NOT_FOUND: Reply = { status: 404 };
const PROMPT = page({ hasPrompt: true });
const CLIP = page({ hasPrompt: true, hasClip: true });

function page(body: object): Reply {
  return { body };
}

/** Ada of account 0, and a job each of accounts 0 and 1. */
class Made extends MadePeople {
  readonly ada: number;

  constructor() {
    super(PRIVATE_PAGES);
    for (const [n, job] of [OWN, FOREIGN].entries()) {
      const body = { id: `key_${n}`, account: `acct_${n}`, key: 'sk' };
      this.ask(0, { op: 'create_key', newKey: n, account: n }, { status: 201, body });
      this.ask(
        1,
        { op: 'submit', key: n, model: 'model/x', prompt: 'A' },
        { status: 202, body: { id: job } },
      );
    }
    this.ada = this.join(2, ADA, 'operator');
  }

  sees(what: PrivateCall['what'], jobId: string, reply: Reply = {}, session = this.ada): this {
    this.ask(10, { op: 'see_private', session: 0, job: 0, what }, reply, { session, jobId });
    return this;
  }
}

describe('the rule private-pages', () => {
  it.each<[string, (made: Made) => void]>([
    ['own prompts and videos', (made) => made.sees('page', OWN, CLIP).sees('clip', OWN, { status: 206 })],
    [
      'a page of another account without either',
      (made) => made.sees('page', FOREIGN, page({ hasPrompt: false })),
    ],
    ['a page of another account that is not there', (made) => made.sees('page', FOREIGN, NOT_FOUND)],
    ['a video of another account that is not there', (made) => made.sees('clip', FOREIGN, NOT_FOUND)],
    ['an own page that is not there', (made) => made.sees('page', OWN, NOT_FOUND)],
    [
      'a person of that account',
      (made) => {
        const link = made.ask(3, { op: 'invite', account: 1, name: BOB, role: 'member' }, { status: 201 });
        const bob = made.accept(4, link);
        made.sees('page', FOREIGN, CLIP, bob).sees('clip', FOREIGN, {}, bob);
      },
    ],
    [
      'somebody who signed up, of an account that is not known',
      (made) => {
        const call = { op: 'sign_up', name: BOB, password: 'Password 2' } as const;
        made.ask(3, call, { status: 303, headers: { location: '/' } });
        made.sees('page', FOREIGN, CLIP, made.signIn(4, undefined, { name: BOB }));
      },
    ],
    ['somebody without a session', (made) => made.sees('clip', FOREIGN, {}, 999)],
    ['a job that no answer told of', (made) => made.sees('clip', 'video_9')],
    [
      'a video that is gone, and its page since',
      (made) => {
        made.sees('page', OWN, CLIP).sees('clip', OWN, NOT_FOUND).sees('page', OWN, PROMPT);
      },
    ],
    [
      'a video that came after it was not there',
      (made) => {
        made.sees('page', OWN, PROMPT).sees('clip', OWN, NOT_FOUND).sees('page', OWN, CLIP);
      },
    ],
    [
      'a video that is not there for another person than the one whose page had it',
      (made) => {
        const bob = made.join(3, BOB);
        made.sees('page', OWN, CLIP, bob).sees('clip', OWN, NOT_FOUND).sees('page', OWN, CLIP, bob);
      },
    ],
    [
      'a video that was asked for under a session that is over',
      (made) => {
        made.sees('page', OWN, CLIP);
        made.under(
          made.ada,
          10,
          { op: 'sign_out', session: 0 },
          { status: 303, headers: { location: '/sign-in' } },
        );
        made.sees('clip', OWN, NOT_FOUND).sees('page', OWN, CLIP);
      },
    ],
  ])('has nothing to say of %s', (_, happens) => {
    const made = new Made();
    happens(made);
    expect(made.end()).toEqual([]);
  });

  it.each<[string, (made: Made) => void, RegExp]>([
    [
      'the video of another account',
      (made) => made.sees('clip', FOREIGN),
      /sent the video of video_1 of account 1/,
    ],
    [
      'a part of it',
      (made) => made.sees('clip', FOREIGN, { status: 206 }),
      /ada.* of account 0 is sent the video/,
    ],
    [
      'the prompt of another account',
      (made) => made.sees('page', FOREIGN, PROMPT),
      /shown the prompt or the video/,
    ],
    [
      'a page with its video',
      (made) => made.sees('page', FOREIGN, page({ hasClip: true })),
      /shown the prompt or/,
    ],
    [
      'an own page without its prompt',
      (made) => made.sees('page', OWN, page({})),
      /not shown the prompt of video_0/,
    ],
    [
      'a page whose video is not there',
      (made) => {
        made.sees('page', OWN, CLIP).sees('clip', OWN, NOT_FOUND).sees('page', OWN, CLIP);
      },
      /has no video of video_0, and its page has/,
    ],
  ])('reports %s', (_, happens, says) => {
    const made = new Made();
    happens(made);
    expect(made.end().join('\n')).toMatch(says);
  });
});
