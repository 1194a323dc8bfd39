/**
 * The queue of mails as it is promised: a list of mails, each with its tries, looked through anew at each
 * question.
 *
 * A mail is tried four times at most, each within 30 s, after pauses of 5 s, 1 min and 10 min, one mail at a
 * time and those first that have waited longest. A thousand may wait.
 */
const WAITING_MAX = 1_000;
const TIME_LIMIT_MS = 30_000;
const PAUSES_MS = [5_000, 60_000, 600_000];

interface NaiveMail {
  readonly name: string;
  /** When it came, or when its pause was over. */
  readyAt: number;
  /** Of two that are ready since the same time, this one was first. */
  order: number;
  tries: number;
  /** When its try began; undefined if it waits. */
  triedAt: number | undefined;
}

export class NaiveMails {
  readonly metrics = { sent: 0, failed: 0, dropped: 0 };
  /** Words about each mail that was not sent, since the list was emptied. */
  readonly troubles: string[] = [];
  /** The names of mails whose tries began, and when, since the list was emptied. */
  readonly begun: string[] = [];
  #waiting: NaiveMail[] = [];
  #orders = 0;
  #isClosed = false;

  get waiting(): number {
    return this.#waiting.length;
  }

  get isTrying(): boolean {
    return this.#trying !== undefined;
  }

  send(name: string, now: number): void {
    if (this.#isClosed || this.#waiting.length >= WAITING_MAX) {
      this.#drop(0, this.#isClosed ? 'the node stops' : 'too many mails wait');
      return;
    }
    this.#waiting.push({ name, readyAt: now, order: this.#orders++, tries: 0, triedAt: undefined });
    this.#begin(now);
  }

  /** Time limits and pauses that are over, each at its time. */
  pass(now: number): void {
    for (;;) {
      const trying = this.#trying;
      const endsAt = (trying?.triedAt ?? Number.POSITIVE_INFINITY) + TIME_LIMIT_MS;
      const readyAt = Math.min(...this.#resting.map((mail) => mail.readyAt));
      const at = Math.min(endsAt, trying === undefined ? readyAt : Number.POSITIVE_INFINITY);
      if (at > now) return;
      if (at === endsAt) this.failed('it took too long', at);
      else this.#begin(at);
    }
  }

  /** The mail that is tried has gone out. */
  sent(now: number): void {
    const mail = this.#trying;
    if (mail === undefined) return;
    this.metrics.sent += 1;
    this.#leave(mail);
    this.#begin(now);
  }

  failed(why: string, now: number): void {
    const mail = this.#trying;
    if (mail === undefined) return;
    this.metrics.failed += 1;
    mail.triedAt = undefined;
    const pauseMs = PAUSES_MS[mail.tries - 1];
    if (pauseMs === undefined) {
      this.#leave(mail);
      this.#drop(mail.tries, why);
    } else {
      this.troubles.push(`${mail.tries} ${why}`);
      mail.readyAt = now + pauseMs;
      mail.order = this.#orders++;
    }
    this.#begin(now);
  }

  close(): void {
    this.#isClosed = true;
    for (const _ of this.#waiting) this.#drop(0, 'the node stops');
    this.#waiting = [];
  }

  get #trying(): NaiveMail | undefined {
    return this.#waiting.find(({ triedAt }) => triedAt !== undefined);
  }

  get #resting(): readonly NaiveMail[] {
    return this.#waiting.filter(({ triedAt }) => triedAt === undefined);
  }

  #begin(now: number): void {
    if (this.#trying !== undefined) return;
    const ready = this.#resting.filter(({ readyAt }) => readyAt <= now);
    const [first] = ready.sort((one, other) => one.readyAt - other.readyAt || one.order - other.order);
    if (first === undefined) return;
    first.tries += 1;
    first.triedAt = now;
    this.begun.push(`${first.name} at ${now}`);
  }

  #leave(mail: NaiveMail): void {
    this.#waiting = this.#waiting.filter((other) => other !== mail);
  }

  #drop(tries: number, why: string): void {
    this.metrics.dropped += 1;
    this.troubles.push(`${tries} ${why}, dropped`);
  }
}
