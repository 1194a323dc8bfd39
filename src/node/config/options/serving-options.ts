/** Options of a node's data and logs, of its listeners, and of the clients that connect. */

import { option } from './option.js';
import {
  FILE_MODE,
  fraction,
  HOST,
  ORIGIN_LIST,
  OWNER,
  oneOf,
  optional,
  optionalPath,
  PEER_LIST,
  PUBLIC_URL,
  path,
  wholeNumber,
  YES_OR_NO,
} from './option-values.js';

export const NODE_OPTIONS = {
  data: option(
    'at_start',
    path('DIR'),
    'data',
    'Folder of everything that the node keeps; made if it is missing. One node per folder. A relative path in the configuration file counts from the folder of that file.',
  ),
  config: option('at_start', optionalPath('FILE'), undefined, 'Configuration file, YAML or JSON.', {
    inFile: false,
  }),
  logLevel: option(
    'at_reload',
    oneOf(['debug', 'info', 'warn', 'error', 'silent']),
    'info',
    'Least severe entry that is logged.',
  ),
  otlpEndpoint: option(
    'at_start',
    PUBLIC_URL,
    undefined,
    'Base URL of a collector of traces that speaks OTLP over HTTP; /v1/traces is added to it. Without it there are no traces.',
    { example: 'http://127.0.0.1:4318' },
  ),
  otlpSamplingRatio: option(
    'at_start',
    fraction(),
    0.1,
    'Share of the requests that are traced, if there is a collector. A request that comes with a traceparent is traced if that says so.',
  ),
  logRequests: option(
    'at_start',
    fraction(),
    0,
    'Share of the requests to the API that are logged, a line each with request id, route, status, time and key id: 0 logs none, 1 logs all.',
  ),
  drainTimeLimitMs: option(
    'at_reload',
    wholeNumber(0, 600_000, 'milliseconds'),
    10_000,
    'Time open requests have to finish when the node is told to stop, in milliseconds.',
  ),
};

export const LISTENING_OPTIONS = {
  port: option('at_start', wholeNumber(0, 65_535), 8080, 'TCP port to listen on; 0 picks a free one.'),
  host: option('at_start', HOST, '127.0.0.1', 'Address or name of the interface to listen on.'),
  tlsCert: option(
    'at_reload',
    optionalPath('FILE'),
    undefined,
    'Certificate for TLS in PEM, followed by the intermediate certificates. With a certificate and its key the port takes HTTPS only. A reload reads the files again; TLS itself is turned on or off at the start only.',
    { example: '/etc/tollgate/tls.crt' },
  ),
  tlsKey: option('at_reload', optionalPath('FILE'), undefined, 'Private key of the certificate, in PEM.', {
    example: '/etc/tollgate/tls.key',
  }),
  tlsPassphraseFile: option(
    'at_reload',
    optionalPath('FILE'),
    undefined,
    'File with the passphrase of an encrypted private key.',
    { example: '/etc/tollgate/tls.passphrase' },
  ),
  unixSocket: option(
    'at_start',
    optionalPath('FILE'),
    undefined,
    'Unix socket to listen on as well, without TLS; at most 107 bytes long. A socket file on which nobody listens is replaced.',
    { example: '/run/tollgate/tollgate.sock' },
  ),
  unixSocketMode: option(
    'at_start',
    FILE_MODE,
    '0660',
    'Permissions of the socket file. A process that may write to it may connect.',
  ),
  unixSocketOwner: option(
    'at_start',
    OWNER,
    undefined,
    'User and group of the socket file. Without it they are those of the process.',
    { example: ':www-data' },
  ),
  managementPort: option(
    'at_start',
    optional(wholeNumber(0, 65_535)),
    undefined,
    'TCP port for management alone: /api and /metrics are answered only there, and /v1 and result links only on the other port and the Unix socket.',
    { example: 9090 },
  ),
  managementHost: option(
    'at_start',
    HOST,
    '127.0.0.1',
    'Address or name of the interface of the management port.',
  ),
  managementTls: option(
    'at_start',
    YES_OR_NO,
    false,
    'Whether the management port takes HTTPS, with the certificate of tls-cert.',
  ),
  dashboard: option(
    'at_start',
    oneOf(['management', 'public']),
    'management',
    'Port that has the dashboard, if there is a management port: that one alone, or, with public, the other one as well.',
  ),
};

export const CLIENT_OPTIONS = {
  publicUrl: option(
    'at_reload',
    PUBLIC_URL,
    undefined,
    'Base URL under which clients reach the gateway, for the absolute links in its answers. Without it links begin with the host that the request names.',
    { example: 'https://gateway.example.com' },
  ),
  trustedProxies: option(
    'at_reload',
    PEER_LIST,
    [],
    'Networks of the proxies whose X-Forwarded-For, -Proto and -Host are believed; unix stands for those on the Unix socket.',
    { example: ['10.0.0.0/8'] },
  ),
  metricsNetworks: option(
    'at_reload',
    PEER_LIST,
    [],
    'Networks that may read /metrics, besides the loopback addresses, which always may; unix stands for the Unix socket.',
    { example: ['10.0.0.0/8'] },
  ),
  corsOrigins: option(
    'at_reload',
    ORIGIN_LIST,
    [],
    'Origins of pages whose scripts may call /v1 and read result links from a browser (CORS); * for all. Without any, no script may. /api is never open to scripts.',
    { example: ['https://app.example.com'] },
  ),
};
