/**
 * Has the client of the payment service hear documented answers of it and read notices, some in each history,
 * each with the meaning that docs/payments.md gives it.
 */
import { noService } from '../../../../src/outward/no-service.js';
import type { MakeService, ServiceAnswer } from '../../../../src/outward/outward.js';
import { createChargily } from '../../../../src/payments/chargily/chargily.js';
import type { PaymentProvider } from '../../../../src/payments/payment-provider.js';
import type { ServiceHeard } from '../../../history/observation.js';
import { SERVICE_KEY } from '../../../history/provider-kinds.js';
import type { ServiceAsked } from '../../../history/services/service-observation.js';
import type { Random } from '../../../world/random.js';
import { askedOf } from './asked-checkouts.js';
import { LATER_MEANS, meaningOf, signatureOf } from './payment-meanings.js';

interface PaymentWord {
  readonly status: number;
  readonly body?: unknown;
  readonly means: string;
}

type Checkout = ReturnType<typeof checkout>;

interface PaymentCase {
  readonly amount: number;
  readonly isLive: boolean;
  /** Undefined for that of the service itself. */
  readonly url: string | undefined;
}

const [LOOKS, CREATES, NOTICES] = [8, 8, 6];
const OWN_URL = 'http://payments.test:8080/api/v2';
const CHECKOUT = 'checkout-7';
const ORDER = 'order_00000000000000000000000007';
const GATEWAY = 'https://gateway.example';
const AMOUNTS = [100, 2_500, 1_000_000];
const PAGE = '<html><body>Bad Request</body></html>';
const MESSAGE = { message: 'It is not so.' };

const ENDS = ['paid', 'failed', 'canceled', 'expired'] as const;
const STATUSES = ['pending', 'processing', ...ENDS];
const ODD_STATUSES = ['on holiday', 'refunded', 'PAID', 'completed', 'unpaid', ' paid', 'constructor', ''];
/** Neither of them is about the order: the service is busy, has a fault, or does not take the key. */
const LATER = [401, 403, 405, 408, 409, 410, 413, 425, 429, 500, 501, 502, 503, 504];
const REFUSALS = [400, 422];
/** Of a page on which nobody is to pay. */
const ODD_PAGES = ['javascript:alert(1)', 'http://pay.example/1', 'ftp://pay.example/1', '/1', '', 7, null];
const NO_CHECKOUTS: readonly Readonly<Record<string, unknown>>[] = [
  { entity: 'event' },
  { entity: undefined },
  { id: '' },
  { id: 7 },
  { amount: '100' },
  { amount: null },
  { currency: null },
  { livemode: 'true' },
  { livemode: undefined },
  { status: null },
];

export async function askPayments(
  random: Random,
  heard: (heard: Omit<ServiceHeard, 'what'>) => void,
  asked: (asked: Omit<ServiceAsked, 'what'>) => void,
): Promise<void> {
  const tell = ({ status, body, means }: PaymentWord, takenFor: string) =>
    heard({ provider: 'chargily', said: `${status} ${JSON.stringify(body)}`, means, takenFor });
  const next = (): PaymentCase => ({
    amount: random.pick(AMOUNTS),
    isLive: random.chance(0.5),
    url: random.chance(0.3) ? OWN_URL : undefined,
  });
  for (let look = 0; look < LOOKS; look++) {
    const about = next();
    const word = lookWord(random, about);
    tell(word, await taken((client, signal) => client.look(CHECKOUT, signal), about, word, asked));
  }
  for (let create = 0; create < CREATES; create++) {
    const about = next();
    const word = createWord(random, about);
    const request = {
      orderId: ORDER,
      amount: about.amount,
      returnUrl: `${GATEWAY}/top-up/${ORDER}`,
      noticeUrl: `${GATEWAY}/payment-notices/${ORDER}`,
    };
    tell(word, await taken((client, signal) => client.createCheckout(request, signal), about, word, asked));
  }
  readNotices(random.fork('notices'), heard);
}

/** An answer to a look: all that a checkout says counts as it says it. */
function lookWord(random: Random, { amount, isLive }: PaymentCase): PaymentWord {
  const said = {
    ...checkout(amount, isLive),
    id: random.pick([CHECKOUT, CHECKOUT, `${CHECKOUT}-of-another`]),
    amount: random.pick([amount, amount, amount - 1, amount + 1, amount * 100, amount + 7]),
    currency: random.pick(['dzd', 'dzd', 'eur', 'usd']),
    livemode: random.chance(0.8) === isLive,
    status: random.pick(random.chance(0.7) ? STATUSES : ODD_STATUSES),
  };
  return random.weighted<() => PaymentWord>([
    [6, () => ({ status: 200, body: said, means: meaningOfLook(said) })],
    [2, () => ({ status: 200, body: { ...said, ...random.pick(NO_CHECKOUTS) }, means: LATER_MEANS })],
    [1, () => ({ status: 404, body: MESSAGE, means: 'no such checkout' })],
    [
      1,
      () => ({ status: 404, body: random.pick([PAGE, undefined, {}, { message: '' }]), means: LATER_MEANS }),
    ],
    [3, () => ({ status: random.pick([...LATER, ...REFUSALS]), body: MESSAGE, means: LATER_MEANS })],
    [1, () => ({ status: random.pick([...LATER, 404]), body: PAGE, means: LATER_MEANS })],
  ])();
}

