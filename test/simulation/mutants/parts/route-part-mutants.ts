/** Defects of routes and prices of clips, of reports on jobs, of the embedded provider, and of mails sent. */
import type { Mutant } from '../mutant.js';

const SMTP = 'src/mail/smtp.ts';
const DISPATCHER = 'src/routing/provider-dispatcher.ts';
const SIMULATED = 'src/providers/adapters/simulated/simulated-provider.ts';

export const ROUTE_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'mail-over-a-connection-that-others-read',
    breaks: 'A mail server elsewhere that offers no encryption is handed mails.',
    edits: [{ file: SMTP, find: '!isSecure && !LOOPBACK', replace: '!isSecure && LOOPBACK' }],
    model: 'part',
    caughtBy: ['smtp-words'],
  },
  {
    name: 'user-of-the-mail-server-as-it-is-written',
    breaks: 'The user of a mail server is sent with the escapes of its URL.',
    edits: [{ file: SMTP, find: 'decodeURIComponent(username)', replace: 'username' }],
    model: 'part',
    caughtBy: ['smtp-words'],
  },
  {
    name: 'mail-that-is-given-up-goes-on',
    breaks: 'A mail that took too long stays with its server, and may go out beside its next try.',
    edits: [{ file: SMTP, find: '          signal,\n', replace: '' }],
    model: 'part',
    caughtBy: ['smtp-closed'],
  },
  {
    name: 'mails-come-from-a-port',
    breaks: 'The address that mails come from has the port of the public URL in it.',
    edits: [
      {
        file: 'src/node/assembly/mail.ts',
        find: 'new URL(publicUrl).hostname',
        replace: 'new URL(publicUrl).host',
      },
    ],
    model: 'part',
    caughtBy: ['smtp-words', 'smtp-texts'],
  },
  {
    name: 'mail-under-way-outlives-its-queue',
    breaks: 'A mail that is counted as dropped at the end of a node is sent all the same.',
    edits: [{ file: 'src/mail/mail-queue.ts', find: '    this.#trying?.abort();\n', replace: '' }],
    model: 'part',
    caughtBy: ['mails-given-up'],
  },
  {
    name: 'report-comes-ever-later',
    breaks: 'A report that a job refuses is brought again after pauses without a bound.',
    edits: [
      {
        file: 'src/routing/actor-mail.ts',
        find: 'Math.min(retryMs * 2, REDELIVER_MAX_MS)',
        replace: 'retryMs * 2',
      },
    ],
    model: 'part',
    caughtBy: ['dispatcher-told'],
  },
  {
    name: 'job-that-may-be-made-in-vain-is-left',
    breaks: 'A job that ended before its submit had no known outcome is not given up at its provider.',
    edits: [
      {
        file: DISPATCHER,
        find: 'taken === null ? handle !== null : handle === taken',
        replace: 'handle === taken',
      },
    ],
    model: 'part',
    caughtBy: ['dispatcher-told'],
  },
  {
    name: 'job-left-by-an-older-version-has-begun',
    breaks: 'A job whose record does not say that it has begun counts as begun.',
    edits: [{ file: DISPATCHER, find: 'begun === true', replace: 'begun !== false' }],
    model: 'part',
    caughtBy: ['dispatcher-told'],
  },
  {
    name: 'full-route-taken',
    breaks: 'A job goes to its first route if no other takes jobs, though that has no room.',
    edits: [{ file: DISPATCHER, find: '?? routes.find(hasRoom)', replace: '?? routes[0]' }],
    model: 'part',
    caughtBy: ['film-quotes-taken', 'film-quotes-away'],
  },
  {
    name: 'wait-for-the-last-of-full-routes',
    breaks: 'A client that is turned away is told to wait for the route that is full for longest.',
    edits: [
      { file: DISPATCHER, find: 'const fullForMs = Math.min(', replace: 'const fullForMs = Math.max(' },
    ],
    model: 'part',
    caughtBy: ['film-quotes-wait'],
  },
  {
    name: 'image-behind-a-password-alone',
    breaks: 'The address of an image may hold a password, if it names no user.',
    edits: [
      {
        file: 'src/providers/adapters/remote/remote-fields.ts',
        find: "url.username === '' && url.password === ''",
        replace: "url.username === ''",
      },
    ],
    model: 'part',
    caughtBy: ['film-quotes-refused', 'film-quotes-quote', 'film-quotes-param'],
  },
  {
    name: 'parts-of-seconds-made',
    breaks: 'A route that makes whole seconds is taken for half of one.',
    edits: [
      {
        file: 'src/providers/adapters/remote/model-rules.ts',
        find: 'Number.isInteger(seconds) && ',
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['film-quotes-refused', 'film-quotes-quote'],
  },
  {
    name: 'half-of-a-clip-rounded-up',
    breaks: 'Of an odd length, the half is a millisecond too long.',
    edits: [
      {
        file: 'src/providers/adapters/simulated/simulated-models.ts',
        find: 'Math.floor(lengthMs / 2)',
        replace: 'Math.ceil(lengthMs / 2)',
      },
    ],
    model: 'part',
    caughtBy: ['simulated-provider-state', 'simulated-provider-length'],
  },
  {
    name: 'end-of-a-clip-asked-for-late',
    breaks: 'A job that is nearly done is asked for again after its end.',
    edits: [
      {
        file: SIMULATED,
        find: 'Math.min(untilDoneMs, model.newsEveryMs)',
        replace: 'model.newsEveryMs',
      },
    ],
    model: 'part',
    caughtBy: ['simulated-provider-state'],
  },
  {
    name: 'time-of-a-clip-in-its-header-alone',
    breaks: 'The last frame of a clip is shown for as long as any, so that its frames last longer than it.',
    edits: [
      {
        file: 'src/providers/adapters/simulated/clip.ts',
        find: 'Math.min(FRAME_MS, lengthMs - shownMs)',
        replace: 'FRAME_MS',
      },
    ],
    model: 'part',
    caughtBy: ['simulated-provider-length'],
  },
];
