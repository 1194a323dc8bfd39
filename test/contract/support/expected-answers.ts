/**
 * The demands of the contract on any answer of one sort, whichever endpoint it came from.
 *
 * Knows the API alone.
 */
import { expect } from 'vitest';
import type { Answer } from './client.js';

export interface WindowHeaders {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly reset: number;
}

/** The rolling window as the answer shows it; each of the three headers must be there, as a whole number. */
export function windowOf(answer: Answer): WindowHeaders {
  return {
    limit: wholeHeader(answer, 'x-ratelimit-limit-rpm'),
    remaining: wholeHeader(answer, 'x-ratelimit-remaining-rpm'),
    reset: wholeHeader(answer, 'x-ratelimit-reset'),
  };
}

/** Micro-DA. */
export function balanceHeaderOf(answer: Answer): number {
  return wholeHeader(answer, 'x-balance-available');
}

export function wholeHeader(answer: Answer, name: string): number {
  const value = String(answer.headers[name]);
  expect(value, `${name} on ${answer.status} ${answer.text.slice(0, 300)}`).toMatch(/^\d+$/);
  return Number(value);
}

export function expectError(answer: Answer, status: number, code: string, param?: string | null): void {
  expect({ status: answer.status, code: answer.json?.error?.code }, answer.text.slice(0, 300)).toEqual({
    status,
    code,
  });
  const { error, ...beside } = answer.json;
  expect(Object.keys(error).sort()).toEqual(['code', 'message', 'param', 'request_id', 'type']);
  expect(error.type).toMatch(/^\w+$/);
  expect(error.message).toMatch(/\S/);
  expect(error.request_id).toBe(answer.headers['x-request-id']);
  if (param !== undefined) expect(error.param).toBe(param);
  else expect(error.param === null || typeof error.param === 'string').toBe(true);
  expect(Object.keys(beside).sort()).toEqual(fieldsBeside(status));
  if (status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Bearer\b/);
}

function fieldsBeside(status: number): string[] {
  if (status === 402) return ['balance', 'required'];
  return status === 429 || status === 503 ? ['retry_after'] : [];
}

/** A 429 of a full window: its three ways of saying when to come back are one. Returns the milliseconds. */
export function expectRateLimited(answer: Answer): number {
  expectError(answer, 429, 'rate_limit_exceeded');
  const waitMs = wholeHeader(answer, 'retry-after-ms');
  const waitSeconds = wholeHeader(answer, 'retry-after');
  expect(waitMs).toBeGreaterThanOrEqual(1);
  expect(waitMs).toBeLessThanOrEqual(60_000);
  expect(waitSeconds).toBe(Math.ceil(waitMs / 1000));
  expect(answer.json.retry_after).toBe(waitSeconds);
  expect(windowOf(answer).remaining).toBe(0);
  return waitMs;
}

/** The text of a number in a JSON answer, as it was sent. */
export function numberIn(answer: Answer, field: string): string | undefined {
  return new RegExp(`"${field}":\\s*([^,}\\s]+)`).exec(answer.text)?.[1];
}
