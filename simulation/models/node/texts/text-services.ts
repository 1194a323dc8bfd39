/**
 * The providers of text of a history: servers that speak OpenAI's protocol, behind the adapter of production.
 * They are outside the node and outlive its processes; a stream ends with the process that reads it.
 */
import { noService } from '../../../../src/outward/no-service.js';
import type { MakeService, Service } from '../../../../src/outward/outward.js';
import { Secrets } from '../../../../src/outward/secrets.js';
import { openaiAdapter } from '../../../../src/providers/adapters/openai/openai-adapter.js';
import type { TextBody, TextProvider } from '../../../../src/providers/text-provider.js';
import type { World } from '../../../../src/time/world.js';
import type { AboutCall } from '../../../history/observation.js';
import { SERVICE_KEY } from '../../../history/provider-kinds.js';
import type { TextCalled, TextOver, TextSent } from '../../../history/texts/text-observation.js';
import { TEXT_PROVIDER_NAMES, type TextBegin, type TextScript } from '../../../history/texts/text-script.js';
import { restOf } from '../../../history/texts/text-shape.js';
import type { Random } from '../../../world/random.js';
import type { CallFate } from '../observed-provider.js';
import { eventsInPieces } from './event-pieces.js';
import { TextCall } from './text-call.js';
import { capOf, chunk, deltaOf, TEXT_STYLES } from './text-chunks.js';
import { TextGarbage } from './text-garbage.js';

export interface TextWatch {
  /** Whether the process that calls is still there. */
  readonly isAlive: () => boolean;
  /** A call is about to leave: what becomes of it. */
  leaving(about: AboutCall): CallFate;
  /** The call arrived. The number of the call. */
  called(call: Omit<TextCalled, 'what' | 'call'>): number;
  arrived(): void;
  sent(piece: Omit<TextSent, 'what'>): void;
  over(over: Omit<TextOver, 'what'>): void;
}

const BEHAVES: TextScript = { begins: [], tokens: 3, tokenMs: 20, usage: 'last', tailMs: 0 };
const WRITES: TextBegin = { do: 'write', delayMs: 20 };
const SECRETS = new Secrets({ authorization: `Bearer ${SERVICE_KEY}` });
const URL = 'http://texts.test/v1';

const FATES: Readonly<Partial<Record<CallFate, TextBegin['do']>>> = { answer_lost: 'lose', silence: 'never' };

export class TextServices {
  readonly #random: Random;
  readonly #scripts = new Map<string, TextScript>();
  /** Calls for a generation so far. */
  readonly #calls = new Map<string, number>();

  /** @param random that garbage follows */
  constructor(random: Random) {
    this.#random = random;
  }

  /** The script for texts with this prompt. The first script of a prompt stays. */
  learn(prompt: string, script: TextScript): void {
    if (!this.#scripts.has(prompt)) this.#scripts.set(prompt, script);
  }

  /** The providers as a process that lives in `world` reaches them. */
  reachedFrom(world: World, watch: TextWatch): readonly TextProvider[] {
    return TEXT_PROVIDER_NAMES.map((name) => this.#provider(name, world, watch));
  }

  #provider(name: string, world: World, watch: TextWatch): TextProvider {
    const made = (service: Pick<Service, 'stream'>, cuts: Random) => {
      const makeService: MakeService = (config) => {
        return {
          ...noService(config),
          stream: async (...call) => asRead(await service.stream(...call), cuts),
        };
      };
      return openaiAdapter.createText({ name, world, key: SERVICE_KEY, makeService }, { url: URL });
    };
    const base = openaiAdapter.createText({ name, world, key: '', makeService: noService }, { url: URL });
    return {
      ...base,
      generate: (request, underWay) => {
        const { generationId, body, isStreamed } = request;
        const model = String(body.model);
        const about = { kind: 'text', provider: name, model, jobId: generationId } as const;
        const fate = watch.leaving(about);
        if (fate === 'ended') return new Promise(() => {});
        const prompt = promptIn(body);
        const script = this.#scripts.get(prompt) ?? BEHAVES;
        const nth = this.#calls.get(generationId) ?? 0;
        const cuts = this.#random.fork(`cuts ${prompt} ${nth}`);
        const style = this.#random.fork(`style ${prompt} ${nth}`).pick(TEXT_STYLES);
        const garbage = new TextGarbage(this.#random.fork(`${prompt} ${nth}`));
        const parts = { script, world, style, garbage };
        if (fate === 'refused') {
          const begin = { do: 'unreachable', delayMs: 0 } as const;
          const nowhere = { ...parts, number: 0, begin, sent: () => {}, over: () => {} };
          return made(new TextCall(nowhere), cuts).generate(request, underWay);
        }
        this.#calls.set(generationId, nth + 1);
        const planned = script.begins[nth] ?? WRITES;
        const begin = { ...planned, do: FATES[fate] ?? planned.do };
        const bodyBytes = Buffer.byteLength(JSON.stringify(body));
        const cap = capOf(body);
        const number = watch.called({
          provider: name,
          model,
          generationId,
          prompt,
          bodyBytes,
          cap,
          isStreamed,
          rest: restOf(JSON.parse(chunk(deltaOf(script, '', style), null, undefined, style))),
          ...moreIn(body),
          ...fieldsIn(body),
        });
        const ifAlive = (see: () => void) => {
          if (watch.isAlive()) see();
        };
        const call = new TextCall({
          ...parts,
          number,
          begin,
          sent: (piece) => ifAlive(() => watch.sent({ call: number, ...piece })),
          over: (how, pauseMs) =>
            ifAlive(() => watch.over({ call: number, how, ...(pauseMs !== undefined && { pauseMs }) })),
        });
        const answer = made(call, cuts).generate(request, underWay);
        watch.arrived();
        return answer;
      },
    };
  }
}

/** As production reads it from the line. */
function asRead(answer: Awaited<ReturnType<Service['stream']>>, cuts: Random): typeof answer {
  if ('events' in answer) return { ...answer, events: eventsInPieces(answer.events, cuts) };
  return { ...answer, body: SECRETS.parse(JSON.stringify(answer.body)) };
}

/** Those that no request is without do not count. */
function fieldsIn({ model, messages, max_tokens, stream, stream_options, ...fields }: TextBody) {
  return Object.keys(fields).length === 0 ? {} : { fields };
}

/** The messages behind the prompt. */
function moreIn({ messages }: TextBody): { readonly more?: readonly unknown[] } {
  const more = Array.isArray(messages) ? messages.slice(1) : [];
  return more.length === 0 ? {} : { more };
}

function promptIn({ messages }: TextBody): string {
  const [first] = Array.isArray(messages) ? messages : [];
  return String(first?.content ?? '');
}
