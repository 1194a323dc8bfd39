/**
 * The body of a form that a browser sends by default
 * (https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
 */
import { isSentAs } from './body-media.js';
import { decodeUtf8 } from './json-text.js';
import { isPercentEncoded } from './percent.js';
import type { RequestHead } from './request-head.js';

export function announcesForm(head: RequestHead): boolean {
  return isSentAs(head, 'application/x-www-form-urlencoded');
}

/** The fields, in the order sent; undefined if they are not percent-encoded UTF-8. */
export function readForm(bytes: Uint8Array): URLSearchParams | undefined {
  const text = decodeUtf8(bytes);
  return text !== undefined && isPercentEncoded(text) ? new URLSearchParams(text) : undefined;
}
