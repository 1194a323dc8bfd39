/**
 * A request's client, and the base of the links in its answer, by the word of proxies that are trusted or
 * not. Networks are asked at their first and last address, and beside them.
 */
import type { Exchange } from '../../../../src/http/exchange.js';
import { baseUrlOf } from '../../../../src/http/request/base-url.js';
import { printPeer, TrustedProxies, windowNetworkOf } from '../../../../src/http/request/client-address.js';
import { HeadReader } from '../../../../src/http/request/request-head.js';
import type { Random } from '../../../world/random.js';
import type { Part } from '../part.js';
import {
  type Address,
  canonical,
  countedAs,
  firstOf,
  isIn,
  lastOf,
  moved,
  type Network,
  type Writing,
  written,
  writtenNetwork,
} from './naive-addresses.js';

const UNIX = 'unix';

interface Trusted {
  readonly networks: readonly Network[];
  readonly unix: boolean;
  readonly publicUrl?: string;
}

/** An address, as a transport or a proxy writes it; or a text that is none. */
type Told = { readonly address: Address; readonly as: Writing } | { readonly text: string };

interface AskAct {
  readonly do: 'ask';
  readonly peer: Told;
  /** In the order of the fields, the farthest first. */
  readonly through: readonly Told[];
  readonly inFields: number;
  readonly protos: readonly string[];
  readonly hosts: readonly string[];
  readonly host: string;
  readonly isTls: boolean;
}

const ADDRESSES = [
  ...['0a000000', '0a01ff00', 'ac100000', 'c0a80100', 'cb007107', '7f000001'].map(
    (ipv4) => `00000000000000000000ffff${ipv4}`,
  ),
  '20010db8000000010000000000000000',
  '20010db8000000000001000000000001',
  'fd00000000000000000000000000abcd',
  '00000000000000000000000000000001',
];
const BITS = [0, 1, 8, 15, 16, 17, 24, 30, 31, 32];
const MORE_BITS = [0, 16, 32, 48, 63, 64, 65, 112, 127, 128];
/** As transports write addresses, and as proxies do. */
const PEERS = ['plain', 'plain', 'mapped', 'full', 'zone'] as const;
const FORWARDED = [...PEERS, 'port', 'port'] as const;
const NONE = [{ text: 'unknown' }, { text: '' }, { text: '10.0.0' }, { text: '1.2.3.256' }, { text: '::g' }];
const HOSTS = ['gate.test', 'gate.test:8080', 'GATE.test', '10.1.2.3:80', '[2001:db8::1]:443', 'a_b.test'];
const NO_HOSTS = ['gate test', 'gate.test:65536', 'user@gate.test', '', 'gate.test/x', '[::g]'];

export function clientsPart(): Part<Trusted, AskAct> {
  return {
    name: 'clients',
    limits: (random) => ({
      networks: Array.from({ length: random.pick([0, 1, 1, 2, 3]) }, () => drawNetwork(random)),
      unix: random.chance(0.2),
      ...(random.chance(0.1) ? { publicUrl: 'https://api.gate.test/below' } : {}),
    }),
    act: (random, trusted) => ({
      do: 'ask',
      peer: random.chance(0.1) ? { text: random.pick([UNIX, UNIX, '']) } : drawTold(random, trusted, PEERS),
      through: Array.from({ length: random.below(4) }, () =>
        random.chance(0.06) ? random.pick(NONE) : drawTold(random, trusted, FORWARDED),
      ),
      inFields: random.between(1, 2),
      protos: drawList(random, ['http', 'https', 'HTTPS']),
      hosts: drawList(random, random.chance(0.25) ? NO_HOSTS : HOSTS),
      host: random.pick(HOSTS),
      isTls: random.chance(0.3),
    }),
    pauseMs: () => 0,
    begin(trial, { networks, unix, publicUrl }) {
      const proxies = new TrustedProxies([...networks.map(writtenNetwork), ...(unix ? [UNIX] : [])]);
      const reader = new HeadReader([]);
      const trusts = (told: Told) =>
        'text' in told ? told.text === UNIX && unix : networks.some((one) => isIn(one, told.address));
      return {
        take(act) {
          const exchange = exchangeOf(act);
          const head = reader.read(exchange);
          const client = clientOf(act, trusts);
          const found = proxies.clientOf(exchange.remoteAddress(), head.forwardedFor);
          trial.same('address', printPeer(found), shown(client, canonical));
          trial.same('counted', windowNetworkOf(found), shown(client, countedAs) ?? 'unknown');
          const base = baseUrlOf(publicUrl, proxies.forwarded(exchange, head), head.host, exchange.isTls);
          trial.same('base', base, publicUrl ?? plainBase(act, trusts(act.peer)));
        },
        compare() {},
      };
    },
  };
}

/** From the nearest on: each that is trusted vouches for the one before it. */
function clientOf({ peer, through }: AskAct, trusts: (told: Told) => boolean): Told {
  let client = peer;
  for (const before of [...through].reverse()) {
    if (!trusts(client) || 'text' in before) return client;
    client = before;
  }
  return client;
}

function shown(told: Told, print: (address: Address) => string): string | undefined {
  if (!('text' in told)) return print(told.address);
  return told.text === UNIX ? UNIX : undefined;
}

function plainBase({ protos, hosts, host, isTls }: AskAct, isTrusted: boolean): string {
  const own = isTls ? 'https' : 'http';
  const [proto, forwarded] = isTrusted ? [protos.at(-1), hosts.at(-1)] : [];
  const isHost = forwarded !== undefined && !NO_HOSTS.includes(forwarded);
  return `${proto?.toLowerCase() ?? own}://${isHost ? forwarded : host}`;
}

/** Fields that repeat are one list. */
function exchangeOf({ peer, through, inFields, protos, hosts, host, isTls }: AskAct): Exchange {
  const texts = through.map(textOf);
  const cut = inFields === 1 ? texts.length : Math.floor(texts.length / 2);
  const fields = [
    ['host', host],
    ...[texts.slice(0, cut), texts.slice(cut)]
      .filter(({ length }) => length > 0)
      .map((list) => ['x-forwarded-for', list.join(', ')]),
    ...protos.map((proto) => ['x-forwarded-proto', proto]),
    ...(hosts.length === 0 ? [] : [['x-forwarded-host', hosts.join(' , ')]]),
  ];
  const exchange: Pick<Exchange, 'eachField' | 'remoteAddress' | 'isTls'> = {
    isTls,
    remoteAddress: () => textOf(peer),
    eachField(visit) {
      for (const [name = '', value = ''] of fields) visit(name, value);
    },
  };
  return exchange as Exchange;
}

function textOf(told: Told): string {
  return 'text' in told ? told.text : written(told.address, told.as);
}

function drawNetwork(random: Random): Network {
  const address = random.pick(ADDRESSES);
  const isIpv4 = address.startsWith('00000000000000000000ffff');
  return { address, bits: isIpv4 ? 96 + random.pick(BITS) : random.pick(MORE_BITS) };
}

/** At the ends of a network, most of the time. */
function drawTold(random: Random, { networks }: Trusted, writings: readonly Writing[]): Told {
  const as = random.pick(writings);
  if (networks.length === 0 || random.chance(0.3)) return { address: random.pick(ADDRESSES), as };
  const network = random.pick(networks);
  const [first, last] = [firstOf(network), lastOf(network)];
  return { address: random.pick([first, last, moved(first, -1), moved(last, 1)]), as };
}

function drawList(random: Random, words: readonly string[]): readonly string[] {
  return Array.from({ length: random.pick([0, 0, 1, 1, 2, 3]) }, () => random.pick(words));
}
