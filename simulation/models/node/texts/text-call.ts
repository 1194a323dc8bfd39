/**
 * One call for a text, at a server that speaks OpenAI's protocol and does what a script says: to the adapter
 * of production, a service of one request.
 */
import { NoConnectionError, type Service, type ServiceAnswer } from '../../../../src/outward/outward.js';
import type { World } from '../../../../src/time/world.js';
import type { TextOver, TextSent } from '../../../history/texts/text-observation.js';
import type { TextBegin, TextScript } from '../../../history/texts/text-script.js';
import { shortened } from '../../../history/texts/text-shape.js';
import { passed } from '../../../world/passed.js';
import {
  type Body,
  chunk,
  deltaOf,
  emptyChunk,
  finishOf,
  firstOfTwo,
  isUsageBeside,
  isUsageLast,
  madeOf,
  printed,
  type TextStyle,
  usageOf,
  wholeText,
} from './text-chunks.js';
import { flawed, never, refusal } from './text-failures.js';
import type { TextGarbage } from './text-garbage.js';

export interface TextCallOptions {
  readonly number: number;
  readonly script: TextScript;
  readonly begin: TextBegin;
  /** Of each piece. */
  readonly style: TextStyle;
  /** If the script has garbage, or says no usage. */
  readonly garbage: TextGarbage;
  /** That of the process that calls. */
  readonly world: World;
  readonly sent: (piece: Omit<TextSent, 'what' | 'call'>) => void;
  readonly over: (how: TextOver['how'], pauseMs?: number) => void;
}

const NAME_BYTES = 6;
/** From one chunk without text to the next, of a stream that has none to bring. */
const IDLE_MS = 400;

/** So many deltas of a text that comes at once are in a packet. */
const PACKET_DELTAS = 3;

interface TextEvent {
  readonly seen: Omit<TextSent, 'what' | 'call'>;
  readonly data: string;
}

/** The events of the end of a text. */
type Tail = readonly TextEvent[];

const DONE = '[DONE]';

export class TextCall implements Pick<Service, 'stream'> {
  readonly #options: TextCallOptions;

  constructor(options: TextCallOptions) {
    this.#options = options;
  }

  async stream({ body }: { readonly body?: unknown }, signal: AbortSignal) {
    const { begin, garbage, world, over } = this.#options;
    try {
      await passed(world, begin.delayMs, signal);
      if (begin.do === 'never') await never(signal);
    } catch (error) {
      over('left');
      throw error;
    }
    switch (begin.do) {
      case 'unreachable':
        over('not_now');
        throw new NoConnectionError('the connection was refused');
      case 'not_now':
      case 'reject':
      case 'reject_content':
      case 'fail':
        if (begin.do === 'not_now') over('not_now', begin.askAgainAfterMs);
        else over(begin.do === 'fail' ? 'failed' : 'rejected');
        return { ...refusal(begin.do, garbage), retryAfterMs: begin.askAgainAfterMs };
      case 'lose':
        over('lost');
        throw new Error('the connection was reset');
    }
    const asked = body as Body;
    if (asked.stream === true) return { status: 200, events: this.#events(asked, signal) };
    return this.#whole(asked, signal);
  }

  async *#events(body: Body, signal: AbortSignal): AsyncGenerator<readonly string[]> {
    const { script, garbage, style, sent, over } = this.#options;
    const made = madeOf(script, body);
    let isOver = false;
    const end = (how: TextOver['how']) => {
      if (!isOver) over(how);
      isOver = true;
    };
    const usageAt = (tokens: number, isLast: boolean) => usageOf(script, body, tokens, isLast);
    try {
      const first = script.usage === 'first' ? usageAt(made, true) : undefined;
      sent({ ...(first && { usage: first }) });
      yield [chunk({ role: 'assistant', content: '' }, null, first)];
      const packet: TextEvent[] = [];
      const packetDeltas = script.tokenMs === 0 && script.empties === undefined ? PACKET_DELTAS : 1;
      for (let n = 0; n < made; n++) {
        yield* this.#untilNext(n, signal);
        if (script.flaw?.after === n) {
          if (packet.length > 0) yield this.#together(packet);
          if (script.flaw.do === 'hang') await never(signal);
          if (script.flaw.do === 'idle') yield* this.#idle(signal);
          end('broken');
          yield* flawed(script.flaw.do, garbage);
          return;
        }
        const { name, delta, ...said } = this.#delta(n);
        const usage = isUsageBeside(script, n) ? usageAt(n + 1, false) : undefined;
        const seen = { delta: name, ...said, ...(usage && { usage }) };
        packet.push({ seen, data: chunk(delta, null, usage, style) });
        if (packet.length === packetDeltas || n === made - 1) yield this.#together(packet);
      }
      const tail = this.#tail(body, made);
      if (script.tailMs === 0) {
        const events = this.#together([...tail]);
        end('whole');
        const isOdd = script.usage !== 'last' && tail.at(-1)?.data === DONE;
        yield [...events, ...(isOdd ? garbage.behindEnd() : [])];
      } else yield* this.#apart(tail, signal, () => end('whole'));
      if (script.afterEnd === 'idle') yield* this.#idle(signal);
      if (script.afterEnd === 'hang') await never(signal);
      if (script.afterEnd === 'break') throw new Error('the connection was reset');
    } finally {
      end('left');
    }
  }

