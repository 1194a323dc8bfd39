/** A service that answers from a script, for tests of an adapter's own words: no socket, no protocol. */
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type { ServiceAnswer, ServiceConfig, ServiceRequest } from '../../../src/outward/outward.js';
import { adapterOf } from '../../../src/providers/adapters/adapters.js';
import type { Provider, ProviderState, SubmitAnswer } from '../../../src/providers/provider.js';

export class ScriptedService {
  readonly asked: ServiceRequest[] = [];
  readonly provider: Provider;
  readonly #answers: ServiceAnswer[] = [];
  config: ServiceConfig | undefined;

  constructor(kind: string, settings: Readonly<Record<string, unknown>> = {}) {
    const { signal } = new AbortController();
    this.call = { signal };
    this.provider = adapterOf(kind).create(
      {
        name: kind,
        world: new VirtualWorld(),
        secret: new Uint8Array(32),
        deadlineAfterMs: 60_000,
        key: 'the-key',
        makeService: (config) => {
          this.config = config;
          return {
            call: async (request) => {
              this.asked.push(request);
              const answer = this.#answers.shift();
              if (answer === undefined) throw new Error('the script is at its end');
              return answer;
            },
            stream: () => Promise.reject(new Error('the script has no events')),
            openFile: async () => undefined,
            listen: async () => {},
          };
        },
      },
      settings,
    );
  }

  readonly call: { readonly signal: AbortSignal };

  answers(status: number, body: unknown): this {
    this.#answers.push({ status, body, retryAfterMs: undefined });
    return this;
  }

  submit(
    model: string,
    lengthMs: number,
    extra: Readonly<Record<string, unknown>> = {},
  ): Promise<SubmitAnswer> {
    return this.provider.submit({ jobId: 'video_1', model, prompt: 'a boat', lengthMs, extra }, this.call);
  }

  poll(model = 'a/model', handle = 'h'): Promise<ProviderState> {
    return this.provider.poll({ jobId: 'video_1', model, handle }, this.call);
  }

  /** The body of the last request as it goes out. */
  get sent(): unknown {
    return JSON.parse(JSON.stringify(this.asked.at(-1)?.body));
  }
}

/** Every field that all kinds take, and some that would change the cost. */
export const EVERY_FIELD = {
  image: 'https://example.com/a.png',
  aspect_ratio: '16:9',
  resolution: '720p',
  seed: 7,
  negative_prompt: 'rain',
  duration: 60,
  num_videos: 4,
  sampleCount: 4,
  generate_audio: true,
  webhook: 'https://example.com/hook',
};
