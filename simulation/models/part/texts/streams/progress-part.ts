/** The progress of a text: its tokens, counted by its provider or by its bytes, its end, and its times. */
import { TextProgress } from '../../../../../src/routing/text/text-progress.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';

type Usage = { readonly promptTokens: number; readonly completionTokens: number };

/** A piece with so many bytes in each of its choices. */
interface ProgressAct {
  readonly do: 'chunk' | 'message' | 'call' | 'repeat';
  readonly bytes: readonly number[];
  readonly usage?: Usage;
  readonly finish?: string;
}

interface ProgressLimits {
  readonly outputTokensMax: number;
  readonly promptBytes: number;
}

const BYTES_PER_TOKEN = 4;
const FAILURE = { code: 'provider_error', message: 'It broke off.' } as const;

export function progressPart(
  make = (trial: Trial, { outputTokensMax, promptBytes }: ProgressLimits) => {
    const progress = new TextProgress(trial.world, outputTokensMax);
    progress.ask(promptBytes);
    return progress;
  },
): Part<ProgressLimits, ProgressAct> {
  return {
    name: 'progress',
    limits: (random) => ({ outputTokensMax: 1_000, promptBytes: random.pick([1, 4, 5, 4_001]) }),
    act: (random) => {
      const how = random.pick(['chunk', 'chunk', 'message', 'call', 'repeat'] as const);
      const count = how === 'repeat' ? 1 : random.pick([0, 1, 1, 1, 2]);
      const bytes = Array.from({ length: count }, () => random.pick([0, 1, 3, 4, 5, 8, 33]));
      if (how === 'repeat') return { do: how, bytes };
      const usage = { promptTokens: random.below(100), completionTokens: random.below(100) };
      return {
        do: how,
        bytes,
        ...(random.chance(0.12) ? { usage } : {}),
        ...(count > 0 && random.chance(0.06) ? { finish: random.pick(['stop', 'length']) } : {}),
      };
    },
    pauseMs: (random) => random.pick([0, 0, 1, 20]),
    begin: (trial, limits) => new ProgressCourse(trial, limits, make(trial, limits)),
  };
}

class ProgressCourse implements Course<ProgressAct> {
  readonly #trial: Trial;
  readonly #promptBytes: number;
  readonly #progress: TextProgress;
  readonly #beganAt: number;
  readonly #pieces: (ProgressAct & { readonly at: number })[] = [];

  constructor(trial: Trial, { promptBytes }: ProgressLimits, progress: TextProgress) {
    this.#trial = trial;
    this.#promptBytes = promptBytes;
    this.#progress = progress;
    this.#beganAt = trial.now;
  }

  take(act: ProgressAct): void {
    this.#pieces.push({ ...act, at: this.#trial.now });
    this.#progress.take(pieceOf(act));
  }

  compare(): void {
    const deltas = tokensIn(this.#pieces);
    this.#trial.same('deltas', this.#progress.deltas, deltas.length);
    this.#trial.same('text', this.#progress.hasText, deltas.length > 0);
    const finish = this.#pieces.find((piece) => piece.finish !== undefined)?.finish;
    this.#trial.same('finished', this.#progress.isFinished, finish !== undefined);
    const first = this.#pieces.find(({ bytes }) => bytes.some((one) => one > 0));
    const endOf = (isWhole: boolean) => ({
      finishReason: finish ?? null,
      ...this.#usage(isWhole),
      latencyMs: this.#trial.now - this.#beganAt,
      firstTokenMs: first === undefined ? null : first.at - this.#beganAt,
    });
    this.#trial.same('whole', this.#progress.report(undefined, false), { type: 'ENDED', end: endOf(true) });
    const broken = { type: 'BROKEN_OFF', end: endOf(false), failure: FAILURE };
    this.#trial.same('broken', this.#progress.report(FAILURE, false), broken);
    const left = { type: 'ABANDONED', end: endOf(false) };
    this.#trial.same('left', this.#progress.report(FAILURE, true), left);
  }

  /** As its provider reported last; what came after the report is estimated, if there is more to come. */
  #usage(isWhole: boolean) {
    const at = this.#pieces.findLastIndex(({ usage }) => usage !== undefined);
    const reported = this.#pieces[at]?.usage;
    const since = tokensIn(this.#pieces.slice(at + 1)).reduce((sum, tokens) => sum + tokens, 0);
    if (reported !== undefined && (isWhole || since === 0)) return { ...reported, isEstimated: false };
    const { promptTokens, completionTokens } = reported ?? {
      promptTokens: Math.ceil(this.#promptBytes / BYTES_PER_TOKEN),
      completionTokens: 0,
    };
    return { promptTokens, completionTokens: completionTokens + since, isEstimated: true };
  }
}

/** By the bytes, of each choice with text in it. */
function tokensIn(pieces: readonly ProgressAct[]): readonly number[] {
  return pieces.flatMap(({ bytes }) =>
    bytes.filter((one) => one > 0).map((one) => Math.ceil(one / BYTES_PER_TOKEN)),
  );
}

function pieceOf({ do: how, bytes, usage, finish }: ProgressAct) {
  const texts = bytes.map((count) => 'é'.repeat(Math.floor(count / 2)) + 'e'.repeat(count % 2));
  const choices = texts.map((text, index) => {
    const content =
      how === 'call' ? { tool_calls: [{ index: 0, function: { arguments: text } }] } : { content: text };
    const said = { role: 'assistant', ...content };
    return { index, [how === 'message' ? 'message' : 'delta']: said, finish_reason: finish ?? null };
  });
  const piece = { body: { choices }, ...(usage === undefined ? {} : { usage }) };
  return how === 'repeat' ? { body: {}, repeats: { first: piece, content: texts[0] ?? '' } } : piece;
}