  /** Sends the events of a packet, of which none is left in it. */
  #together(packet: TextEvent[]): readonly string[] {
    const events = packet.splice(0);
    for (const { seen } of events) this.#options.sent(seen);
    return events.map(({ data }) => data);
  }

  /** Waits for the nth delta, with the chunks without text that come before it. The first comes at once. */
  async *#untilNext(nth: number, signal: AbortSignal): AsyncGenerator<readonly string[]> {
    const { script, world, sent } = this.#options;
    const { empties = 0, tokenMs } = script;
    const eachMs = Math.floor(tokenMs / (empties + 1));
    for (let n = 0; n < empties; n++) {
      if (nth > 0) await passed(world, eachMs, signal);
      sent({});
      yield [emptyChunk(n)];
    }
    if (nth > 0) await passed(world, tokenMs - empties * eachMs, signal);
  }

  /** For as long as it is read. */
  async *#idle(signal: AbortSignal): AsyncGenerator<readonly string[]> {
    for (let n = 0; ; n++) {
      await passed(this.#options.world, IDLE_MS, signal);
      this.#options.sent({});
      yield [emptyChunk(n)];
    }
  }

  /** Its end, event by event. */
  async *#apart(tail: Tail, signal: AbortSignal, whole: () => void): AsyncGenerator<readonly string[]> {
    const { script, world, sent } = this.#options;
    for (const [at, { seen, data }] of tail.entries()) {
      if (at > 0) await passed(world, script.tailMs, signal);
      sent(seen);
      if (at === tail.length - 1) whole();
      yield [data];
    }
  }

  /** The end of a text, in its events. */
  #tail({ ...body }: Body, made: number): Tail {
    const { script, style } = this.#options;
    const finish = finishOf(script, body);
    const last = usageOf(script, body, made, true);
    const withEnd = script.usage === 'with_end' || script.usage === 'twice' ? last : undefined;
    const atLast = isUsageLast(script) ? last : undefined;
    const tail: Tail[number][] = [];
    const ended = { finish, ...(withEnd && { usage: firstOfTwo(script, withEnd) }) };
    tail.push({ seen: ended, data: chunk({}, finish, ended.usage, style) });
    if (last === undefined) {
      const usage = this.#options.garbage.usage();
      if (usage !== undefined) tail.push({ seen: {}, data: JSON.stringify({ choices: [], usage }) });
    }
    if (atLast !== undefined) {
      const data = JSON.stringify({ object: 'chat.completion.chunk', choices: [], usage: printed(atLast) });
      tail.push({ seen: { usage: atLast }, data });
    }
    if (script.isDoneMissing !== true && script.afterEnd === undefined) tail.push({ seen: {}, data: DONE });
    return tail;
  }

  async #whole(body: Body, signal: AbortSignal): Promise<ServiceAnswer> {
    const { script, garbage, style, world, sent, over } = this.#options;
    const made = madeOf(script, body);
    try {
      await passed(world, script.tokenMs * made, signal);
      if (script.flaw?.do === 'hang') await never(signal);
    } catch (error) {
      over('left');
      throw error;
    }
    if (script.flaw?.do === 'break' || script.flaw?.do === 'end') {
      over('broken');
      throw new Error('the connection was reset');
    }
    if (script.flaw !== undefined) {
      over('broken');
      const error = { error: { message: 'The server fails.' } };
      return {
        status: 200,
        body: script.flaw.do === 'garbage' ? garbage.whole() : error,
        retryAfterMs: undefined,
      };
    }
    const { name, delta, ...said } = this.#delta(0);
    const finish = finishOf(script, body);
    const usage = usageOf(script, body, made, true);
    sent({ delta: name, ...said, finish, ...(usage && { usage }) });
    over('whole');
    const told = usage === undefined ? garbage.usage() : printed(usage);
    return { status: 200, body: wholeText(delta, finish, told, style), retryAfterMs: undefined };
  }

  #delta(nth: number) {
    const { number, script, style } = this.#options;
    const name = `d${number}.${nth}`;
    const fill = script.fill ?? '~';
    const left = (script.bytes ?? NAME_BYTES) - name.length - 1;
    const text = `${name} ${fill.repeat(Math.max(0, Math.floor(left / Buffer.byteLength(fill))))}`;
    return {
      name,
      bytes: Buffer.byteLength(text),
      text: shortened(text),
      delta: deltaOf(script, text, style),
    };
  }
}