function meaningOfLook({ id, amount, currency, livemode, status: statusText }: Checkout): string {
  const isOpen = statusText === 'pending' || statusText === 'processing';
  const status = isOpen ? 'open' : (ENDS.find((end) => end === statusText) ?? 'unknown');
  const checkout = { id, amount, currency, isLive: livemode, status, statusText } as const;
  return meaningOf({ outcome: 'seen', checkout });
}

/** An answer to the making of a checkout: one that is another than was asked for is none. */
function createWord(random: Random, { amount, isLive, url }: PaymentCase): PaymentWord {
  const page = random.pick(['https://pay.example/1', ...(url === undefined ? [] : [new URL(url).origin])]);
  const made = { ...checkout(amount, isLive), checkout_url: page };
  const status = random.pick([200, 201]);
  const others = [
    { amount: random.pick([amount - 1, amount + 1, amount * 100]) },
    { currency: random.pick(['eur', 'usd']) },
    { livemode: !isLive },
    { checkout_url: random.pick(ODD_PAGES) },
    random.pick(NO_CHECKOUTS),
  ];
  const created = meaningOf({ outcome: 'created', checkout: { id: CHECKOUT, url: page } });
  return random.weighted<() => PaymentWord>([
    [3, () => ({ status, body: made, means: created })],
    [5, () => ({ status, body: { ...made, ...random.pick(others) }, means: LATER_MEANS })],
    [2, () => ({ status: random.pick(REFUSALS), body: MESSAGE, means: `refused, ${MESSAGE.message}` })],
    [1, () => ({ status: random.pick(REFUSALS), body: random.pick([PAGE, {}]), means: LATER_MEANS })],
    [3, () => ({ status: random.pick([...LATER, 404]), body: MESSAGE, means: LATER_MEANS })],
  ])();
}

/** The reading of the word by the client, which tells of the call that it makes for it. */
async function taken(
  call: (client: PaymentProvider, signal: AbortSignal) => Promise<Parameters<typeof meaningOf>[0]>,
  { isLive, url }: PaymentCase,
  { status, body }: PaymentWord,
  asked: (asked: Omit<ServiceAsked, 'what'>) => void,
): Promise<string> {
  const mode = isLive ? 'live' : 'test';
  const answer: ServiceAnswer = { status, body, retryAfterMs: undefined };
  const makeService: MakeService = (config) => ({
    ...noService(config),
    call: async (request) => {
      asked(askedOf(config, request, mode, url));
      return answer;
    },
  });
  const client = createChargily({ makeService, key: SERVICE_KEY, mode, url });
  try {
    return meaningOf(await call(client, new AbortController().signal));
  } catch {
    return LATER_MEANS;
  }
}

/** A notice is that of the service if it is signed with the secret, as a whole. */
function readNotices(random: Random, heard: (heard: Omit<ServiceHeard, 'what'>) => void): void {
  const client = createChargily({ makeService: noService, key: SERVICE_KEY, mode: 'live' });
  for (let notice = 0; notice < NOTICES; notice++) {
    const body = random.pick([JSON.stringify({ id: CHECKOUT, note: 'é' }), 'no JSON', '']);
    const right = signatureOf(body);
    const isRight = random.chance(0.4);
    const signature = isRight ? right : random.pick(wrongSignatures(right, body));
    heard({
      provider: 'chargily',
      said: `a notice ${JSON.stringify(body)}, signed ${signature || 'by nobody'}`,
      means: isRight ? 'its own' : "somebody else's",
      takenFor: client.isGenuine?.(Buffer.from(body), signature) === true ? 'its own' : "somebody else's",
    });
  }
}

function wrongSignatures(right: string, body: string): readonly string[] {
  const otherLast = right.endsWith('0') ? '1' : '0';
  return [
    '',
    'x',
    right.slice(1),
    right.slice(0, -1),
    `${right}0`,
    right.slice(0, -1) + otherLast,
    otherLast.repeat(right.length),
    'é'.repeat(right.length),
    signatureOf(`${body} `),
    signatureOf(body, 'another secret'),
    SERVICE_KEY,
  ];
}

function checkout(amount: number, livemode: boolean) {
  const fees = { fees: 50, fees_on_merchant: 50, fees_on_customer: 0 };
  return { id: CHECKOUT, entity: 'checkout', livemode, amount, currency: 'dzd', status: 'pending', ...fees };
}
