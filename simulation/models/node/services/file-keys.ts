/**
 * Has production's reader of files open and read files that lie at a service, elsewhere, or behind redirects
 * from the one to the other: the key goes to the origin of the service alone, and every other address, and
 * each that a client named, is judged when it is connected to.
 */
import type { Dispatcher } from 'undici';
import { ForbiddenFileError } from '../../../../src/outward/outward.js';
import { openRemoteFile } from '../../../../src/outward/remote-file.js';
import { Requests } from '../../../../src/outward/requests.js';
import { Secrets } from '../../../../src/outward/secrets.js';
import { Traffic } from '../../../../src/outward/traffic.js';
import { SERVICE_KEY } from '../../../history/provider-kinds.js';
import type { ServiceHeard } from '../../../history/services/service-observation.js';
import type { Random } from '../../../world/random.js';

type Heard = (heard: Omit<ServiceHeard, 'what'>) => void;

/** The place of a file, as the service or a redirect says it. */
interface Place {
  /** As a redirect has it. */
  readonly location: string;
  /** Undefined for an address that is none of HTTP. */
  readonly origin: string | undefined;
}

interface Address {
  readonly places: readonly [Place, ...Place[]];
  readonly withSecret: boolean;
  readonly isForeign: boolean;
}

const ASKED = 3;
const REDIRECTS_MAX = 3;
const OWN = 'https://files.example';
/** None of them is the origin of the service. */
const ELSEWHERE = ['https://cdn.example', `${OWN}:8443`, 'http://files.example', 'https://files.example.org'];
const SECRET = { 'x-key': SERVICE_KEY };
const BYTES = Buffer.from('a file');
const FORBIDDEN = 'forbidden';

export async function readKeyedFiles(random: Random, heard: Heard): Promise<void> {
  for (let asked = 0; asked < ASKED; asked++) {
    const address = nextAddress(random);
    const { places, withSecret, isForeign } = address;
    const way = places.map(({ location }) => location).join(' on to ');
    const said = `${way}${withSecret ? ', with its key' : ''}${isForeign ? ', of a client' : ''}`;
    heard({ provider: 'files', said, means: due(address), takenFor: await told(address) });
  }
}

function nextAddress(random: Random): Address {
  const first = random.chance(0.6) ? OWN : random.pick(ELSEWHERE);
  const places: [Place, ...Place[]] = [{ location: `${first}/0`, origin: first }];
  const redirects = random.pick([0, 0, 1, 2, 3, 4]);
  for (let n = 1; n <= redirects; n++) {
    const before = places.at(-1)?.origin;
    const elsewhere = random.pick(ELSEWHERE);
    const next: readonly [chance: number, place: Place][] = [
      [2, { location: `/${n}`, origin: before }],
      [2, { location: `${OWN}/${n}`, origin: OWN }],
      [2, { location: `${elsewhere}/${n}`, origin: elsewhere }],
      [1, { location: `//cdn.example/${n}`, origin: `${before?.split(':')[0]}://cdn.example` }],
      [0.3, { location: `ftp://files.example/${n}`, origin: undefined }],
    ];
    places.push(random.weighted(next));
    if (places.at(-1)?.origin === undefined) break;
  }
  return { places, withSecret: random.chance(0.7), isForeign: random.chance(0.2) };
}

/** The requests of opening and reading the file, as the contract has them. */
function due({ places, withSecret, isForeign }: Address): string {
  const asked: string[] = [];
  let hasKey = withSecret;
  for (const [n, { origin }] of places.entries()) {
    if (origin === undefined || n > REDIRECTS_MAX) return [...asked, FORBIDDEN].join(', ');
    // A redirect to another origin drops it, also if the way leads back.
    if (n > 0) hasKey &&= origin === OWN;
    asked.push(toldRequest(`${origin}/${n}`, hasKey && origin === OWN, origin !== OWN || isForeign));
  }
  return [...asked, ...asked, 'whole'].join(', ');
}

function toldRequest(url: string, hasKey: boolean, isJudged: boolean): string {
  return `${url}${hasKey ? ' with the key' : ''}${isJudged ? ' if it is public' : ''}`;
}

async function told({ places, withSecret, isForeign }: Address): Promise<string> {
  const asked: string[] = [];
  const requests = requestsTo(places, asked);
  const [{ location: url }] = places;
  try {
    const file = await openRemoteFile(requests, { url, withSecret, isForeign }, new AbortController().signal);
    const chunks: Uint8Array[] = [];
    for await (const chunk of file?.read(0, undefined) ?? []) chunks.push(chunk);
    asked.push(Buffer.concat(chunks).equals(BYTES) ? 'whole' : 'other bytes');
  } catch (error) {
    asked.push(error instanceof ForbiddenFileError ? FORBIDDEN : String(error));
  }
  return asked.join(', ');
}

function requestsTo(places: Address['places'], asked: string[]): Requests {
  const dispatcherTo = (origin: string, isForeign: boolean) => ({
    dispatch: ({ path, headers }: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => {
      const { 'x-key': key } = headers as Readonly<Record<string, string>>;
      asked.push(toldRequest(origin + path, key === SERVICE_KEY, origin !== OWN || isForeign));
      const next = places[Number(path.slice(1)) + 1];
      void Promise.resolve().then(() => answer(handler, next?.location));
      return true;
    },
  });
  const config = { name: 'files', url: OWN, secretHeaders: SECRET };
  const connections = () => Promise.resolve({ dispatcherTo });
  return new Requests(config, new Secrets(SECRET), connections, new Traffic('files', undefined));
}

/** The file, in whole, or the redirect to another place. */
function answer(handler: Dispatcher.DispatchHandler, location: string | undefined): void {
  const controller = { aborted: false, paused: false, reason: null, abort() {}, pause() {}, resume() {} };
  handler.onRequestStart?.(controller, {});
  if (location !== undefined) handler.onResponseStart?.(controller, 302, { location });
  else {
    handler.onResponseStart?.(controller, 200, { 'content-length': String(BYTES.length) });
    handler.onResponseData?.(controller, BYTES);
  }
  handler.onResponseEnd?.(controller, {});
}
