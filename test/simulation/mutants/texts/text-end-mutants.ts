/** Defects of how texts end: in time, left by their clients, or under an Idempotency-Key. */
import type { Mutant } from '../mutant.js';

const RUN = 'src/routing/text/generation-run.ts';
const DESK = 'src/routing/text/generation-desk.ts';
const GENERATION = 'src/actors/generations/generation.ts';

export const TEXT_END_MUTANTS: readonly Mutant[] = [
  {
    name: 'usage-holds-off-the-limit',
    breaks: 'A provider that brings no token is waited for while it sends pieces that say nothing.',
    edits: [
      {
        file: RUN,
        find: 'const goesOn = this.#progress.deltas > deltas ||',
        replace: 'const goesOn = next.value.length > 0 ||',
      },
    ],
    caughtBy: ['text-reading', 'text-streams', 'text-ends'],
  },
  {
    name: 'pieces-behind-the-end-hold-off-the-limit',
    breaks: 'Behind its end a text is read for as long as its provider sends anything.',
    edits: [
      {
        file: RUN,
        find: 'if (goesOn && !wasFinished) this.#upstream',
        replace: 'if (goesOn) this.#upstream',
      },
    ],
    caughtBy: ['text-reading', 'text-streams'],
  },
  {
    name: 'finished-text-times-out',
    breaks: 'A text whose stream does not end in time behind its end is taken for one that broke off.',
    edits: [
      {
        file: RUN,
        find: 'if (!this.#progress.isFinished) failure =',
        replace: 'if (!this.#progress.isFinished || this.#upstream.signal.aborted) failure =',
      },
    ],
    caughtBy: ['text-settlement', 'text-streams'],
  },
  {
    name: 'characters-of-two-bytes-cut',
    breaks: 'A character that two pieces of a stream share is read as two.',
    edits: [
      {
        file: 'src/outward/event-stream.ts',
        find: 'return this.#decoder.decode(piece, { stream: true });',
        replace: 'return this.#decoder.decode(piece);',
      },
    ],
    caughtBy: ['text-streams'],
  },
  {
    name: 'text-of-its-client-that-left-cut-off',
    breaks: 'A text is read for a moment only after its client has gone, not for its time.',
    edits: [
      {
        file: RUN,
        find: 'this.#upstream.after(times.abandonedStreamMaxMs, () => this.giveUp());',
        replace: 'this.#upstream.after(Math.min(10, times.abandonedStreamMaxMs), () => this.giveUp());',
      },
    ],
    caughtBy: ['text-reading'],
  },
  {
    name: 'one-text-fewer-read-on',
    breaks: 'One text fewer than may be is read on after its client has gone.',
    edits: [
      {
        file: DESK,
        find: 'if (this.#abandoned.size >= this.#options.limits.textsAbandoned)',
        replace: 'if (this.#abandoned.size + 1 >= this.#options.limits.textsAbandoned)',
      },
    ],
    caughtBy: ['text-reading'],
  },
  {
    name: 'whole-text-is-answered-before-its-end',
    breaks:
      'A text that is no stream is answered before it is settled, with a balance that holds its reserve.',
    edits: [
      {
        file: RUN,
        find: 'const isSettled = await this.#settle(this.#progress.report(undefined, false));',
        replace: 'const isSettled = true; void this.#settle(this.#progress.report(undefined, false));',
      },
    ],
    caughtBy: ['linearizability', 'text-ends'],
  },
  {
    name: 'text-left-by-its-client-frees-its-key',
    breaks: 'A text that its client left, and that cost something, frees its Idempotency-Key.',
    edits: [
      {
        file: GENERATION,
        find: "const isFree = cost === 0 && status !== 'completed';",
        replace: "const isFree = status === 'interrupted' || (cost === 0 && status === 'failed');",
      },
    ],
    caughtBy: ['text-repeats'],
  },
  {
    name: 'text-before-a-report-is-charged-twice',
    breaks:
      'A text that breaks off after a report of its usage is charged by the report and by all its bytes.',
    edits: [
      {
        file: 'src/routing/text/token-count.ts',
        find: 'this.#estimatedAtReport = this.#estimated;',
        replace: 'this.#estimatedAtReport = 0;',
      },
    ],
    caughtBy: ['text-settlement'],
  },
  {
    name: 'lost-texts-open-no-breaker',
    breaks: 'A provider of text that breaks off before anything comes is called again and again.',
    edits: [
      {
        file: 'src/providers/calls/text-calls.ts',
        find: 'if (wasSound) calls.breaker.answered();',
        replace: 'if (wasSound || !signal.aborted) calls.breaker.answered();',
      },
    ],
    caughtBy: ['texts-left-alone'],
  },
  {
    name: 'reader-that-leaves-is-waited-for',
    breaks: 'A text whose slow reader leaves waits for room for ever.',
    edits: [
      {
        file: 'src/routing/text/piece-queue.ts',
        find: '    this.#wakeReader?.();\n    this.#wakeWriter?.();\n    this.#options.onLeft();',
        replace: '    this.#wakeReader?.();\n    this.#options.onLeft();',
      },
    ],
    caughtBy: ['text-ends', 'liveness', 'conservation', 'linearizability', 'text-reading'],
  },
  {
    name: 'texts-read-on-are-waited-for-at-a-stop',
    breaks: 'A stop waits for texts that were read on and are long over.',
    edits: [
      {
        file: 'src/routing/text/generation-desk.ts',
        find: 'if (this.#abandoned.delete(run) && this.#abandoned.size === 0)',
        replace: 'if (this.#abandoned.has(run) && this.#abandoned.size === 0)',
      },
    ],
    faults: 'light',
    caughtBy: ['prompt-stops'],
  },
];
