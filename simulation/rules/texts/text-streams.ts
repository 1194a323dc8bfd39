/**
 * A stream as its client reads it, against what the provider of its text sent: whole, in order, in time, and
 * ended as it has to be.
 */
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation } from '../../history/observation.js';
import type { StreamItem } from '../../history/texts/text-observation.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { hasSmallMailboxes, OptionBounds } from '../facts/options.js';
import type { Exchange } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { deltasOf, isToken, type KnownCall, TextBook, textIdOf, tokensOf } from './text-book.js';

type Report = (message: string) => void;

interface Stream {
  readonly request: number;
  readonly id: string;
  readonly wantsUsage: boolean;
  readonly isSlow: boolean;
  readonly beganAt: number;
  /** When its client read last: news may be as old. */
  readAt: number;
  /** Deltas that were read, and their bytes. */
  deltas: number;
  bytes: number;
  finish: string | undefined;
  hasUsage: boolean;
  /** `done`, or the code of the error that it ended with. */
  last: string | undefined;
  leftAt: number | undefined;
}

type ReadDelta = Extract<StreamItem, { readonly delta: string }>;

/** As much as is kept for a client that does not read, and a few large pieces. */
const KEPT_BYTES_MAX = 65_536 + 3 * 12_000;
/** A piece is handed on within this. */
const PROMPTLY_MS = 1_000;
const MARGIN_MS = 5_000;

export const TEXT_STREAMS: Rule = {
  name: 'text-streams',
  says: 'The client of a stream reads each delta of its own text once, in order and promptly, then how it ended, its usage if it asked for that, and [DONE]; or an error that was there. A stream ends in bounded time, is not cut off by a stop in order, and keeps its provider waiting if it is read slowly; a text whose client has gone is not read on for long.',
  watch: (setup, report) => new TextStreams(setup, report),
};

