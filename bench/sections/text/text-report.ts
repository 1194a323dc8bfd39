/** The figures of section `text`. */
import { quantile } from '../../report/quantile.js';
import { type Row, type SectionReport, type Spread, spread, type Verdict } from '../../section.js';
import type { TextResult } from './text-load.js';
import { TOKENS } from './text-numbers.js';
import { NGINX, PORTKEY, STRAIGHT, TOLLGATE, WITHOUT_DISK } from './text-servers.js';

const FIRST_TOKEN_LATER_MS_MAX = 1;
const TIMES_PORTKEY_MIN = 10;

type Loads = Readonly<Record<'paced' | 'burst' | 'whole', TextResult>>;

/** By server. */
export type TextRound = Map<string, Loads>;

export interface HeldResult {
  readonly name: string;
  /** Fewer than were to be held, if not all began in time. */
  readonly streams: number;
  readonly bytesPerStream: number;
  readonly tokensPerSecond: number;
}

export function textReport(
  rounds: readonly TextRound[],
  held: readonly HeldResult[],
  notes: readonly string[],
): SectionReport {
  const names = [...(rounds[0]?.keys() ?? [])].sort((one, other) => orderOf(one) - orderOf(other));
  const of = (name: string, figure: (loads: Loads, straight: Loads) => number): Spread =>
    spread(rounds.map((round) => figure(loadsOf(round, name), loadsOf(round, STRAIGHT))));
  const rows = names.flatMap((name): Row[] => [
    {
      name: `64 streams, a token every 20 ms: ${name}`,
      figures: {
        'first token p50 ms': of(name, ({ paced }) => firstToken(paced, 0.5)),
        'p99 ms': of(name, ({ paced }) => firstToken(paced, 0.99)),
        'added p50 ms': of(name, ({ paced }, go) => firstToken(paced, 0.5) - firstToken(go.paced, 0.5)),
        'added p99 ms': of(name, ({ paced }, go) => firstToken(paced, 0.99) - firstToken(go.paced, 0.99)),
      },
    },
  ]);
  const streams = names.map(
    (name): Row => ({
      name: `streams as fast as they come: ${name}`,
      figures: {
        'chunks/s': of(name, ({ burst }) => (burst.requests * TOKENS) / burst.seconds),
        'requests/s': of(name, ({ burst }) => burst.requests / burst.seconds),
        'CPU µs/chunk': of(name, ({ burst }) => (burst.serverCpuSeconds * 1e6) / (burst.requests * TOKENS)),
        'server busy': of(name, ({ burst }) => burst.serverCpuSeconds / burst.seconds),
      },
    }),
  );
  const wholes = names.map(
    (name): Row => ({
      name: `whole answers: ${name}`,
      figures: {
        'requests/s': of(name, ({ whole }) => whole.requests / whole.seconds),
        'CPU µs/request': of(name, ({ whole }) => (whole.serverCpuSeconds * 1e6) / whole.requests),
        'server busy': of(name, ({ whole }) => whole.serverCpuSeconds / whole.seconds),
      },
    }),
  );
  const holding = held.map(
    ({ name, streams: count, bytesPerStream, tokensPerSecond }): Row => ({
      name: `open streams, a token a second: ${name}`,
      figures: {
        streams: spread([count]),
        'RssAnon KB/stream': spread([bytesPerStream / 1e3]),
        'tokens/s': spread([tokensPerSecond]),
      },
    }),
  );
  return {
    rows: [...rows, ...streams, ...wholes, ...holding],
    verdicts: verdictsOn(rounds, names),
    notes: [
      'Between the request and its first token lies, for Tollgate, the commit that holds the reserve; its data in memory (/dev/shm) tells what the disk takes of that.',
      ...failures(rounds, names),
      ...notes,
    ],
  };
}

function verdictsOn(rounds: readonly TextRound[], names: readonly string[]): readonly Verdict[] {
  const verdict = (
    what: string,
    [one, other]: readonly [string, string],
    figure: (mine: Loads, others: Loads) => number,
    target?: Verdict['target'],
  ): readonly Verdict[] => {
    if (!names.includes(one) || !names.includes(other)) return [];
    const found = spread(rounds.map((round) => figure(loadsOf(round, one), loadsOf(round, other))));
    return [{ what, value: found.median, spread: found, ...(target === undefined ? {} : { target }) }];
  };
  const later = (mine: Loads, others: Loads) => firstToken(mine.paced, 0.5) - firstToken(others.paced, 0.5);
  const times = (load: 'burst' | 'whole') => (mine: Loads, others: Loads) =>
    rate(mine[load]) / rate(others[load]);
  const cpu = (load: 'burst' | 'whole') => (mine: Loads, others: Loads) =>
    costOf(mine[load]) / costOf(others[load]);
  const atMost = { atMost: FIRST_TOKEN_LATER_MS_MAX };
  const atLeast = { atLeast: TIMES_PORTKEY_MIN };
  return [
    ...verdict('p50 of the first token later than through nginx, in ms', [TOLLGATE, NGINX], later, atMost),
    ...verdict('the same with its data in memory', [WITHOUT_DISK, NGINX], later),
    ...verdict('p50 of the first token that the disk takes, in ms', [TOLLGATE, WITHOUT_DISK], later),
    ...verdict('whole answers/s against Portkey', [TOLLGATE, PORTKEY], times('whole'), atLeast),
    ...verdict('unpaced streams/s against Portkey', [TOLLGATE, PORTKEY], times('burst'), atLeast),
    ...verdict('unpaced streams/s against nginx', [TOLLGATE, NGINX], times('burst')),
    ...verdict('CPU per stream against Portkey', [TOLLGATE, PORTKEY], cpu('burst')),
    ...verdict('CPU per whole answer against Portkey', [TOLLGATE, PORTKEY], cpu('whole')),
  ];
}

function failures(rounds: readonly TextRound[], names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const all = rounds.flatMap((round) => Object.values(loadsOf(round, name)));
    const failed = all.reduce((sum, one) => sum + one.failed, 0);
    return failed === 0 ? [] : [`${name}: ${failed} requests or connections failed.`];
  });
}

function loadsOf(round: TextRound, name: string): Loads {
  const loads = round.get(name);
  if (loads === undefined) throw new Error(`${name} was not measured in each round`);
  return loads;
}

function firstToken({ firstTokenMs }: TextResult, share: number): number {
  return quantile(firstTokenMs, share);
}

function rate({ requests, seconds }: TextResult): number {
  return requests / seconds;
}

function costOf({ requests, serverCpuSeconds }: TextResult): number {
  return serverCpuSeconds / requests;
}

const ORDER = [STRAIGHT, TOLLGATE, WITHOUT_DISK];

function orderOf(name: string): number {
  const at = ORDER.indexOf(name);
  return at === -1 ? ORDER.length : at;
}
