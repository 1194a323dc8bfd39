/**
 * The configuration of HAProxy: one thread, a stick table of `Authorization` headers, and the answer from
 * memory.
 */
import type { RawAnswer } from '../load/raw-answer.js';

/** @param limit requests a minute of one header, over a window that slides */
export function haproxyConfig({ headers, body }: RawAnswer, limit: number, port: number): string {
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text/plain';
  const others = headers
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    // The rest is a format, in which a per cent sign begins a variable.
    .map(([name, value]) => `hdr ${name} ${quoted(value.replaceAll('%', '%%'))}`);
  return `global
  nbthread 1
  maxconn 2000

defaults
  mode http
  timeout client 60s
  timeout http-keep-alive 60s
  timeout connect 1s
  timeout server 1s

frontend bench
  bind 127.0.0.1:${port}
  stick-table type string len 128 size 100k expire 2m store http_req_rate(60s)
  http-request track-sc0 req.hdr(Authorization)
  http-request return status 429 if { sc_http_req_rate(0) gt ${limit} }
  http-request return status 200 content-type ${quoted(contentType)} string ${quoted(body)} ${others.join(' ')}
`;
}

function quoted(text: string): string {
  if (text.includes("'")) throw new Error(`no way to write ${text} down`);
  return `'${text}'`;
}
