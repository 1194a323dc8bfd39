/** The queue of mails, before a mail server that answers late, fails, or never answers. */
import { MailQueue } from '../../../../../src/mail/mail-queue.js';
import type { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { NaiveMails } from './naive-mails.js';

type MailsAct =
  | { readonly do: 'send'; readonly mails: number }
  /** The answer to the mail that is tried; `status` is the mail server's, 0 if the connection breaks. */
  | { readonly do: 'take' }
  | { readonly do: 'refuse'; readonly status: number }
  /** An answer to the latest mail that is not tried any more. */
  | { readonly do: 'late' }
  | { readonly do: 'close' };

interface Try {
  readonly signal: AbortSignal;
  readonly took: () => void;
  readonly refused: (error: Error) => void;
}

const PAUSES_MS = [0, 0, 0, 1, 40, 4_999, 5_000, 5_001, 29_999, 30_000, 60_000, 599_999, 600_000];

export function mailsPart(): Part<null, MailsAct> {
  return {
    name: 'mails',
    limits: () => null,
    act: mailsAct,
    pauseMs: (random) => random.pick(PAUSES_MS),
    begin: (trial) => new MailsCourse(trial),
  };
}

function mailsAct(random: Random): MailsAct {
  return random.weighted<() => MailsAct>([
    [6, () => ({ do: 'send', mails: random.pick([1, 1, 2, 5]) })],
    [0.03, () => ({ do: 'send', mails: 999 })],
    [4, () => ({ do: 'take' })],
    [8, () => ({ do: 'refuse', status: random.pick([0, 421, 550]) })],
    [1, () => ({ do: 'late' })],
    [0.1, () => ({ do: 'close' })],
  ])();
}

class MailsCourse implements Course<MailsAct> {
  readonly #trial: Trial;
  readonly #naive = new NaiveMails();
  readonly #queue: MailQueue;
  readonly #begun: string[] = [];
  readonly #troubles: string[] = [];
  readonly #tries: Try[] = [];
  #mails = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#queue = new MailQueue({
      world: trial.world,
      transport: { send: ({ to }, signal) => this.#tried(to, signal) },
      onTrouble: ({ tries, isDropped, why }) =>
        this.#troubles.push(`${tries} ${why}${isDropped ? ', dropped' : ''}`),
    });
  }

  take(act: MailsAct): void {
    const { now } = this.#trial;
    const underWay = this.#tries.findLast(({ signal }) => !signal.aborted);
    switch (act.do) {
      case 'send':
        for (let n = 0; n < act.mails; n++) {
          const to = `mail-${this.#mails++}@example.com`;
          this.#queue.send({ to, subject: '', text: '' });
          this.#naive.send(to, now);
        }
        return;
      case 'take':
        underWay?.took();
        this.#naive.sent(now);
        return;
      case 'refuse': {
        const { status } = act;
        const code = status === 0 ? { code: 'ECONNREFUSED' } : { responseCode: status };
        underWay?.refused(Object.assign(new Error('to mail-1@example.com'), code));
        const why = status === 0 ? 'ECONNREFUSED' : `it failed (the mail server answered ${status})`;
        this.#naive.failed(why, now);
        return;
      }
      case 'late':
        this.#tries.findLast(({ signal }) => signal.aborted)?.took();
        return;
      case 'close':
        this.#queue.close();
        // It must not go out once it is counted as dropped.
        if (this.#naive.isTrying) this.#trial.same('given-up', underWay?.signal.aborted, true);
        this.#naive.close();
    }
  }

  compare(): void {
    const naive = this.#naive;
    naive.pass(this.#trial.now);
    this.#trial.same('tries', this.#begun.splice(0), naive.begun.splice(0));
    this.#trial.same('troubles', this.#troubles.splice(0), naive.troubles.splice(0));
    this.#trial.same('waiting', this.#queue.waiting, naive.waiting);
    this.#trial.same('metrics', this.#queue.metrics, naive.metrics);
  }

  #tried(to: string, signal: AbortSignal): Promise<void> {
    this.#begun.push(`${to} at ${this.#trial.now}`);
    return new Promise((took, refused) => this.#tries.push({ signal, took, refused }));
  }
}
