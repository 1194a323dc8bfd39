/** Defects of the runtime: the gate, turns, reminders, passivation. */
import type { Mutant } from './mutant.js';

const RELOADABLE = 'src/node/assembly/reloadable-core.ts';
const GATE = 'src/actors/runtime/gate.ts';
const COMMITTED_RECORDS = 'src/actors/runtime/committed-records.ts';
const TURN_RUNNER = 'src/actors/runtime/turn-runner.ts';
const SYSTEM = 'src/actors/runtime/system.ts';
const REMINDERS = 'src/actors/runtime/reminders.ts';

export const RUNTIME_MUTANTS: readonly Mutant[] = [
  {
    name: 'reply-before-commit',
    breaks: 'A turn is answered before what it wrote is on disk.',
    edits: [
      {
        file: TURN_RUNNER,
        find: 'if (restsOn === undefined || joint.answersNow) {',
        replace: 'if (restsOn !== null || joint.answersNow) {',
      },
    ],
    caughtBy: ['answers', 'rate-headers', 'window-exact', 'linearizability'],
  },
  {
    name: 'reply-does-not-wait-for-what-it-rests-on',
    breaks: 'A turn that writes nothing is answered before the commit that it rests on.',
    edits: [
      {
        file: TURN_RUNNER,
        find: 'const restsOn = joint.changesAnything ? this.#gate.open : joint.restsOn;',
        replace: 'const restsOn = joint.changesAnything ? this.#gate.open : undefined;',
      },
    ],
    caughtBy: ['answers', 'linearizability', 'durability'],
  },
  {
    name: 'rejected-commit-taken-for-success',
    breaks: 'A commit that the disk rejected is taken for one that succeeded.',
    edits: [
      {
        file: GATE,
        find: '(error: unknown) => this.#onRejected(batch, error),',
        replace: '() => this.#onCommitted(batch),',
      },
    ],
    caughtBy: [
      'answers',
      'rate-headers',
      'liveness',
      'conservation',
      'durability',
      'window-exact',
      'isolation',
      'linearizability',
    ],
  },
  {
    name: 'failed-commit-acknowledged',
    breaks: 'Those who wait for a commit that failed are told that it is on disk.',
    edits: [
      {
        file: GATE,
        find: 'for (const waiter of batch.waiting) waiter(false);',
        replace: 'for (const waiter of batch.waiting) waiter(true);',
      },
    ],
    caughtBy: ['durability', 'isolation', 'answers'],
  },
  {
    name: 'effects-of-a-failed-commit',
    breaks: 'What a turn wanted of the outside is carried out though its commit failed.',
    edits: [
      {
        file: GATE,
        find: '    for (const batch of [inFlight, open]) {\n      for (const waiter',
        replace:
          '    for (const effect of inFlight.effects) this.#options.release(effect);\n    for (const batch of [inFlight, open]) {\n      for (const waiter',
      },
    ],
    caughtBy: ['answers', 'provider-calls', 'settlement-cause'],
  },
  {
    name: 'provider-called-before-commit',
    breaks: 'A provider is called while the commit of the submit is under way.',
    edits: [
      {
        file: GATE,
        find: '    this.#inFlight = batch;\n',
        replace:
          '    this.#inFlight = batch;\n    const early = batch.effects.splice(0);\n    this.#options.world.soon(() => { for (const effect of early) this.#options.release(effect); });\n',
      },
    ],
    caughtBy: ['settlement-cause', 'cancels'],
  },
  {
    name: 'failed-commit-not-undone',
    breaks: 'What a failed commit left on disk stays there.',
    edits: [
      {
        file: COMMITTED_RECORDS,
        find: 'for (const { table, key, before } of pending.values()) writes.push({ table, key, value: before });',
        replace: 'for (const { key } of pending.values()) if (key === null) writes.pop();',
      },
    ],
    caughtBy: ['liveness', 'conservation', 'settlement', 'waiting'],
  },
  {
    name: 'pre-images-forgotten',
    breaks: 'Undoing a commit removes what it had overwritten.',
    edits: [
      {
        file: COMMITTED_RECORDS,
        find: 'write.fresh ? undefined : this.#standing(write)',
        replace: 'write.fresh ? undefined : undefined',
      },
    ],
    caughtBy: ['conservation', 'durability', 'rate-headers', 'answers', 'window-exact', 'linearizability'],
  },
  {
    name: 'pre-images-out-of-date',
    breaks: 'Undoing a commit brings back what the first commit of a run wrote, not the last one before.',
    edits: [
      {
        file: COMMITTED_RECORDS,
        find: 'this.#justWritten = batch.characters <= this.#limits.charactersRemembered ? batch.writes : undefined;',
        replace: 'this.#justWritten ??= batch.writes;',
      },
    ],
    caughtBy: ['conservation', 'never-negative', 'durability', 'answers', 'settlement'],
  },
  {
    name: 'commit-published-behind-the-next',
    breaks:
      'A commit counts as on disk only when the one behind it has begun, which is then not known to be under way.',
    edits: [
      { file: GATE, find: 'this.#committed.publish(batch);\n', replace: '' },
      {
        file: GATE,
        find: 'this.#startCommit();\n    for (',
        replace: 'this.#startCommit();\n    this.#committed.publish(batch);\n    for (',
      },
    ],
    caughtBy: ['conservation'],
  },
  {
    name: 'late-commit-not-undone',
    breaks: 'A commit that lands after its waiters were refused stays in force.',
    edits: [
      {
        file: GATE,
        find: '    if (batch.abandoned) {\n      this.#undo(batch);',
        replace: '    if (batch.abandoned) {\n      this.#reopen([]);',
      },
    ],
    caughtBy: [
      'answers',
      'liveness',
      'conservation',
      'settlement',
      'linearizability',
      'rate-headers',
      'durability',
      'job-status',
    ],
  },
  {
    name: 'working-state-outlives-a-failed-commit',
    breaks: 'Turns go on from a state whose commit failed.',
    edits: [{ file: GATE, find: '        activation.working = activation.committed;\n', replace: '' }],
    caughtBy: ['conservation', 'durability', 'linearizability', 'cancels'],
  },
  {
    name: 'open-batch-never-told',
    breaks: 'Those who wait on the batch behind one that failed are never told.',
    edits: [
      {
        file: GATE,
        find: '    for (const batch of [inFlight, open]) {\n      for (const waiter',
        replace: '    for (const batch of [inFlight]) {\n      for (const waiter',
      },
    ],
    caughtBy: ['rate-headers', 'answers', 'liveness', 'cancels'],
  },
  {
    name: 'gate-without-time-limit',
    breaks: 'A commit that hangs is waited for without limit.',
    edits: [
      {
        file: GATE,
        find: 'this.#cancelTimeLimit = world.after(timeLimitMs, over);',
        replace: 'this.#cancelTimeLimit = world.after(2 ** 31 - 1, over);',
      },
    ],
    runsMax: 1_000,
    caughtBy: ['linearizability', 'rate-headers', 'answers', 'durability'],
  },
  {
    name: 'readers-see-the-disk',
    breaks: 'A list shows what the disk shows, a commit under way or failed included.',
    edits: [
      {
        file: COMMITTED_RECORDS,
        find: 'if (ofTable === undefined) return this.#store.range(table, range);',
        replace: 'if (ofTable !== null) return this.#store.range(table, range);',
      },
      {
        file: COMMITTED_RECORDS,
        find: 'return pending === undefined ? this.#store.get(table, key) : pending.before;',
        replace: 'return pending === null ? undefined : this.#store.get(table, key);',
      },
    ],
    caughtBy: ['durability', 'linearizability', 'answers'],
  },
  {
    name: 'views-show-the-working-state',
    breaks: 'A read shows what is not on disk yet.',
    edits: [
      {
        file: SYSTEM,
        find: 'return activation.committed as S | undefined;',
        replace: 'return activation.working as S | undefined;',
      },
    ],
    caughtBy: ['durability', 'job-status', 'linearizability'],
  },
  {
    name: 'balance-header-shows-the-working-state',
    breaks: 'X-Balance-Available shows a balance that is not on disk yet.',
    edits: [
      {
        file: 'src/actors/runtime/turn.ts',
        find: '      batch.states.set(activation, activation.working);\n',
        replace:
          '      batch.states.set(activation, activation.working);\n      if (activation.working !== undefined) activation.behavior.committed?.(activation.working);\n',
      },
    ],
    caughtBy: ['conservation', 'linearizability'],
  },
  {
    name: 'commit-not-told-to-the-table-of-keys',
    breaks: 'A key in memory stays what it was when it came there, whatever is committed of it since.',
    edits: [
      {
        file: GATE,
        find: '      if (state !== undefined) activation.behavior.committed?.(state);\n',
        replace: '',
      },
    ],
    caughtBy: ['conservation', 'linearizability', 'rate-headers', 'durability'],
  },
  {
    name: 'uncommitted-actor-passivated',
    breaks: 'An actor leaves memory while its state is not on disk yet.',
    edits: [
      {
        file: 'src/actors/runtime/activations.ts',
        find: 'activation.dirtyIn === undefined && activation.mailbox === undefined',
        replace: 'activation.mailbox === undefined',
      },
    ],
    runsMax: 1_000,
    caughtBy: [
      'answers',
      'conservation',
      'liveness',
      'settlement',
      'settlement-cause',
      'durability',
      'final-reading',
      'linearizability',
      'idempotency',
    ],
  },
  {
    name: 'reminders-not-loaded',
    breaks: 'A restart forgets every reminder.',
    edits: [
      {
        file: REMINDERS,
        find: '        this.#hold(key, dueIn(() => entry.value) ?? 0);\n        from = key;\n',
        replace: '        void dueIn;\n        from = key;\n',
      },
    ],
    caughtBy: ['liveness'],
  },
  {
    name: 'reminder-of-a-refused-turn-lost',
    breaks: 'A reminder whose turn was refused is not tried again.',
    edits: [
      {
        file: TURN_RUNNER,
        find: 'if (envelope.reminder !== undefined) this.#reminders.judgeAgain(envelope.reminder, reminderAgainAfterMs);',
        replace: '',
      },
    ],
    model: 'job',
    caughtBy: ['settles'],
  },
  {
    name: 'job-id-used-again',
    breaks: 'Two submits of one millisecond get one id.',
    edits: [{ file: 'src/actors/storage/ids.ts', find: '      this.#countUp();\n', replace: '' }],
    caughtBy: ['answers'],
  },
  {
    name: 'request-ids-repeat',
    breaks: 'A process begins with the request ids of the one before.',
    edits: [
      {
        file: 'src/http/request/request-ids.ts',
        find: 'Buffer.from(this.#randomBytes(PREFIX_BYTES))',
        replace: 'Buffer.alloc(PREFIX_BYTES)',
      },
      {
        file: 'src/http/request/request-ids.ts',
        find: 'Buffer.from(this.#randomBytes(16))',
        replace: 'Buffer.alloc(16)',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'refused-reload-sets-limits',
    breaks: 'The limits of a file are in force before the rest of it turns out to be wrong.',
    edits: [
      {
        file: RELOADABLE,
        find: 'const providers = environment.providersIn(core.world, next);',
        replace:
          'core.keys.setManagementRpm(next.managementRpm);\n      const providers = environment.providersIn(core.world, next);',
      },
    ],
    caughtBy: ['rate-headers', 'window-exact'],
  },
  {
    name: 'messages-before-a-full-batch-stay-counted',
    breaks: 'Messages that were handled before a batch was full are never taken off those that wait.',
    edits: [
      { file: 'src/actors/runtime/mailboxes.ts', find: '      this.#count -= 1;\n', replace: '' },
      {
        file: 'src/actors/runtime/mailboxes.ts',
        find: '    if (left.length > 0) return false;\n',
        replace: '    if (left.length > 0) return false;\n    this.#count -= handled;\n',
      },
    ],
    caughtBy: ['figures', 'figures-at-rest'],
  },
  {
    name: 'walks-of-a-list-that-has-more-stay-open',
    breaks: 'A list that ends before its last job leaves the walks open that it merged.',
    edits: [
      {
        file: 'src/actors/jobs/job-lists.ts',
        find: 'for (const { entries } of streams) entries.return?.();',
        replace: 'for (const { entries, head } of streams) if (head === undefined) entries.return?.();',
      },
    ],
    faults: 'light',
    caughtBy: ['answers'],
  },
];
