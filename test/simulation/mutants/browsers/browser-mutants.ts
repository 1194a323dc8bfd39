/** Defects in what browsers see of a gateway, and in bodies that do not come whole. */
import type { Mutant } from '../mutant.js';

const CORS = 'src/http/response/cors.ts';
const USAGE = 'src/http/pages/dashboard/usage/read-usage.ts';
const BODY = 'src/http/request/request-body.ts';

export const BROWSER_MUTANTS: readonly Mutant[] = [
  {
    name: 'scripts-may-not-ask-for-parts',
    breaks: 'A browser does not let the scripts of a page ask for a part of a result.',
    edits: [{ file: CORS, find: 'Idempotency-Key, Range', replace: 'Idempotency-Key' }],
    caughtBy: ['cross-origin'],
  },
  {
    name: 'origins-of-before-may-call',
    breaks: 'A reload that names other origins changes nothing for scripts.',
    edits: [
      {
        file: 'src/http/pipeline/settings.ts',
        find: '    this.cors = corsOf(settings);\n    this.publicUrl = settings.publicUrl;\n    const {',
        replace: '    this.publicUrl = settings.publicUrl;\n    const {',
      },
    ],
    caughtBy: ['cross-origin'],
  },
  {
    name: 'memory-of-a-body-that-was-left-is-gone',
    breaks: 'The memory for a body whose client goes away amid it is never given back.',
    edits: [
      {
        file: 'src/http/pipeline/operation-calls.ts',
        find: '    context.whenGone(cancel);\n',
        replace: '    void cancel;\n',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'bodies-take-any-memory',
    breaks: 'Bodies under way at the same time take as much memory as there is.',
    edits: [
      {
        file: BODY,
        find: 'if (this.#bytesHeld + bytes > this.#bytesMax) return false;',
        replace: 'if (bytes > this.#bytesMax) return false;',
      },
    ],
    model: 'part',
    caughtBy: ['bodies-held', 'bodies-outcome'],
  },
  {
    name: 'empty-options-want-usage',
    breaks: 'A stream whose client sends stream_options without a word in it ends with its usage.',
    edits: [
      {
        file: 'src/http/schemas/chat-request.ts',
        find: 'wantsUsage: stream_options?.include_usage === true,',
        replace: 'wantsUsage: stream_options != null && stream_options.include_usage !== false,',
      },
    ],
    caughtBy: ['text-streams'],
  },
  {
    name: 'sessions-go-in-the-clear',
    breaks: 'A browser sends the cookie of a session over plain HTTP, too.',
    edits: [
      {
        file: 'src/http/response/set-cookie.ts',
        find: "? '; Secure' : ''",
        replace: "? '' : ''",
      },
    ],
    caughtBy: ['cookies'],
  },
  {
    name: 'sessions-on-this-machine-share-a-cookie',
    breaks: 'Gateways on two ports of a machine end the sessions of each other.',
    edits: [
      {
        file: 'src/http/pages/dashboard/requests/origin.ts',
        find: "? '__Host-tollgate' :",
        replace: "? '__Host-tollgate' : port === '8080' ? 'tollgate-80' :",
      },
    ],
    caughtBy: ['cookies'],
  },
  {
    name: 'further-usage-by-key-begins-anew',
    breaks: 'The second page of usage by key has the keys of the first one.',
    edits: [
      {
        file: USAGE,
        find: '{ limit: usageKeysShown, after }',
        replace: '{ limit: usageKeysShown, after: undefined }',
      },
    ],
    caughtBy: ['pages-agree'],
  },
  {
    name: 'boundaries-in-quotes-are-none',
    breaks: 'A form whose boundary stands in quotes, with a space in it, is refused.',
    edits: [
      {
        file: 'src/http/request/multipart.ts',
        find: 'boundary=(?:"([^"]{1,70})"|',
        replace: 'boundary=(?:"([^" ]{1,70})"|',
      },
    ],
    caughtBy: ['refusal-order', 'answers'],
  },
  {
    name: 'browsers-guess-the-type-of-pages',
    breaks: 'A browser may take a page of the dashboard for something else than it is.',
    edits: [
      {
        file: 'src/http/pages/dashboard/requests/security-headers.ts',
        find: "  ['X-Content-Type-Options', 'nosniff'],\n",
        replace: '',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'sign-in-that-was-left-keeps-its-place',
    breaks: 'The place of a sign-in whose browser leaves is never free again.',
    edits: [
      {
        file: 'src/http/pages/page-request.ts',
        find: '  gone(): void {\n    this.#over();',
        replace: '  gone(): void {\n    this.isSettled = true;',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'forms-of-sibling-sites-are-taken',
    breaks: 'A form that a page of another host of the same site sent is carried out.',
    edits: [
      {
        file: 'src/http/pages/dashboard/requests/origin.ts',
        find: "return secFetchSite === 'same-origin';",
        replace: "return secFetchSite.startsWith('same-');",
      },
    ],
    faults: 'light',
    caughtBy: ['forgeries'],
  },
  {
    name: 'origins-are-compared-without-their-port',
    breaks: 'A form that a page at another port of the same host sent is carried out.',
    edits: [
      {
        file: 'src/http/pages/dashboard/requests/origin.ts',
        find: 'return originField === origin.url;',
        replace: "return originField?.replace(/:[0-9]+$/, '') === origin.url.replace(/:[0-9]+$/, '');",
      },
    ],
    faults: 'light',
    caughtBy: ['forgeries'],
  },
];
