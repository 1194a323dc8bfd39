/** Servers in front of the same stand-in: Tollgate, two plain proxies, and a gateway for models. */
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageVersions } from '../../baselines/assignment.js';
import { isInstalled, pinned } from '../../machine/pinning.js';
import { freePort, type ServerProcess, startServer } from '../../servers/server-process.js';
import { createKeys, HIGHEST_RPM, startTollgate } from '../../servers/tollgate-server.js';

const STAND_IN = fileURLToPath(new URL('./text-stand-in.js', import.meta.url));
const MANIFEST = new URL('../../../../bench/package.json', import.meta.url);
const PORTKEY_PACKAGE = '@portkey-ai/gateway';
const KEYS = 64;
const CREDITS_DA = 100_000_000;

export const STRAIGHT = 'the stand-in itself';
export const TOLLGATE = 'Tollgate';
export const WITHOUT_DISK = 'Tollgate, data in memory';
export const NGINX = 'nginx, plain proxy';
export const HAPROXY = 'HAProxy, plain proxy';
export const PORTKEY = 'Portkey';

export interface TextServer {
  readonly name: string;
  readonly server: ServerProcess;
  readonly keys: readonly string[];
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** On the core of the load. */
export function startStandIn(): Promise<ServerProcess> {
  const [command, args] = pinned('load', process.execPath, [STAND_IN]);
  return startServer({ name: STRAIGHT, command, args, isUnpinned: true });
}

/** @param connections that it is to bear at a time */
export async function startGateway(
  name: string,
  standIn: ServerProcess,
  folder: string,
  connections: number,
): Promise<TextServer> {
  await mkdir(folder, { recursive: true });
  const upstream = `127.0.0.1:${standIn.port}`;
  const plain = { name, keys: ['none'], headers: [] };
  if (name === NGINX) {
    const port = await freePort();
    const file = join(folder, 'nginx.conf');
    await writeFile(file, nginxConfig(upstream, port, folder, connections));
    const args = ['-c', file, '-e', join(folder, 'start.log')];
    return { ...plain, server: await startServer({ name, command: 'nginx', args, port }) };
  }
  if (name === HAPROXY) {
    const port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    await writeFile(file, haproxyConfig(upstream, port, connections));
    return {
      ...plain,
      server: await startServer({ name, command: 'haproxy', args: ['-q', '-db', '-f', file], port }),
    };
  }
  if (name === PORTKEY) {
    const port = await freePort();
    const script = portkeyScript();
    const args = [script, `--port=${port}`, '--headless'];
    const env = { ...process.env, NODE_ENV: 'production' };
    return {
      ...plain,
      server: await startServer({ name, command: process.execPath, args, port, env }),
      headers: [
        ['x-portkey-provider', 'openai'],
        ['x-portkey-custom-host', `http://${upstream}/v1`],
      ],
    };
  }
  const config = join(folder, 'tollgate.yaml');
  await writeFile(config, tollgateConfig(upstream));
  const limits = ['--open-generations-max', '100000', '--provider-calls-max', '100000'];
  const server = await startTollgate({ data: join(folder, 'data'), args: ['--config', config, ...limits] });
  return {
    ...plain,
    server,
    keys: await createKeys(server, KEYS, { rateLimitRpm: HIGHEST_RPM, credits: CREDITS_DA }),
  };
}

/** Why one cannot be measured here; nothing if it can. */
export function missing(name: string): string | undefined {
  if (name === NGINX) return isInstalled('nginx', '-v') ? undefined : 'nginx is not installed';
  if (name === HAPROXY) return isInstalled('haproxy', '-v') ? undefined : 'haproxy is not installed';
  if (name !== PORTKEY) return undefined;
  try {
    portkeyScript();
    return undefined;
  } catch {
    return `${PORTKEY_PACKAGE} ${packageVersions[PORTKEY_PACKAGE]} is not installed`;
  }
}

function portkeyScript(): string {
  return createRequire(MANIFEST).resolve(`${PORTKEY_PACKAGE}/build/start-server.js`);
}

function nginxConfig(upstream: string, port: number, folder: string, connections: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
master_process off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log crit;

events {
  worker_connections ${2 * connections + 64};
}

http {
  access_log off;
  keepalive_requests 1000000000;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}

  upstream stand_in {
    server ${upstream};
    keepalive 128;
    keepalive_requests 1000000000;
  }

  server {
    listen 127.0.0.1:${port} backlog=4096;

    location / {
      proxy_pass http://stand_in;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
    }
  }
}
`;
}

function haproxyConfig(upstream: string, port: number, connections: number): string {
  return `global
  nbthread 1
  maxconn ${connections + 64}

defaults
  mode http
  option http-no-delay
  http-reuse always
  timeout client 60s
  timeout connect 5s
  timeout server 60s

listen bench
  bind 127.0.0.1:${port} backlog 4096
  server stand_in ${upstream}
`;
}

function tollgateConfig(upstream: string): string {
  const models = ['paced', 'slow', 'burst'].map(
    (model) => `  ${model}:
    price-per-million: { input: 0.1, output: 0.4 }
    context-tokens: 8192
    output-tokens: { max: 2048, default: 512 }
    routes: [ { provider: stand-in, model: ${model} } ]`,
  );
  return `providers: { stand-in: { kind: openai, url: "http://${upstream}/v1" } }
models:
${models.join('\n')}
`;
}
