/** Heads of requests: which are malformed, which path they are for, and which methods that takes. */
import type { Exchange } from '../../../../src/http/exchange.js';
import type { RouteMetrics } from '../../../../src/http/monitoring/gateway-metrics.js';
import { operations } from '../../../../src/http/operations/index.js';
import { credentialOf } from '../../../../src/http/pipeline/refusals.js';
import { Router, routeOf } from '../../../../src/http/pipeline/router.js';
import { HeadReader, whyMalformed } from '../../../../src/http/request/request-head.js';
import type { Random } from '../../../world/random.js';
import type { Part } from '../part.js';

interface HeadAct {
  readonly do: 'ask';
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

const HOSTS = ['gate.test', 'gate.test:0', 'gate.test:65535', '127.0.0.1:80', '[::1]', '[::1]:8080', 'a-b_c'];
const NO_HOSTS = [
  '',
  'gate.test:65536',
  'gate.test:',
  'gate.test:8o',
  'gate test',
  '[::1',
  '[::x]',
  'a/b',
  'a@b',
];
const LENGTHS = ['0', '17', '123456789012345678'];
const NO_LENGTHS = ['-1', '1 ', '0x10', '1.0', '', '1, 1', '1234567890123456789'];
const NO_CODINGS = ['gzip', 'chunked, gzip', '', 'identity'];
const BROKEN = ['%', '%4', '%zz', '%ff', '%c3'];
const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'];
const IDS = ['video_1', 'a-b', 'more', 'content', 'x'.repeat(100)];
const NO_IDS = ['', 'a.b', 'a%2Fb', 'é', 'x'.repeat(101), 'a b'];

export function headsPart(): Part<undefined, HeadAct> {
  return {
    name: 'heads',
    limits: () => undefined,
    act: (random) => ({
      do: 'ask',
      method: random.pick(METHODS),
      path: drawPath(random),
      query: random.chance(0.1) ? `a=${random.pick([...BROKEN, '%20', 'é'])}` : '',
      fields: drawFields(random),
    }),
    pauseMs: () => 0,
    begin(trial) {
      const routes = operations.map((operation) => {
        return { operation, metrics: {} as RouteMetrics, shedAs: operation.shedAs };
      });
      const [router, reader] = [new Router(routes), new HeadReader([])];
      return {
        take({ method, path, query, fields }) {
          const exchange: Pick<Exchange, 'eachField'> = {
            eachField: (visit) => {
              for (const [name, value] of fields) visit(name, value);
            },
          };
          const why = whyMalformed(reader.read(exchange as Exchange), path, query);
          const isRight = isSound(fields) && !hasBroken(path) && !hasBroken(query);
          trial.same('malformed', why === undefined, isRight);
          const match = router.match(path);
          const segments = path.split('/').map(decoded);
          const known = operations.filter((operation) => idIn(segments, operation.path) !== undefined);
          const [first] = known;
          const methods = known.map((operation) => operation.method as string);
          const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort();
          trial.same(
            'path',
            match && { path: match.endpoint.path, id: match.id, allow: match.endpoint.allow },
            first && { path: first.path, id: idIn(segments, first.path), allow },
          );
          const [, place] = segments;
          const credential = place === 'v1' ? 'api' : place === 'api' ? 'management' : undefined;
          trial.same('credential', credentialOf(path, match), credential);
          const asked = method === 'HEAD' ? 'GET' : method;
          const route = match && routeOf(match.endpoint, method)?.operation;
          trial.same('method', route?.method, methods.includes(asked) ? asked : undefined);
        },
        compare() {},
      };
    },
  };
}

function isSound(fields: HeadAct['fields']): boolean {
  const [hosts = [], lengths = [], codings = []] = ['host', 'content-length', 'transfer-encoding'].map(
    (wanted) => fields.filter(([name]) => name === wanted).map(([, value]) => value),
  );
  return (
    hosts.length === 1 &&
    !NO_HOSTS.includes(hosts[0] ?? '') &&
    lengths.length + codings.length <= 1 &&
    !lengths.some((length) => NO_LENGTHS.includes(length)) &&
    !codings.some((coding) => NO_CODINGS.includes(coding))
  );
}

function hasBroken(text: string): boolean {
  return BROKEN.some((broken) => text.split('/').some((segment) => segment.toLowerCase().endsWith(broken)));
}

/** The text in the place of the id, or none; undefined if the path is another one. */
function idIn(segments: readonly string[], pattern: string): string | undefined {
  const wanted = pattern.split('/');
  if (segments.length !== wanted.length) return undefined;
  let id = '';
  for (const [at, segment] of segments.entries()) {
    if (wanted[at] === '{id}' && IDS.includes(segment)) id = segment;
    else if (wanted[at] !== segment) return undefined;
  }
  return id;
}

function decoded(segment: string): string {
  return hasBroken(segment) ? '?' : decodeURIComponent(segment);
}

function drawPath(random: Random): string {
  const { path } = random.pick(operations);
  const id = random.pick(random.chance(0.8) ? IDS : [...NO_IDS, ...BROKEN]);
  const segments = path.split('/').map((segment) => {
    if (segment === '{id}') return id;
    // An escape of a letter is the letter.
    return random.chance(0.05) ? segment.replace('a', '%61').replace('v', '%76') : segment;
  });
  return random.weighted<() => string>([
    [8, () => segments.join('/')],
    [1, () => segments.slice(0, -1).join('/') || '/'],
    [1, () => [...segments, random.pick(['more', 'content', 'video_1'])].join('/')],
    [0.5, () => segments.join('/').toUpperCase()],
    [0.5, () => `/v2${segments.join('/')}`],
  ])();
}

function drawFields(random: Random): HeadAct['fields'] {
  const hosts = random.weighted([
    [8, [random.pick(HOSTS)]],
    [2, [random.pick(NO_HOSTS)]],
    [0.5, []],
    [0.5, ['gate.test', 'gate.test']],
  ]);
  const lengths = random.pick([[], [], [random.pick(LENGTHS)], [random.pick(NO_LENGTHS)], ['3', '3']]);
  const codings = random.pick([[], [], [], ['chunked'], ['Chunked'], [random.pick(NO_CODINGS)]]);
  return [
    ...hosts.map((host) => ['host', host] as const),
    ...lengths.map((length) => ['content-length', length] as const),
    ...codings.map((coding) => ['transfer-encoding', coding] as const),
    ...(random.chance(0.1) ? [['transfer-encoding', 'chunked'] as const] : []),
  ];
}
