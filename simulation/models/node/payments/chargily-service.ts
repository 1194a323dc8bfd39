/**
 * The payment desk as Chargily's protocol tells of it, before the client of production. An answer that the
 * desk garbles is garbage made of the sound one, or the page of something between node and service. A call
 * that fails there ends without an answer, or with one of the service's words for "later".
 *
 * It tells what its client makes of each of the service's own words, beside what the word means by the pages
 * of the service and docs/payments.md.
 */
import type { Service, ServiceAnswer, ServiceConfig } from '../../../../src/outward/outward.js';
import { Secrets } from '../../../../src/outward/secrets.js';
import { createChargily } from '../../../../src/payments/chargily/chargily.js';
import type { CreateAnswer, LookAnswer, PaymentProvider } from '../../../../src/payments/payment-provider.js';
import type { ServiceHeard } from '../../../history/observation.js';
import { SERVICE_KEY } from '../../../history/provider-kinds.js';
import type { ServiceAsked } from '../../../history/services/service-observation.js';
import { GARBAGE_FORMS, type GarbledAnswer, garbled } from '../../../world/garbage.js';
import type { Random } from '../../../world/random.js';
import { readGarbled } from '../../../world/read-garbled.js';
import { askedOf } from './asked-checkouts.js';
import { LATER_MEANS, meaningOf } from './payment-meanings.js';

/** The desk would say `sound`, and something else arrives. */
export class GarbledError extends Error {
  readonly sound: CreateAnswer | LookAnswer;

  constructor(sound: CreateAnswer | LookAnswer) {
    super('an answer that makes no sense');
    this.sound = sound;
  }
}

interface Asked {
  readonly amount: number;
  readonly description: string;
  readonly success_url: string;
  readonly webhook_endpoint: string;
}

const PAGE_CHANCE = 0.3;
const PAGE_STATUSES = [400, 403, 404, 422, 429, 500, 502, 503];
const PAGE = '<html><head><title>Bad Request</title></head><body>paid</body></html>';
/** Of the service itself, and none is about the order: it is busy, has a fault, or does not take the key. */
const LATER: readonly (readonly [status: number, message: string])[] = [
  [401, 'Unauthenticated.'],
  [403, 'This action is unauthorized.'],
  [408, 'The request took too long.'],
  [409, 'Another request is under way.'],
  [425, 'Too early.'],
  [429, 'Too Many Attempts.'],
  [500, 'Server Error'],
  [503, 'Service Unavailable'],
];
/** The bank has yet to answer while a checkout is `processing`. */
const OPEN_WORDS = ['pending', 'processing'] as const;

type Heard = Omit<ServiceHeard, 'what'>;

interface Watched {
  /** That chance follows. */
  readonly garbage: Random;
  /** Its client read a word. */
  readonly heard: (heard: Heard) => void;
  readonly asked: (asked: Omit<ServiceAsked, 'what'>) => void;
}

export function overChargily(
  desk: PaymentProvider,
  { garbage: random, heard, asked: told }: Watched,
): PaymentProvider {
  const { isLive } = desk;
  const later = random.fork('later');
  const words = random.fork('words');
  /** By the signal of a call, the word that it was answered with. */
  const saidTo = new WeakMap<AbortSignal, Omit<Heard, 'takenFor'>>();
  const secrets = new Secrets({ authorization: `Bearer ${SERVICE_KEY}` });
  const none = () => Promise.reject(new Error('no payment service does so'));
  const mode = isLive ? 'live' : 'test';
  const serviceOf = (config: ServiceConfig): Service => ({
    call: async (request, signal) => {
      const { method, path, body } = request;
      told(askedOf(config, request, mode));
      const asked = body as Asked;
      const printed = (answer: CreateAnswer | LookAnswer) =>
        printedAnswer(answer, isLive, asked, words.pick(OPEN_WORDS));
      const saying = (answer: ServiceAnswer, means: string): ServiceAnswer => {
        const text = `${answer.status} ${JSON.stringify(answer.body)}`;
        saidTo.set(signal, { provider: 'chargily', said: text, means });
        return answer;
      };
      try {
        const answer =
          method === 'POST'
            ? await desk.createCheckout(requestOf(asked), signal)
            : await desk.look(decodeURIComponent(path.split('/').at(-1) ?? ''), signal);
        return saying(printed(answer), meaningOf(answer));
      } catch (error) {
        if (!(error instanceof GarbledError)) {
          if (later.chance(0.5)) throw error;
          const [status, message] = later.pick(LATER);
          return saying(said(status, { message }), LATER_MEANS);
        }
        const answer = readGarbled(garbage(printed(error.sound), random), secrets);
        if (answer instanceof Error) throw answer;
        return answer;
      }
    },
    stream: none,
    openFile: none,
    listen: none,
  });
  const client = createChargily({ makeService: serviceOf, key: SERVICE_KEY, mode });

  async function hearing<Answer extends CreateAnswer | LookAnswer>(
    signal: AbortSignal,
    reach: Promise<Answer>,
  ): Promise<Answer> {
    const tell = (takenFor: string) => {
      const word = saidTo.get(signal);
      if (word !== undefined) heard({ ...word, takenFor });
    };
    try {
      const answer = await reach;
      tell(meaningOf(answer));
      return answer;
    } catch (error) {
      tell(LATER_MEANS);
      throw error;
    }
  }

  return {
    ...client,
    createCheckout: (request, signal) => hearing(signal, client.createCheckout(request, signal)),
    look: (checkout, signal) => hearing(signal, client.look(checkout, signal)),
  };
}

function requestOf({ amount, description, success_url, webhook_endpoint }: Asked) {
  return { orderId: description, amount, returnUrl: success_url, noticeUrl: webhook_endpoint };
}

/** @param openWord for a checkout that may still be paid */
function printedAnswer(
  answer: CreateAnswer | LookAnswer,
  isLive: boolean,
  asked: Asked,
  openWord: string,
): ServiceAnswer {
  switch (answer.outcome) {
    case 'created': {
      const { id, url } = answer.checkout;
      const { amount, description, success_url, webhook_endpoint } = asked;
      const addresses = { description, success_url, webhook_endpoint, checkout_url: url };
      return said(200, { ...checkoutOf(id, isLive, amount, 'dzd'), ...addresses, status: 'pending' });
    }
    case 'seen': {
      const { id, isLive: livemode, amount, currency, status, statusText } = answer.checkout;
      return said(200, {
        ...checkoutOf(id, livemode, amount, currency),
        status: status === 'open' ? openWord : statusText,
      });
    }
    case 'refused':
      return said(422, { message: answer.message, errors: { amount: [answer.message] } });
    case 'unknown':
      return said(404, { message: 'No query results for model [Checkout].' });
  }
}

function said(status: number, body: object): ServiceAnswer {
  return { status, body, retryAfterMs: undefined };
}

function checkoutOf(id: string, livemode: boolean, amount: number, currency: string): object {
  return { id, entity: 'checkout', livemode, amount, currency, fees: 7, fees_on_customer: 0, metadata: null };
}

function garbage(answer: ServiceAnswer, random: Random): GarbledAnswer {
  if (random.chance(PAGE_CHANCE)) return { status: random.pick(PAGE_STATUSES), text: PAGE };
  return garbled(random.pick(GARBAGE_FORMS), answer, random, SERVICE_KEY);
}