class TextStreams implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: Report;
  readonly #options: OptionBounds;
  readonly #book = new TextBook();
  readonly #trouble = new DiskTrouble();
  /** By request. */
  readonly #streams = new Map<number, Stream>();
  readonly #byGeneration = new Map<string, Stream>();
  #stoppingAt: number | undefined;

  constructor(setup: NodeSetup, report: Report) {
    this.#setup = setup;
    this.#options = new OptionBounds(setup);
    this.#report = report;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#book.observe(seen);
    this.#options.observe(seen);
    this.#trouble.observe(seen);
    switch (seen.what) {
      case 'answered':
        if (seen.status === 200 && exchange !== undefined) this.#begin(seen, exchange);
        return;
      case 'read': {
        const stream = this.#streams.get(seen.request);
        if (stream === undefined) return;
        for (const item of seen.items) this.#read(stream, item, seen.at);
        stream.readAt = seen.at;
        return;
      }
      case 'stream_over':
        this.#over(seen);
        return;
      case 'text_sent':
        this.#checkPace(seen.call, seen.at);
        return;
      case 'stopping':
        this.#stoppingAt = seen.at;
        return;
      case 'crashed':
      case 'stopped':
        this.#stoppingAt = undefined;
        this.#byGeneration.clear();
    }
  }

  end(): void {
    for (const { request } of this.#streams.values())
      this.#report(`the stream of request ${request} never ended`);
  }

  #begin(
    { request, headers, at }: { readonly at: number } & Extract<Observation, { what: 'answered' }>,
    { sent }: Exchange,
  ): void {
    const { call } = sent;
    if (call.op !== 'chat' || !call.isStreamed) return;
    const id = headers['x-generation-id'] ?? '';
    if (id !== textIdOf({ headers })) this.#report(`request ${request} has X-Generation-Id '${id}'`);
    const stream: Stream = {
      request,
      id,
      wantsUsage: call.wantsUsage === true,
      isSlow: call.readPauseMs !== undefined,
      beganAt: at,
      readAt: at,
      deltas: 0,
      bytes: 0,
      finish: undefined,
      hasUsage: false,
      last: undefined,
      leftAt: undefined,
    };
    this.#streams.set(request, stream);
    this.#byGeneration.set(id, stream);
  }

  #read(stream: Stream, item: StreamItem, at: number): void {
    const about = `request ${stream.request}, stream of ${stream.id}`;
    if (stream.last !== undefined) this.#report(`${about}: ${JSON.stringify(item)} after its end`);
    const call = this.#book.callsOf(stream.id).at(-1);
    if (call === undefined) return;
    if ('delta' in item) this.#readDelta(stream, call, item, at);
    else if ('finish' in item) {
      if (stream.finish !== undefined) this.#report(`${about}: it finished twice`);
      stream.finish = item.finish;
      const made = deltasOf(call);
      if (stream.deltas !== made)
        this.#report(`${about}: ${stream.deltas} of ${made} deltas came before its end`);
      if (!call.sent.some(({ finish }) => finish === item.finish))
        this.#report(`${about}: it ended with ${item.finish}, as its provider never said`);
    } else if ('usage' in item) {
      const { prompt, completion } = tokensOf(call, call.sent);
      stream.hasUsage = true;
      if (!stream.wantsUsage) this.#report(`${about}: it shows a usage that nobody asked for`);
      if (item.usage.prompt !== prompt || item.usage.completion !== completion)
        this.#report(`${about}: its usage is ${JSON.stringify(item.usage)}, not ${prompt} and ${completion}`);
    } else if ('error' in item) {
      stream.last = item.error;
      this.#checkError(stream, call, item.error);
    } else if (!('is' in item)) return;
    else if (item.is === 'garbage') this.#report(`${about}: it has a chunk that is none`);
    else if (item.is === 'done') {
      stream.last = 'done';
      if (stream.finish === undefined && call.sent.some(({ finish }) => finish !== undefined))
        this.#report(`${about}: [DONE] came without the end of the text`);
      if (stream.wantsUsage && !stream.hasUsage) this.#report(`${about}: it ended without its usage`);
    }
  }

  #readDelta(stream: Stream, call: KnownCall, item: ReadDelta, at: number): void {
    const { delta: name, text } = item;
    const about = `request ${stream.request}, stream of ${stream.id}`;
    const deltas = call.sent.filter(({ delta }) => delta !== undefined);
    const expected = deltas[stream.deltas];
    if (stream.finish !== undefined) this.#report(`${about}: ${name} after the end of the text`);
    if (expected?.delta !== name) {
      this.#report(`${about}: ${name} came, and ${expected?.delta ?? 'nothing'} was to come`);
      return;
    }
    if (expected.text !== text)
      this.#report(`${about}: ${text} came, and its provider wrote ${expected.text}`);
    stream.deltas += 1;
    stream.bytes += expected.bytes ?? 0;
    const tookMs = at - Math.max(expected.at, stream.beganAt);
    if (!stream.isSlow && tookMs > PROMPTLY_MS) this.#report(`${about}: ${name} came ${tookMs} ms late`);
  }

  #checkError({ request, finish, readAt }: Stream, { over, sent }: KnownCall, code: string): void {
    const about = `the stream of request ${request}`;
    if (finish !== undefined) this.#report(`${about} ended with ${code} after the end of its text`);
    if (code === 'outcome_unknown') {
      // A text is whole once its end was said, also if the end of its stream took too long.
      const isFinished = sent.some((piece) => piece.finish !== undefined);
      if (over !== 'whole' && !isFinished)
        this.#report(`${about} ended with ${code}, and its text was not whole: ${over}`);
      // A message that no mailbox takes is not stored, either.
      if (!this.#trouble.isOnAt(readAt) && !hasSmallMailboxes(this.#setup))
        this.#report(`${about} ended with ${code}, and the disk did not fail`);
      return;
    }
    const isRight =
      (code === 'provider_error' && over === 'broken') || (code === 'provider_timeout' && over === 'left');
    if (!isRight) this.#report(`${about} ended with ${code}, and its provider: ${over}`);
  }

  #over({ request, how, at }: { readonly at: number } & Extract<Observation, { what: 'stream_over' }>): void {
    const stream = this.#streams.get(request);
    if (stream === undefined) return;
    this.#streams.delete(request);
    const about = `the stream of request ${request}`;
    if (how !== 'ended') stream.leftAt = at;
    if (how === 'ended' && stream.last === undefined)
      this.#report(`${about} ended without [DONE] or an error`);
    const stoppedFor = at - (this.#stoppingAt ?? Number.POSITIVE_INFINITY);
    const { gateTimeLimitMs } = this.#setup.settings;
    if (
      how === 'cut_off' &&
      stoppedFor >= 0 &&
      stoppedFor < this.#options.least('drainTimeLimitMs', at - stoppedFor)
    )
      this.#report(`${about} was cut off by a stop ${stoppedFor} ms ago`);
    const call = this.#book.callsOf(stream.id).at(-1);
    if (stream.isSlow || call === undefined) return;
    const lastAt = call.sent.findLast(isToken)?.at ?? call.called.at;
    const limit = deltasOf(call) === 0 ? 'firstTokenMaxMs' : 'tokenPauseMaxMs';
    const pauseMs = this.#options.most(limit, call.called.at - PROMPTLY_MS);
    const limitMs = pauseMs + 2 * gateTimeLimitMs + MARGIN_MS;
    if (at - lastAt > limitMs)
      this.#report(`${about} ended ${at - lastAt} ms after its last piece; ${limitMs} are allowed`);
  }

  /** A piece is read of a provider while its client does not take those before, or has gone. */
  #checkPace(number: number, at: number): void {
    const call = this.#book.call(number);
    const stream = this.#byGeneration.get(call?.called.generationId ?? '');
    if (call === undefined || stream === undefined) return;
    if (stream.leftAt !== undefined) {
      const goneMs = at - stream.leftAt;
      if (goneMs > this.#options.most('abandonedStreamMaxMs', call.called.at - PROMPTLY_MS) + PROMPTLY_MS)
        this.#report(
          `the text of request ${stream.request} is read on ${goneMs} ms after its client has gone`,
        );
      return;
    }
    const ahead = call.sent.reduce((sum, { bytes = 0 }) => sum + bytes, 0) - stream.bytes;
    if (ahead > KEPT_BYTES_MAX)
      this.#report(
        `${ahead} bytes of the text of request ${stream.request} are kept for a client that reads slowly`,
      );
  }
}
