import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RequestIds } from '../../../src/http/request/request-ids.js';

describe('ids of requests', () => {
  it('are unique, of one length and one form', () => {
    const ids = new RequestIds(randomBytes);
    const made = new Set<string>();
    for (let i = 0; i < 200_000; i++) made.add(ids.next().text);
    expect(made.size).toBe(200_000);
    expect([...made].filter((id) => !/^req_[0-9a-f]{28}$/.test(id))).toEqual([]);
  });

  it('do not tell how many requests lie between two of them', () => {
    const ids = new RequestIds(randomBytes);
    const numbers = Array.from({ length: 1_000 }, () => Number.parseInt(ids.next().text.slice(-8), 16));
    const steps = new Set(numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0)));
    expect(steps.size).toBeGreaterThan(900);
  });

  it('share nothing with those of another process', () => {
    const [one, other] = [new RequestIds(randomBytes), new RequestIds(randomBytes)];
    expect(one.next().text.slice(0, -8)).not.toBe(other.next().text.slice(0, -8));
  });
});
