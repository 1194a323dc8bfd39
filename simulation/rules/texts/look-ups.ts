/**
 * A text can be looked up from the answer on that named it until it is no longer kept, and by the keys of its
 * account alone.
 *
 * A text is known once its request was answered. It has ended by the time at which its client has read the
 * end, or an error in the place of it.
 */
import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import { type GenerationRecord, TableImage } from '../facts/disk-image.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { WellSince } from '../facts/ends/well-since.js';
import { OptionBounds } from '../facts/options.js';
import {
  type Answer,
  bodyOf,
  codeOf,
  type Exchange,
  isOfChat,
  type JsonObject,
  type Requests,
} from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Invariant, Rule } from '../invariant.js';
import { Retention } from '../jobs/retention.js';
import { type LookedUp, notAsItEnded, notAsOnDisk } from './looked-up.js';
import { SettledTexts } from './settled-texts.js';
import { TextBook, textIdOf } from './text-book.js';

type Report = (message: string) => void;

const DAY_MS = 86_400_000;
/** A node that has been up for so long, with a disk that works, has removed what was due. */
const REMOVED_WITHIN_MS = 60_000;
/** Errors of texts that were accepted, which their providers did not begin. */
const FAILURES: readonly string[] = [
  'provider_error',
  'provider_rejected',
  'provider_timeout',
  'provider_unavailable',
  'content_rejected',
];
/** The text may have been accepted, and may go on. */
const DOUBTS: readonly string[] = ['outcome_unknown', 'storage_unavailable', 'shutting_down', 'overloaded'];

export const LOOK_UPS: Rule = {
  name: 'look-ups',
  says: 'If texts can be looked up, each key of its account is told of a text how it ended, with tokens, cost and times, from the end that its client read until it was kept for its time, and always the same; to others it does not exist, and nothing does if they cannot be looked up.',
  watch: (setup, report, requests) => new LookUps(setup, report, requests),
};

