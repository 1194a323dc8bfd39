/** All that a node calls, with a note of the configuration as of which it was called. */
import type { NodeConfig } from '../../../../../src/node/config/config.js';
import type { NodeEnvironment } from '../../../../../src/node/environment.js';
import type { RemoteFile } from '../../../../../src/outward/outward.js';
import type { CheckoutRequest, PaymentProvider } from '../../../../../src/payments/payment-provider.js';
import type { Provider, ProviderState, SubmitAnswer } from '../../../../../src/providers/provider.js';
import type { TextAnswer, TextProvider } from '../../../../../src/providers/text-provider.js';
import type { ResultParts } from '../../../../../src/results/result-parts.js';
import { Seal } from '../../../../../src/sealing/seal.js';
import type { World } from '../../../../../src/time/world.js';

type Services = Pick<
  NodeEnvironment,
  'providersIn' | 'textProvidersIn' | 'paymentsIn' | 'results' | 'mailTransport'
>;

export class ReloadedServices {
  readonly mails: string[] = [];
  readonly checkouts: (CheckoutRequest & { readonly at: string })[] = [];
  /** The URLs at which providers were called. */
  readonly called: string[] = [];
  /** Of calls that were given up, in steady ms. */
  readonly givenUpAt: number[] = [];
  /** How often the file of a result was begun. */
  drafts = 0;
  /** Of the next result, in bytes. */
  resultBytes = 0;
  hasRoom = true;
  /** As the results of the node have them. */
  resultSettings: Pick<NodeConfig, 'resultsMaxGib' | 'resultsDaysMin'> | undefined;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  get parts(): Services {
    return {
      providersIn: (_, config) => [this.#line(config)],
      textProvidersIn: (_, config) => [this.#writer(config)],
      paymentsIn: (_, config) => this.#bank(config),
      results: (_, settings) => {
        this.resultSettings = settings;
        return this.#results();
      },
      mailTransport: {
        send: async ({ text }) => {
          this.mails.push(text);
        },
      },
    };
  }

  /** The prompt says what becomes of a job. */
  #line(config: NodeConfig): Provider {
    const url = urlOf(config);
    const done: ProviderState = { state: 'completed', outputMs: 2_000, location: '/results/film.mp4' };
    const states: Readonly<Record<string, ProviderState>> = {
      done,
      made: { state: 'made', location: 'far' },
      stay: { state: 'pending', askAgainAfterMs: 60_000 },
    };
    return {
      name: 'line',
      models: [],
      lostAnswer: { kind: 'unknown' },
      submit: async ({ prompt, jobId }, { signal }): Promise<SubmitAnswer> => {
        this.called.push(url);
        const state = states[prompt];
        return state === undefined ? this.#silence(signal) : { outcome: 'accepted', handle: jobId, state };
      },
      poll: async () => ({ state: 'pending', askAgainAfterMs: 60_000 }),
      content: async () => this.#file(),
    };
  }

  #writer(config: NodeConfig): TextProvider {
    const url = urlOf(config);
    return {
      name: 'writer',
      models: [],
      bodyOf: ({ fields }) => fields,
      generate: async ({ body }, { signal }): Promise<TextAnswer> => {
        this.called.push(url);
        if (!JSON.stringify(body).includes('refuse')) return this.#silence(signal);
        return { outcome: 'rejected', failure: { code: 'provider_rejected', message: 'No.' } };
      },
    };
  }

  #bank({ payments }: NodeConfig): PaymentProvider {
    const at = payments?.kind === 'chargily' ? (payments.url ?? '') : '';
    return {
      kind: 'chargily',
      isLive: true,
      createCheckout: async (request) => {
        this.checkouts.push({ ...request, at });
        return { outcome: 'created', checkout: { id: request.orderId, url: '/pay' } };
      },
      look: async () => ({ outcome: 'unknown' }),
    };
  }

  #silence(signal: AbortSignal): Promise<never> {
    return new Promise((_, fail) => {
      signal.addEventListener('abort', () => {
        this.givenUpAt.push(this.#world.steadyMs());
        fail(signal.reason);
      });
    });
  }

  #file(): RemoteFile {
    return {
      contentType: 'video/mp4',
      size: this.resultBytes,
      takesRanges: false,
      async *read() {},
    };
  }

  #results(): ResultParts {
    const store = {
      takesMore: () => this.hasRoom,
      draft: async () => {
        this.drafts += 1;
        throw new Error('no file is begun here');
      },
      owners: () => [],
      remove() {},
      tidied: async () => {},
      open: () => undefined,
      metrics: { evictions: 0 },
      bytes: 0,
      files: 0,
    };
    return {
      clips: { readRanges: async () => undefined, close: async () => {} },
      store,
      seal: new Seal(new Uint8Array(32), 'results'),
      observer: { differs() {}, failed() {} },
      onUnavailable() {},
    } as unknown as ResultParts;
  }
}

function urlOf({ providers }: NodeConfig): string {
  return providers.map(({ settings }) => String(settings.url)).join(' ');
}
