/** Requests for texts that wait for their answers, and the answers as they have to be. */
import type { AnswerJudge } from '../../jobs/desk/answer-judge.js';
import { balanceOf } from '../../jobs/desk/plain-jobs.js';
import type { Trial } from '../../trial.js';
import type { GenerationAct } from './drawn-generations.js';
import type { AskedRun, Sent } from './generations-node.js';
import type { PayingKey } from './plain-generations.js';

interface OpenAnswer {
  readonly id: string;
  readonly run: AskedRun;
  readonly sent: Sent;
  readonly key: PayingKey;
  readonly secret: string;
  /** After its reserve. */
  readonly balance: number;
  readonly isStreamed: boolean;
}

const STATUSES = {
  provider_error: 502,
  provider_rejected: 502,
  provider_unavailable: 503,
  provider_timeout: 504,
  content_rejected: 400,
};
const [BODY, CHUNKS] = ['{"object":"chat.completion"}', ['data: 1\n\n', 'data: [DONE]\n\n']];

export class OpenAnswers {
  readonly #trial: Trial;
  readonly #judge: AnswerJudge;
  #open: OpenAnswer[] = [];

  constructor(trial: Trial, judge: AnswerJudge) {
    this.#trial = trial;
    this.#judge = judge;
  }

  add(one: OpenAnswer): void {
    this.#open.push(one);
  }

  /** The process ends. */
  lost(): void {
    this.#open = [];
  }

  /** However long it takes, none is answered before its text is there, or given up while its client waits. */
  areOpen(): void {
    for (const { id, sent, run } of this.#open)
      if (sent.answer !== undefined || run.signal.aborted)
        this.#trial.broke('waits', `${id} is answered or given up: ${sent.answer?.status}`);
  }

  async leave(nth: number): Promise<void> {
    const one = this.#taken(nth);
    if (one === undefined) return;
    one.sent.leave();
    await this.#trial.world.settle();
    this.#trial.same('left', one.run.signal.aborted, true);
  }

  async answer({ nth, kind, code, againMs }: Extract<GenerationAct, { do: 'answer' }>): Promise<void> {
    const one = this.#taken(nth);
    if (one === undefined) return;
    const { run, sent, id, key, secret, isStreamed } = one;
    if (kind === 'begun' && isStreamed) run.begin({ kind: 'stream', chunks: bytesOf(CHUNKS) });
    else if (kind === 'begun') run.begin({ kind: 'whole', body: BODY });
    else if (kind === 'failed')
      run.begin({ kind, failure: { code, message: 'Said.' }, askAgainAfterMs: againMs });
    else run.begin({ kind });
    await this.#trial.world.settle();
    const { answer } = sent;
    if (answer === undefined) return this.#trial.broke('answered', `${id} has no answer`);
    this.#judge.windowIn(secret, answer);
    if (kind !== 'begun') {
      const again = code === 'provider_unavailable' ? { waitMs: againMs ?? 5_000 } : {};
      const refusal =
        kind === 'failed'
          ? { code, status: STATUSES[code], ...again }
          : { code: 'outcome_unknown', status: 503, waitMs: 1_000 };
      return this.#judge.refused('answered', answer, refusal);
    }
    const { status, fields, body } = answer;
    const type = isStreamed ? 'text/event-stream' : 'application/json';
    this.#trial.same(
      'answered',
      [status, body, fields['x-generation-id'], fields['x-request-id'], fields['cache-control']],
      [200, isStreamed ? CHUNKS.join('') : BODY, id, id, 'no-store'],
    );
    this.#trial.same('answered', fields['content-type']?.split(';')[0], type);
    // A stream tells the balance after its reserve.
    const balance = isStreamed ? one.balance : balanceOf(key);
    this.#trial.same('balance', fields['x-balance-available'], String(balance));
  }

  #taken(nth: number): OpenAnswer | undefined {
    const one = this.#open.at(-1 - nth);
    this.#open = this.#open.filter((other) => other !== one);
    return one;
  }
}

async function* bytesOf(texts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