class LookUps implements Invariant {
  readonly #isServed: boolean;
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #book = new TextBook();
  readonly #trouble = new DiskTrouble();
  readonly #well = new WellSince();
  readonly #settled: SettledTexts;
  readonly #doubt = new SteadyDoubt();
  readonly #options: OptionBounds;
  readonly #retention: Retention;
  readonly #generations = new TableImage<GenerationRecord>('generations');
  readonly #texts = new Map<string, LookedUp>();
  readonly #streams = new Map<number, LookedUp>();
  /** Answers, by text, that are not held against the disk yet. */
  readonly #shown = new Map<string, JsonObject>();
  /** So long a settlement may wait for its commit. */
  readonly #commitMs: number;
  #now = 0;

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#isServed = setup.texts?.generations === true;
    this.#report = report;
    this.#requests = requests;
    this.#commitMs = setup.settings.gateTimeLimitMs;
    this.#settled = new SettledTexts(this.#book, setup.settings.gateTimeLimitMs);
    this.#options = new OptionBounds(setup);
    this.#retention = new Retention(setup);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#now = seen.at;
    this.#book.observe(seen);
    this.#trouble.observe(seen);
    this.#well.observe(seen);
    this.#settled.observe(seen);
    this.#doubt.observe(seen);
    this.#options.observe(seen);
    this.#retention.observe(seen);
    if (seen.what === 'read') {
      const text = this.#streams.get(seen.request);
      for (const item of text === undefined ? [] : seen.items) {
        if ('error' in item) this.#ended(text, item.error === 'outcome_unknown' ? undefined : 'failed');
        else if ('usage' in item || 'finish' in item || ('is' in item && item.is === 'done'))
          this.#ended(text, 'completed');
        if ('usage' in item && text !== undefined) text.usage = item.usage;
      }
    }
    if (seen.what === 'crashed') this.#crashed();
    if (seen.what !== 'answered' || exchange === undefined) return;
    if (exchange.sent.call.op === 'chat') this.#asked(exchange, seen);
    else if (exchange.sent.call.op === 'generation' && !isOfChat(exchange.sent))
      this.#lookedUp(exchange, seen);
  }

  disk(records: StoreReader): void {
    if (this.#shown.size === 0) return;
    const generations = this.#generations.read(records);
    for (const [id, shown] of this.#shown) {
      const record = generations.get(id);
      const askedAt = this.#texts.get(id)?.exchange.sent.at ?? 0;
      if (record !== undefined)
        for (const wrong of notAsOnDisk(shown, record)) this.#report(`${id} was shown with ${wrong} on disk`);
      else if (!this.#retention.mayBeOver(askedAt, this.#now)) this.#report(`${id} was shown, and is gone`);
    }
    this.#shown.clear();
  }

  #asked(exchange: Exchange, answer: Answer): void {
    const code = codeOf(answer);
    const text: LookedUp = { exchange, end: undefined, endAt: undefined, openAt: exchange.sent.at };
    this.#texts.set(textIdOf(answer) ?? '', text);
    if (code !== undefined && FAILURES.includes(code)) {
      text.isFree = true;
      this.#ended(text, 'failed');
    } else if (code !== undefined) text.is = DOUBTS.includes(code) ? 'doubtful' : 'refused';
    else if (exchange.sent.call.op === 'chat' && exchange.sent.call.isStreamed)
      this.#streams.set(answer.request, text);
    else this.#ended(text, 'completed');
  }

  #ended(text: LookedUp | undefined, end: LookedUp['end']): void {
    if (text === undefined || end === undefined) return;
    // The end of a failed text goes out, whatever comes of its settlement.
    if (end === 'failed' && this.#trouble.isOnAt(this.#now)) return;
    text.end ??= end;
    text.endAt ??= this.#now;
  }

  /** A settlement that waited for its commit is lost, and the text was interrupted. */
  #crashed(): void {
    for (const text of this.#texts.values())
      if (text.end === 'failed' && text.body === undefined && this.#now - (text.endAt ?? 0) <= this.#commitMs)
        text.end = undefined;
  }

  #lookedUp({ sent }: Exchange, answer: Answer): void {
    const code = codeOf(answer);
    if (answer.status !== 200 && code !== 'not_found' && code !== 'not_ready') return;
    const { generation: id = '', keyId } = sent;
    const about = `request ${sent.request}: ${id} `;
    const text = this.#texts.get(id);
    const owner = text && this.#requests.key(text.exchange.sent.keyId)?.account;
    const asker = this.#requests.key(keyId)?.account;
    const isNone = !this.#isServed || text === undefined || text.is === 'refused' || owner !== asker;
    if (isNone) {
      if (code !== 'not_found') this.#report(`${about}is told of to ${asker}, and is none of its texts`);
      return;
    }
    if (code === 'not_found') this.#gone(about, text, answer.at);
    else if (code === 'not_ready') {
      if (text.endAt !== undefined && text.endAt < sent.at)
        this.#report(`${about}is not ready, and had ended`);
      else if (this.#settled.isSettledAt(id, sent.at))
        this.#report(`${about}is not ready, and its provider had ended it long before`);
      text.openAt = Math.max(text.openAt, sent.at);
    } else this.#told(about, id, text, answer);
    this.#checkRemoved(about, text, code, sent.at);
  }

  #gone(about: string, text: LookedUp, at: number): void {
    if (text.is === 'doubtful' && text.body === undefined) return;
    const keptMs =
      this.#options.least('retentionDays', text.openAt) * DAY_MS - this.#doubt.slackSince(text.openAt);
    if (at - text.openAt < keptMs)
      this.#report(`${about}is gone ${at - text.openAt} ms after it was there; kept are ${keptMs}`);
  }

  #checkRemoved(
    about: string,
    { endAt, exchange }: LookedUp,
    code: string | undefined,
    sentAt: number,
  ): void {
    if (code === 'not_found' || endAt === undefined || sentAt - this.#well.at < REMOVED_WITHIN_MS) return;
    const days = this.#options.most('retentionDays', exchange.sent.at);
    const mostMs = days * DAY_MS + this.#doubt.slackSince(endAt);
    if (sentAt - endAt > mostMs + REMOVED_WITHIN_MS)
      this.#report(`${about}is there ${sentAt - endAt} ms after its end; kept are ${mostMs}`);
  }

  #told(about: string, id: string, text: LookedUp, answer: Answer): void {
    if (text.body !== undefined && text.body !== answer.body)
      this.#report(`${about}was told as ${text.body} before, and is as ${answer.body}`);
    text.body = answer.body;
    text.endAt ??= answer.at;
    const shown = bodyOf(answer);
    if (shown === undefined) return;
    if (shown.id !== id) this.#report(`${about}is told as ${String(shown.id)}`);
    for (const wrong of notAsItEnded(shown, text, this.#book.callsOf(id), answer.at))
      this.#report(`${about}is told with ${wrong}`);
    this.#shown.set(id, shown);
  }
}
