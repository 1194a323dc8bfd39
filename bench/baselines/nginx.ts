/**
 * The configuration of nginx: one process, `limit_req` by `Authorization` header, the answer from memory, no
 * log.
 *
 * `return` alone would never meet the limit, which is checked in a later phase. So the request is limited
 * first, and denied, and the answer is what stands for that denial: no file is touched on the way.
 */
import type { RawAnswer } from '../load/raw-answer.js';

/** @param limit requests a minute of one header; a leaky bucket, which takes a twentieth of them at once */
export function nginxConfig(
  { headers, body }: RawAnswer,
  limit: number,
  port: number,
  folder: string,
): string {
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text/plain';
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
master_process off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log crit;

events {
  worker_connections 2048;
  multi_accept on;
}

http {
  access_log off;
  server_tokens off;
  keepalive_timeout 60s;
  keepalive_requests 1000000000;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
  limit_req_zone $http_authorization zone=keys:16m rate=${limit}r/m;
  limit_req_status 429;
  limit_req_log_level info;

  server {
    listen 127.0.0.1:${port} backlog=4096;

    location / {
      limit_req zone=keys burst=${Math.ceil(limit / 20)} nodelay;
      deny all;
      error_page 403 =200 @answer;
    }

    location @answer {
      default_type ${quoted(contentType)};
${others.map(([name, value]) => `      add_header ${name} ${quoted(value)};`).join('\n')}
      return 200 ${quoted(body)};
    }
  }
}
`;
}

function quoted(text: string): string {
  if (/['$\\]/.test(text)) throw new Error(`no way to write ${text} down`);
  return `'${text}'`;
}
