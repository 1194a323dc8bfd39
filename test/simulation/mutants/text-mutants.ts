/** Defects of texts: what is reserved, asked, read, charged and repeated. */
import type { Mutant } from './mutant.js';

const RUN = 'src/routing/text/generation-run.ts';
const PROGRESS = 'src/routing/text/text-progress.ts';
const UPSTREAM = 'src/routing/text/upstream.ts';
const DESK = 'src/routing/text/generation-desk.ts';
const QUOTES = 'src/routing/text/text-catalogue.ts';
const COUNT = 'src/routing/text/token-count.ts';
const QUEUE = 'src/routing/text/piece-queue.ts';
const OPENAI = 'src/providers/adapters/openai/openai-adapter.ts';
const CREATION = 'src/actors/generations/generation-creation.ts';
const GENERATION = 'src/actors/generations/generation.ts';

export const TEXT_MUTANTS: readonly Mutant[] = [
  {
    name: 'free-texts-free-their-keys',
    breaks: 'A text that completed and cost nothing frees its Idempotency-Key, as one that failed does.',
    edits: [
      {
        file: GENERATION,
        find: "  const isFree = cost === 0 && status !== 'completed';\n",
        replace: '  const isFree = cost === 0;\n',
      },
    ],
    faults: 'light',
    caughtBy: ['text-repeats'],
  },
  {
    name: 'reservations-of-nothing-are-unreadable',
    breaks: 'An audit refuses ledger entries of models that cost nothing.',
    edits: [
      {
        file: 'src/audit/records/shapes/record-shapes.ts',
        find: "amount > 0 || type === 'reserve'",
        replace: 'amount > 0',
      },
    ],
    faults: 'light',
    caughtBy: ['sound-records'],
  },
  {
    name: 'price-of-tokens-rounded-down',
    breaks: 'Reserve and charge of a text are rounded down to a whole micro-DA.',
    edits: [
      {
        file: 'src/money/micro-da.ts',
        find: '(product + 999_999n) / 1_000_000n',
        replace: 'product / 1_000_000n',
      },
    ],
    caughtBy: ['text-settlement'],
  },
  {
    name: 'template-not-reserved',
    breaks: 'The tokens that a template adds to a prompt are not reserved.',
    edits: [
      {
        file: QUOTES,
        find: 'inputTokens: bytes + TOKENS_PER_MESSAGE * wanted.messages + one.templateTokens }',
        replace: 'inputTokens: bytes + TOKENS_PER_MESSAGE * wanted.messages }',
      },
    ],
    caughtBy: ['text-settlement'],
  },
  {
    name: 'text-charged-beyond-its-reserve',
    breaks: 'A text whose provider reports more than its reserve is charged that.',
    edits: [
      {
        file: GENERATION,
        find: 'if (price !== undefined && price <= reserved) return price;',
        replace: 'if (price !== undefined) return price;',
      },
    ],
    caughtBy: ['text-settlement', 'answers'],
  },
  {
    name: 'failed-text-is-charged',
    breaks: 'A text that failed before its first token is charged its prompt.',
    edits: [
      {
        file: RUN,
        find: "await this.#settle({ type: 'REFUSED', failure });",
        replace: 'await this.#settle(this.#progress.report(failure, false));',
      },
    ],
    caughtBy: ['text-settlement', 'text-ends'],
  },
  {
    name: 'broken-text-is-free',
    breaks: 'A text that breaks off after its first token costs nothing.',
    edits: [
      {
        file: PROGRESS,
        find: ": { type: 'BROKEN_OFF', end, failure };",
        replace: ": { type: 'REFUSED', failure };",
      },
    ],
    caughtBy: ['text-settlement'],
  },
  {
    name: 'interrupted-text-is-charged',
    breaks: 'A text that a restart interrupts is charged its whole reserve.',
    edits: [
      {
        file: GENERATION,
        find: 'if (end === null) return ZERO_MICRO_DA;',
        replace: 'if (end === null) return context.failure === null ? reserved : ZERO_MICRO_DA;',
      },
    ],
    caughtBy: ['text-settlement'],
  },
  {
    name: 'first-usage-counts',
    breaks: 'Of several reports of its usage the first counts.',
    edits: [
      {
        file: COUNT,
        find: 'this.#reported = usage;',
        replace: 'this.#reported ??= usage;',
      },
    ],
    caughtBy: ['text-settlement'],
  },
  {
    name: 'early-usage-passed-over',
    breaks: 'A usage that is reported before the text is passed over.',
    edits: [
      {
        file: COUNT,
        find: 'if (usage === undefined) return;',
        replace: 'if (usage === undefined || this.#deltas === 0) return;',
      },
    ],
    caughtBy: ['text-settlement'],
  },
  {
    name: 'zero-usage-is-none',
    breaks: 'A usage of zero is taken for none, and estimated.',
    edits: [
      {
        file: 'src/providers/adapters/openai/openai-pieces.ts',
        find: 'isCount(promptTokens) && isCount(completionTokens);',
        replace: 'isCount(promptTokens) && isCount(completionTokens) && promptTokens > 0;',
      },
    ],
    caughtBy: ['text-settlement'],
  },
  {
    name: 'estimate-by-deltas-alone',
    breaks: 'An estimate takes each delta for one token, however long it is.',
    edits: [
      {
        file: COUNT,
        find: 'Math.max(1, Math.ceil(bytes / BYTES_PER_TOKEN))',
        replace: '1',
      },
    ],
    caughtBy: ['text-settlement'],
  },
  {
    name: 'done-demanded',
    breaks: 'A stream without [DONE] is taken for one that broke off.',
    edits: [
      { file: OPENAI, find: '  if (!isFinished) throw', replace: '  throw' },
      { file: RUN, find: 'if (!this.#progress.isFinished) failure =', replace: 'failure =' },
    ],
    caughtBy: ['text-settlement', 'text-streams', 'service-words'],
  },
  {
    name: 'cut-text-is-whole',
    breaks: 'A stream that ends before its text does is taken for a whole one.',
    edits: [
      { file: OPENAI, find: '  if (!isFinished) throw', replace: '  if (isFinished && !isFinished) throw' },
    ],
    caughtBy: ['text-settlement', 'text-streams'],
  },
  {
    name: 'refused-text-asked-elsewhere',
    breaks: 'A text that its provider refused is asked for on the next route.',
    edits: [
      {
        file: RUN,
        find: "if (answer.outcome === 'rejected') return this.#refused(answer.failure);",
        replace:
          "if (answer.outcome === 'rejected') answer = { outcome: 'not_now', message: answer.failure.message };",
      },
    ],
    caughtBy: ['text-calls'],
  },
  {
    name: 'lost-text-asked-elsewhere',
    breaks: 'A text whose provider gave no answer is asked for on the next route.',
    edits: [
      {
        file: RUN,
        find: '      } catch (error) {\n        return this.#brokenBefore(error);\n      }',
        replace: "      } catch {\n        answer = { outcome: 'not_now', message: 'it was lost' };\n      }",
      },
    ],
    caughtBy: ['text-calls'],
  },
  {
    name: 'busy-route-asked-again',
    breaks: 'A route that did not take a text is asked again, and not the next one.',
    edits: [{ file: RUN, find: '      route = next.machine.context.route;\n', replace: '' }],
    caughtBy: ['text-calls'],
  },
  {
    name: 'end-before-its-commit',
    breaks: 'The end of a text goes out before it is settled.',
    edits: [
      {
        file: RUN,
        find: 'if (!this.#progress.isFinished) return this.#queue.push(event);',
        replace: 'if (held.length === 0) return this.#queue.push(event);',
      },
    ],
    caughtBy: ['text-ends', 'text-streams'],
  },
  {
    name: 'open-text-not-interrupted',
    breaks: 'A text that was open when the process ended stays open.',
    edits: [
      {
        file: DESK,
        find: "this.#mail.deliver(id, { type: 'resume' });",
        replace: 'id.trim();',
      },
    ],
    caughtBy: ['text-ends'],
  },
  {
    name: 'tokens-waited-for-without-end',
    breaks: 'A provider that falls silent within a text is waited for without end.',
    edits: [
      {
        file: UPSTREAM,
        find: "if (!isFinished) this.limitTo(tokenPauseMaxMs, 'no further token came in time');",
        replace: 'if (!isFinished) this.#limit.rest();',
      },
    ],
    runsMax: 1_200,
    caughtBy: ['text-streams', 'text-ends', 'run-never-ended'],
  },
  {
    name: 'first-token-waited-for-without-end',
    breaks: 'A provider that says nothing is waited for without end.',
    edits: [
      {
        file: RUN,
        find: "    this.#upstream.limitTo(isStreamed ? firstTokenMaxMs : wholeTextMaxMs, 'no token came in time');\n",
        replace: '',
      },
    ],
    caughtBy: ['answers', 'text-ends', 'run-never-ended'],
  },
  {
    name: 'queue-of-a-client-that-left-early',
    breaks: 'A text whose client went before its first token waits for room that nobody makes.',
    edits: [
      {
        file: RUN,
        find: '    this.#queue.leave();\n',
        replace: '',
      },
    ],
    caughtBy: ['text-ends'],
  },
  {
    name: 'abandoned-text-read-to-its-end',
    breaks: 'A text whose client has gone is read to its end, however long that takes.',
    edits: [
      {
        file: RUN,
        find: 'if (mayAbandon()) this.#upstream.after(times.abandonedStreamMaxMs, () => this.giveUp());',
        replace: 'if (mayAbandon()) times.abandonedStreamMaxMs.toFixed();',
      },
    ],
    caughtBy: ['text-streams', 'text-ends'],
  },
  {
    name: 'provider-outruns-its-client',
    breaks: 'A provider is read however slowly the client of its text reads.',
    edits: [
      {
        file: QUEUE,
        find: 'if (this.#waiting.length < this.#options.lengthMax) return',
        replace: 'if (this.#waiting.length >= 0) return',
      },
    ],
    caughtBy: ['text-streams'],
  },
  {
    name: 'pieces-out-of-order',
    breaks: 'Pieces that wait for their client go out in another order.',
    edits: [
      { file: QUEUE, find: 'this.#waiting += text;', replace: 'this.#waiting = text + this.#waiting;' },
    ],
    caughtBy: ['text-streams'],
  },
  {
    name: 'repeated-token-shown-as-the-first',
    breaks: 'A token whose chunk repeats one before it is shown with the content of that one.',
    edits: [
      {
        file: 'src/providers/adapters/openai/repeated-chunks.ts',
        find: 'return new RepeatedPiece(first, content);',
        replace: 'return content === this.#before ? new RepeatedPiece(first, content) : first;',
      },
    ],
    caughtBy: ['text-streams'],
  },
  {
    name: 'usage-shown-unasked',
    breaks: 'Each stream shows its usage, asked for or not.',
    edits: [
      {
        file: RUN,
        find: 'if (wantsUsage) this.#queue.push(usageEvent',
        replace: 'if (wantsUsage || generation.isStreamed) this.#queue.push(usageEvent',
      },
    ],
    caughtBy: ['text-streams'],
  },
  {
    name: 'one-open-text-too-many',
    breaks: 'A key may have one open text more than it may.',
    edits: [
      { file: CREATION, find: 'openMax: openGenerationsMax,', replace: 'openMax: openGenerationsMax + 1,' },
    ],
    caughtBy: ['linearizability'],
  },
  {
    name: 'balance-before-the-reserve',
    breaks: 'A stream shows the balance from before its reserve.',
    edits: [
      {
        file: CREATION,
        find: 'balance: balanceOf(reserved.key.balances)',
        replace: 'balance: balanceOf(checked.key.balances)',
      },
    ],
    caughtBy: ['linearizability'],
  },
  {
    name: 'text-made-again-under-its-key',
    breaks: 'A text is not noted under its Idempotency-Key.',
    edits: [
      {
        file: CREATION,
        find: '  recordResult(turn, key, idempotency, turn.id, idempotencyKeptMs);\n',
        replace: '',
      },
    ],
    caughtBy: ['text-repeats'],
  },
  {
    name: 'failed-text-keeps-its-key',
    breaks: 'A text that failed at no cost keeps its Idempotency-Key.',
    edits: [
      {
        file: GENERATION,
        find: 'if (isFree && idempotencyKeyHash !== null) removeResult',
        replace: 'if (isFree && idempotencyKeyHash === id) removeResult',
      },
    ],
    caughtBy: ['text-repeats'],
  },
  {
    name: 'tokens-missing-in-activity',
    breaks: 'The activity of a key leaves out what it wrote.',
    edits: [
      {
        file: GENERATION,
        find: 'promptTokens: end?.promptTokens ?? 0,',
        replace: 'promptTokens: 0,',
      },
    ],
    caughtBy: ['activity'],
  },
  {
    name: 'tokens-of-parsed-chunks-by-characters',
    breaks: 'A text whose usage is not reported costs by its characters, and not by its bytes.',
    edits: [
      {
        file: 'src/routing/text/token-count.ts',
        find: "Buffer.byteLength(value, 'utf8')",
        replace: 'value.length',
      },
    ],
    caughtBy: ['text-settlement'],
  },
];
