import { describe, expect, it } from 'vitest';
import type { WatchPageCall } from '../../../../simulation/history/onlookers/watching.js';
import { PAGE_FRAMES } from '../../../../simulation/rules/watching/page-frames.js';
import { ADA, MadePeople } from '../people/made-people.js';

const WATCH: WatchPageCall = { op: 'watch_page', session: 0 };
const KEY = { last_minute: 0, limit_rpm: 60, unfinished_jobs: 0, balance: '0' };
const SWITCHING = { status: 101 };

class Watched extends MadePeople {
  constructor(role: 'owner' | 'operator' = 'owner') {
    super(PAGE_FRAMES);
    this.key(0, 60);
    this.session = this.join(0, ADA, role);
  }

  readonly session: number;

  watch(
    at: number,
    more: Partial<WatchPageCall> = {},
    reply: { readonly status: number } = SWITCHING,
  ): number {
    return this.under(this.session, at, { ...WATCH, ...more }, reply);
  }

  frame(
    at: number,
    request: number,
    told: Readonly<Record<string, unknown>> = { keys: { key_0: KEY } },
  ): void {
    this.see({ at, what: 'frame', request, frame: { v: 1, at_ms: 7, ...told }, wallMs: 7 });
  }
}

function told(during: (made: Watched) => void, role?: 'owner' | 'operator'): string {
  const made = new Watched(role);
  during(made);
  return made.end().join('\n');
}

describe('the rule page-frames', () => {
  it('has nothing to say of frames of the account, once a second until the session is over', () => {
    const frames = (made: Watched) => {
      const request = made.watch(1_000);
      for (const at of [1_000, 1_700, 2_700]) made.frame(at, request);
      made.under(made.session, 3_000, { op: 'sign_out', session: 0 }, { status: 303, headers: {} });
      made.see({ at: 3_700, what: 'watch_over', request, code: 1_008 });
    };
    expect(told(frames)).toBe('');
  });

  it.each([
    ['late', (made: Watched) => made.frame(1_400, made.watch(1_000)), /comes 400 ms after/],
    ['of the node', (made: Watched) => made.frame(1_000, made.watch(1_000), {}), /it tells of the node/],
    [
      'without a key',
      (made: Watched) => made.frame(1_000, made.watch(1_000), { keys: {} }),
      /key_0 is missing/,
    ],
    [
      'with another limit than the key has',
      (made: Watched) => made.frame(1_000, made.watch(1_000), { keys: { key_0: { ...KEY, limit_rpm: 61 } } }),
      /key_0 has the limit 61 of 60/,
    ],
  ])('reports a frame that comes %s', (_, during, says) => {
    expect(told(during)).toMatch(says);
  });

  it('reports frames behind the end of a session, and an end without a reason', () => {
    const goesOn = (made: Watched) => {
      const request = made.watch(1_000);
      made.under(made.session, 1_000, { op: 'sign_out', session: 0 }, { status: 303, headers: {} });
      for (const at of [1_000, 2_000, 3_000]) made.frame(at, request);
    };
    const sentAway = (made: Watched) =>
      made.see({ at: 1_500, what: 'watch_over', request: made.watch(1_000), code: 1_008 });
    const isNotOnDisk = (made: Watched) => {
      made.see({ at: 900, what: 'disk_failed', fault: 'reject' });
      goesOn(made);
    };
    expect(told(isNotOnDisk)).toBe('');
    expect(told(goesOn)).toMatch(/its session is over since 1000/);
    expect(told(sentAway)).toMatch(/was sent away with 1008/);
  });

  it('lets operators watch the node, if they ask for it', () => {
    const asks = (made: Watched) => made.frame(1_000, made.watch(1_000, { isOfNode: true }), {});
    expect(told(asks, 'operator')).toBe('');
    expect(told(asks, 'owner')).toMatch(/it tells of the node/);
  });

  it('reports frames of the node to a person who is no operator any more', () => {
    const becomes = (role: 'member' | 'operator') => (made: Watched) => {
      const request = made.watch(900, { isOfNode: true });
      made.frame(900, request, {});
      const call = { op: 'change_role', name: ADA, role } as const;
      made.under(made.session, 1_000, call, { status: 303, headers: {} });
      for (const at of [1_900, 2_900]) made.frame(at, request, {});
    };
    expect(told(becomes('operator'), 'operator')).toBe('');
    expect(told(becomes('member'), 'operator')).toMatch(/its session is over since 1000/);
  });

  it('counts the places of an account', () => {
    const crowd = (places: number) => (made: Watched) => {
      for (let n = 0; n < places; n++) made.watch(1_000 + n);
    };
    const refused = (made: Watched) => made.watch(1_000, {}, { status: 503 });
    expect(told(crowd(8))).toBe('');
    expect(told(crowd(9))).toMatch(/watches as one too many/);
    expect(told(refused)).toMatch(/is refused a place, and 0 of its account watch/);
  });
});
