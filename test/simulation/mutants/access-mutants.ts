/** Defects of who sees what, and of requests themselves. */
import type { Mutant } from './mutant.js';

export const ACCESS_MUTANTS: readonly Mutant[] = [
  {
    name: 'revoked-key-admitted',
    breaks: 'A revoked key is still let in while it is remembered.',
    edits: [
      {
        file: 'src/http/pipeline/identify.ts',
        find: 'if (key === undefined || key.isRevoked || this.',
        replace: 'if (key === undefined || this.',
      },
      {
        file: 'src/actors/keys/key-table.ts',
        find: 'if (!key.isRevoked && this.#rotations[row] === key.rotations) return;',
        replace: 'if (this.#rotations[row] === key.rotations) return;',
      },
    ],
    caughtBy: ['rate-headers', 'durability', 'answers'],
  },
  {
    name: 'key-makes-room-under-a-request',
    breaks:
      'A key leaves memory while a request of it is under way, and its row becomes that of another key.',
    edits: [
      {
        file: 'src/actors/keys/key-table.ts',
        find: 'if (this.pins.has(row)) continue;',
        replace: '',
      },
    ],
    caughtBy: ['rate-headers', 'answers', 'conservation', 'isolation', 'linearizability'],
  },
  {
    name: 'list-shows-jobs-of-others',
    breaks: 'A list of jobs goes on with those of other keys.',
    edits: [
      {
        file: 'src/actors/jobs/job-lists.ts',
        find: '    const to = after === undefined ? bounds.to : prefix + after;\n    const entries',
        replace: '    const to = after === undefined ? undefined : prefix + after;\n    const entries',
      },
      {
        file: 'src/actors/jobs/job-lists.ts',
        find: "range('key_jobs', { from: bounds.from, to, reverse: true })",
        replace: "range('key_jobs', { from: bounds.from, ...(to && { to }), reverse: true })",
      },
    ],
    caughtBy: ['isolation', 'final-reading'],
  },
  {
    name: 'late-body-taken',
    breaks: 'A body that comes after its time limit is taken.',
    edits: [
      {
        file: 'src/http/pipeline/settings.ts',
        find: 'timeLimits: new DeadlineQueue(world, settings.bodyTimeoutMs),',
        replace: 'timeLimits: new DeadlineQueue(world, 10 * settings.bodyTimeoutMs),',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'gone-client-ends-the-process',
    breaks: 'A client that goes away before its answer takes the process with it.',
    edits: [
      {
        file: 'src/http/pipeline/request-context.ts',
        find: 'exchange.onGone(() => this.gone());',
        replace: "exchange.onGone(() => { this.gone(); if (this.isBodyRead) throw new Error('gone'); });",
      },
    ],
    caughtBy: ['process-lives'],
  },
  {
    name: 'stop-cuts-off-open-requests',
    breaks: 'A stop in order does not wait for open requests.',
    edits: [
      {
        file: 'src/node/assembly.ts',
        find: 'listener?.drain(core.settings.drainTimeLimitMs)',
        replace: 'listener?.drain(0)',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'default-length-is-the-shortest',
    breaks: 'A submit without seconds reserves for the shortest length.',
    edits: [
      {
        file: 'src/routing/catalogue.ts',
        find: 'lengthMs ?? offer.lengthDefaultMs',
        replace: 'lengthMs ?? offer.lengthMinMs',
      },
    ],
    caughtBy: ['job-status'],
  },
  {
    name: 'management-key-of-an-account-reads-other-accounts',
    breaks: 'A key is found by the management key of any account.',
    edits: [
      {
        file: 'src/http/operations/find-in-reach.ts',
        find: 'return within(rights, API_KEY_ID.test(id) ? system.view(apiKey, id) : undefined);',
        replace: 'return API_KEY_ID.test(id) ? system.view(apiKey, id) : undefined;',
      },
    ],
    caughtBy: ['reach'],
  },
  {
    name: 'accounts-are-verified-after-a-restart',
    breaks: 'An account that is not verified sets its limits once the node has started again.',
    edits: [
      {
        file: 'src/actors/accounts/account.ts',
        find: 'isVerified: record.verified,',
        replace: 'isVerified: true,',
      },
    ],
    caughtBy: ['verified'],
  },
  {
    name: 'unknown-path-is-told-to-an-api-key',
    breaks: 'An API key is told that a path of management does not exist, not that it takes another key.',
    edits: [
      {
        file: 'src/http/pipeline/refusals.ts',
        find: "return segment === 'api' ? 'management' : undefined;",
        replace: 'return undefined;',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'management-listener-serves-all',
    breaks: 'The listener of management answers what is for the public one, too.',
    edits: [
      {
        file: 'src/http/surface.ts',
        find: "if (surface === 'whole' || credential === undefined) return false;",
        replace: "if (surface !== 'public' || credential === undefined) return false;",
      },
    ],
    caughtBy: ['answers'],
    faults: 'light',
  },
];
