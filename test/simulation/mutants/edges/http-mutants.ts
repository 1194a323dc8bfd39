/** Defects of listeners, pages and origins, which the model of the real server over sockets finds. */
import type { Mutant } from '../mutant.js';

const CORS = 'src/http/response/cors.ts';
const GATEWAY = 'src/http/pipeline/gateway.ts';
const PAGE = 'src/http/pages/page.ts';
const FOUND_BY = { model: 'http', runsMax: 20 } as const;

export const HTTP_MUTANTS: readonly Mutant[] = [
  {
    name: 'page-elsewhere-may-be-kept',
    breaks: 'A cache may keep the answer that a page is on the other listener.',
    edits: [
      {
        file: PAGE,
        find: "  ['Cache-Control', 'no-store'],\n  ['X-Content",
        replace: "  ['X-Content",
      },
    ],
    ...FOUND_BY,
    caughtBy: ['page'],
  },
  {
    name: 'type-of-a-page-is-guessed',
    breaks: 'A browser may take a line of text for something else.',
    edits: [
      {
        file: 'src/http/pages/page-request.ts',
        find: "const NO_SNIFFING = '\\r\\nX-Content-Type-Options: nosniff';",
        replace: "const NO_SNIFFING = '';",
      },
    ],
    ...FOUND_BY,
    caughtBy: ['page'],
  },
  {
    name: 'management-is-everywhere',
    breaks: 'The public port answers management, too.',
    edits: [
      {
        file: 'src/http/surface.ts',
        find: "(credential === 'management') !== (surface === 'management')",
        replace: "credential === 'api' && surface === 'management'",
      },
    ],
    ...FOUND_BY,
    caughtBy: ['order', 'body'],
  },
  {
    name: 'wrong-key-before-a-path-elsewhere',
    breaks: 'A key learns from the wrong listener which kind of key the path takes.',
    edits: [
      {
        file: GATEWAY,
        find: "if (surface !== 'whole' && isElsewhere(surface, credentialOf(exchange.path, match))) return NOT_FOUND;\n    const kind = this.#options.deps.keys.isApiKey(key) ? 'api' : 'management';",
        replace:
          "const kind = this.#options.deps.keys.isApiKey(key) ? 'api' : 'management';\n    if (kind === credentialOf(exchange.path, match) && isElsewhere(surface, kind)) return NOT_FOUND;",
      },
    ],
    ...FOUND_BY,
    caughtBy: ['order', 'body'],
  },
  {
    name: 'preflight-at-the-management-port',
    breaks: 'The management port answers preflights for what it does not serve.',
    edits: [{ file: GATEWAY, find: "surface !== 'management' && ", replace: '' }],
    ...FOUND_BY,
    caughtBy: ['fields', 'page'],
  },
  {
    name: 'answers-for-all-origins-differ',
    breaks:
      'With all origins allowed answers name the one that asked, and do not say that they differ by it.',
    edits: [
      {
        file: CORS,
        find: "if (this.#isOpen) return '\\r\\nAccess-Control-Allow-Origin: *';",
        replace:
          "if (this.#isOpen) return '\\r\\nAccess-Control-Allow-Origin: ' + (head.other('origin') ?? '*');",
      },
    ],
    ...FOUND_BY,
    caughtBy: ['cors'],
  },
  {
    name: 'metrics-for-everybody-behind-a-proxy',
    breaks: 'The address of the proxy, not of its client, decides who may read the metrics.',
    edits: [
      {
        file: 'src/http/pages/page-handler.ts',
        find: 'client: proxies.clientOf(exchange.remoteAddress(), head.forwardedFor),',
        replace: "client: proxies.clientOf(exchange.remoteAddress(), ''),",
      },
    ],
    ...FOUND_BY,
    caughtBy: ['page'],
  },
];
