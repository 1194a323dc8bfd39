/**
 * Mails that wait to be sent.
 *
 * A mail follows from a commit, or from a request that changes nothing. It is kept in memory alone, for its
 * link is a secret that no disk holds: a mail that waits when the node ends is lost, and the person asks
 * again.
 *
 * Invariants
 *  1. At most `WAITING_MAX` mails wait, those that are tried again included; a further one is dropped.
 *  2. A mail is tried at most `TRIES` times, each within `TIME_LIMIT_MS`, one mail at a time.
 *  3. Nothing that is told of a mail holds its text, its subject or its address.
 */
import { codeOf } from '../errors/error-text.js';
import type { World } from '../time/world.js';
import type { Mail, Mailer, MailTransport } from './mail.js';

const WAITING_MAX = 1_000;
const TIME_LIMIT_MS = 30_000;
/** Waits before the second try and those after it. */
const BACK_OFF_MS = [5_000, 60_000, 600_000];
const TRIES = BACK_OFF_MS.length + 1;

export interface MailMetrics {
  sent: number;
  /** Tries that failed. */
  failed: number;
  /** Mails that were never sent. */
  dropped: number;
}

/** Told of a mail that was not sent, in words that name neither person nor link. */
export interface MailTrouble {
  readonly tries: number;
  readonly isDropped: boolean;
  /** `ECONNREFUSED`, the mail server's status, or the like. */
  readonly why: string;
}

export interface MailQueueParts {
  readonly world: World;
  readonly transport: MailTransport;
  readonly onTrouble?: ((trouble: MailTrouble) => void) | undefined;
}

export class MailQueue implements Mailer {
  readonly metrics: MailMetrics = { sent: 0, failed: 0, dropped: 0 };
  readonly #parts: MailQueueParts;
  readonly #ready: { readonly mail: Mail; readonly tries: number }[] = [];
  #waiting = 0;
  #isSending = false;
  #isClosed = false;
  #trying: AbortController | undefined;

  constructor(parts: MailQueueParts) {
    this.#parts = parts;
  }

  /** Mails that are neither sent nor dropped yet. */
  get waiting(): number {
    return this.#waiting;
  }

  send(mail: Mail): void {
    if (this.#waiting >= WAITING_MAX || this.#isClosed) {
      this.#drop(0, this.#isClosed ? 'the node stops' : 'too many mails wait');
      return;
    }
    this.#waiting += 1;
    this.#enqueue(mail, 0);
  }

  /** Drops all that wait. */
  close(): void {
    this.#isClosed = true;
    this.#trying?.abort();
    for (let left = this.#waiting; left > 0; left -= 1) this.#drop(0, 'the node stops');
    this.#waiting = 0;
    this.#ready.length = 0;
  }

  #enqueue(mail: Mail, tries: number): void {
    if (this.#isClosed) return;
    this.#ready.push({ mail, tries });
    if (!this.#isSending) void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    for (let next = this.#ready.shift(); next !== undefined; next = this.#ready.shift()) {
      await this.#try(next.mail, next.tries + 1);
    }
    this.#isSending = false;
  }

  async #try(mail: Mail, tries: number): Promise<void> {
    const { world, transport } = this.#parts;
    const trying = new AbortController();
    this.#trying = trying;
    const cancel = world.after(TIME_LIMIT_MS, () => trying.abort());
    try {
      await untilAborted(transport.send(mail, trying.signal), trying.signal);
      if (this.#isClosed) return;
      this.metrics.sent += 1;
      this.#waiting -= 1;
    } catch (error) {
      if (this.#isClosed) return;
      this.metrics.failed += 1;
      this.#again(mail, tries, trying.signal.aborted ? 'it took too long' : whyOf(error));
    } finally {
      this.#trying = undefined;
      cancel();
    }
  }

  #again(mail: Mail, tries: number, why: string): void {
    const waitMs = BACK_OFF_MS[tries - 1];
    if (waitMs === undefined || tries >= TRIES) {
      this.#waiting -= 1;
      this.#drop(tries, why);
      return;
    }
    this.#parts.onTrouble?.({ tries, isDropped: false, why });
    this.#parts.world.after(waitMs, () => this.#enqueue(mail, tries));
  }

  #drop(tries: number, why: string): void {
    this.metrics.dropped += 1;
    this.#parts.onTrouble?.({ tries, isDropped: true, why });
  }
}

/** The message of an error of a mail server may repeat addresses: its code and its status do not. */
function whyOf(error: unknown): string {
  const status = (error as { readonly responseCode?: unknown } | null)?.responseCode;
  const answered = typeof status === 'number' ? ` (the mail server answered ${status})` : '';
  return `${codeOf(error) ?? 'it failed'}${answered}`;
}

function untilAborted(sending: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    sending.then(resolve, reject);
  });
}
