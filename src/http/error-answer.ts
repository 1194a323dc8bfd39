/** An error as it goes over the wire: its body, and the header fields that belong to it. */
import { printDa } from '../money/micro-da.js';
import { type ApiError, ERRORS, type ErrorKind } from './errors.js';

/** Longest wait that an answer names, in ms: no window is longer, and clients stop believing above it. */
const WAIT_MAX_MS = 60_000;
/** What a 503 names where nothing better is known, in ms. */
const UNAVAILABLE_WAIT_MS = 1_000;

export interface ErrorAnswer {
  readonly status: number;
  readonly body: string;
  /** Header fields, each after a CRLF. */
  readonly fields: string;
}

export function errorAnswer(error: ApiError, requestId: string): ErrorAnswer {
  const { status, type }: ErrorKind = ERRORS[error.code];
  const waitMs = waitOf(error, status);
  const { code, message, param = null } = error;
  let body = `{"error":${JSON.stringify({ type, code, message, param, request_id: requestId })}`;
  if (waitMs !== undefined && (status === 429 || status === 503))
    body += `,"retry_after":${inSeconds(waitMs)}`;
  if (error.required !== undefined) body += `,"required":${printDa(error.required)}`;
  if (error.balance !== undefined) body += `,"balance":${printDa(error.balance)}`;
  return { status, body: `${body}}`, fields: fieldsOf(error, status, waitMs) };
}

function waitOf({ retryAfterMs }: ApiError, status: number): number | undefined {
  const waitMs = retryAfterMs ?? (status === 503 ? UNAVAILABLE_WAIT_MS : undefined);
  return waitMs === undefined ? undefined : Math.min(WAIT_MAX_MS, Math.max(1, Math.ceil(waitMs)));
}

function inSeconds(waitMs: number): number {
  return Math.ceil(waitMs / 1_000);
}

function fieldsOf(error: ApiError, status: number, waitMs: number | undefined): string {
  let fields = '';
  if (waitMs !== undefined) fields += `\r\nRetry-After: ${inSeconds(waitMs)}\r\nretry-after-ms: ${waitMs}`;
  if (status === 401) fields += '\r\nWWW-Authenticate: Bearer';
  if (error.allow !== undefined) fields += `\r\nAllow: ${error.allow.join(', ')}`;
  if (error.size !== undefined) fields += `\r\nContent-Range: bytes */${error.size}`;
  return fields;
}
