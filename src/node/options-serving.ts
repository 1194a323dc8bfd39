/** Options of where a node is, where it listens, and what it believes of those who connect. */
import {
  CIDR_LIST,
  fraction,
  HOST,
  oneOf,
  optionalPath,
  PUBLIC_URL,
  path,
  wholeNumber,
} from './config-values.js';
import { option } from './option.js';

export const NODE_OPTIONS = {
  data: option(
    path('DIR'),
    'data',
    'Folder of everything the node keeps; made where it is missing. One node per folder. A relative path in the configuration file counts from the folder of that file.',
  ),
  config: option(optionalPath('FILE'), undefined, 'Configuration file, YAML or JSON.', { inFile: false }),
  logLevel: option(
    oneOf(['debug', 'info', 'warn', 'error', 'silent']),
    'info',
    'Least severe entry that is logged.',
  ),
  logRequests: option(
    fraction(),
    0,
    'Share of the requests to the API that are logged, a line each with request id, route, status, time and key id: 0 logs none, 1 logs all.',
  ),
  drainTimeLimitMs: option(
    wholeNumber(0, 600_000, 'milliseconds'),
    10_000,
    'Time open requests have to finish when the node is told to stop, in milliseconds.',
  ),
};

export const LISTENING_OPTIONS = {
  port: option(wholeNumber(0, 65_535), 8080, 'TCP port to listen on; 0 picks a free one.'),
  host: option(HOST, '127.0.0.1', 'Address or name of the interface to listen on.'),
};

export const CLIENT_OPTIONS = {
  publicUrl: option(
    PUBLIC_URL,
    undefined,
    'Base URL under which clients reach the gateway, for the absolute links in its answers. Without it links follow the request.',
    { example: 'https://gateway.example.com' },
  ),
  trustedProxies: option(
    CIDR_LIST,
    [],
    'Networks of the proxies whose X-Forwarded-For, -Proto and -Host are believed.',
    { example: ['10.0.0.0/8'] },
  ),
  metricsNetworks: option(
    CIDR_LIST,
    [],
    'Networks that may read /metrics, besides the loopback addresses, which always may.',
    { example: ['10.0.0.0/8'] },
  ),
};
