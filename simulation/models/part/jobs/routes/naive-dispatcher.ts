/**
 * The fate of wishes of jobs and of reports on them: a list of messages, looked through at each question.
 *
 * A report is brought until its job has taken it, after pauses that double from a tenth of a second to five
 * seconds. A message that is told is brought once; its refusal is passed on after a second.
 */
import type { TakenReport } from './dispatcher-acts.js';

export interface NaiveMessage {
  readonly job: string;
  readonly about: string;
  readonly isTold: boolean;
  state: 'asked' | 'resting' | 'refused' | 'over';
  /** When it is brought again, or its refusal is passed on. */
  dueAt: number;
  pauseMs: number;
}

interface WaitingSubmit {
  readonly line: string;
  readAt: number;
}

const FIRST_PAUSE_MS = 100;
const PAUSE_MAX_MS = 5_000;
const REFUSED_AFTER_MS = 1_000;
const READ_AGAIN_MS = 1_000;

export class NaiveDispatcher {
  /** Since the list was emptied: messages to jobs, calls, and what tellers were told. */
  readonly told: string[] = [];
  readonly messages: NaiveMessage[] = [];
  isDiskBroken = false;
  #submits: WaitingSubmit[] = [];

  get isDone(): boolean {
    return this.asked.length === 0;
  }

  /** Messages that their jobs have not answered. */
  get asked(): readonly NaiveMessage[] {
    return this.messages.filter(({ state }) => state === 'asked');
  }

  bring(job: string, about: string, isTold: boolean): void {
    this.messages.push({ job, about, isTold, state: 'asked', dueAt: 0, pauseMs: FIRST_PAUSE_MS });
    this.told.push(`${job}: ${about}`);
  }

  /** @param line the call that it comes to; of one whose prompt is on disk, once that can be read */
  submit(line: string, isOnDisk: boolean, now: number): void {
    if (isOnDisk && this.isDiskBroken) this.#submits.push({ line, readAt: now + READ_AGAIN_MS });
    else this.told.push(line);
  }

  answered(message: NaiveMessage, refusal: string, taken: TakenReport, now: number): void {
    if (refusal === 'shutting_down') message.state = 'over';
    else if (refusal !== '') {
      message.state = message.isTold ? 'refused' : 'resting';
      message.dueAt = now + (message.isTold ? REFUSED_AFTER_MS : message.pauseMs);
      message.pauseMs = Math.min(2 * message.pauseMs, PAUSE_MAX_MS);
    } else {
      message.state = 'over';
      if (message.isTold) this.told.push(`${message.job}: told true`);
      else this.#giveUp(message, taken);
    }
  }

  pass(now: number): void {
    for (const message of this.messages) {
      if (message.dueAt > now) continue;
      if (message.state === 'resting') {
        message.state = 'asked';
        this.told.push(`${message.job}: ${message.about}`);
      } else if (message.state === 'refused') {
        message.state = 'over';
        this.told.push(`${message.job}: told false`);
      }
    }
    for (const submit of this.#submits.filter(({ readAt }) => readAt <= now)) {
      if (this.isDiskBroken) while (submit.readAt <= now) submit.readAt += READ_AGAIN_MS;
      else {
        this.#submits = this.#submits.filter((other) => other !== submit);
        this.told.push(submit.line);
      }
    }
  }

  /** A provider that took a job which has ended here, or may have, is asked to give it up. */
  #giveUp({ job, about }: NaiveMessage, { isSettled, handle }: TakenReport): void {
    if (!isSettled) return;
    if (about === 'accepted' && handle !== 'handle') this.told.push(`cancel ${job} handle`);
    if (about === 'unknown' && handle === null) this.told.push(`cancel ${job} null`);
  }
}
