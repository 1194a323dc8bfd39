/**
 * Section `read`: what Tollgate reads and refuses over HTTP, against servers that send the same bytes.
 *
 * Tollgate gives four answers: `GET /v1/credits`, `GET /v1/videos/{id}` of a settled and of an unsettled job,
 * and the 429 of keys over their limit. Bare uWebSockets.js repeats each of them, byte for byte; the servers
 * with a limiter repeat the first. Load: 64 connections, keys in turn, each job read by the key that
 * submitted it.
 */
import { join } from 'node:path';
import { startChecked } from '../baselines/checked-start.js';
import {
  BARE_BLOCK,
  BARE_CALLS,
  type Baseline,
  FASTIFY,
  HAPROXY,
  LIMITING,
  NGINX,
} from '../baselines/index.js';
import { type Contest, type Contestant, compare, hold, oddities, rowsOf } from '../load/contest.js';
import { ANSWERS, type AnswerName, Reader } from '../load/read-answers.js';
import { assertWrk } from '../load/wrk.js';
import { unpinnedNote } from '../machine/pinning.js';
import type { BenchOptions, Section, SectionReport, Verdict } from '../section.js';
import type { ServerProcess } from '../servers/server-process.js';
import { startTollgate } from '../servers/tollgate-server.js';

export const read: Section = {
  name: 'read',
  summary: 'reads and refusals over HTTP, against bare uWebSockets.js, Node frameworks, HAProxy and nginx',
  run,
};

async function run(options: BenchOptions): Promise<SectionReport> {
  assertWrk();
  const { folder, only, rounds, progress } = options;
  const pairs = ANSWERS.flatMap((answer) =>
    baselinesOf(answer).map((baseline) => ({ answer, baseline })),
  ).filter(({ answer, baseline }) => isWanted(only, nameOf(baseline, answer)));
  const measurable = pairs.filter(({ baseline }) => baseline.missing() === undefined);
  const servers: ServerProcess[] = [];
  try {
    const tollgate = await startTollgate({ data: join(folder, 'data') });
    servers.push(tollgate);
    const reader = await Reader.prepare(tollgate, options);
    const contestants: Contestant[] = [];
    for (const answer of ANSWERS) {
      const here: Contestant[] = [];
      const load = reader.load(answer);
      const baselines = measurable.filter((pair) => pair.answer === answer);
      for (const { baseline } of baselines) {
        const name = nameOf(baseline, answer);
        const server = await startChecked(
          baseline,
          await reader.record(answer),
          join(folder, name.replace(/\W+/g, '-')),
        );
        servers.push(server);
        here.push({ name, server, load });
      }
      // Next to those it is held against most closely.
      const own = { name: ours(answer), server: tollgate, load };
      if (here.length > 0 || isWanted(only, own.name))
        contestants.push(...here.slice(0, 1), own, ...here.slice(1));
    }
    const contest = await hold(contestants, { rounds, progress, beforeRound: () => reader.keepUnsettled() });
    return {
      rows: rowsOf(contest),
      verdicts: verdictsOn(contest),
      notes: [
        ...oddities(contest, (name) => name.endsWith(': 429')),
        ...notesOn(pairs.map(({ baseline }) => baseline)),
      ],
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** The names of all that was left out, and the versions of the rest. */
function notesOn(baselines: readonly Baseline[]): readonly string[] {
  const each = [...new Set(baselines)];
  const leftOut = each.flatMap((baseline) => {
    const reason = baseline.missing();
    return reason === undefined ? [] : `${baseline.name} was left out: ${reason}.`;
  });
  const versions = each
    .filter((baseline) => baseline.missing() === undefined)
    .flatMap((baseline) => baseline.version() ?? []);
  const comparedWith = versions.length > 0 ? [`Compared with ${versions.join(', ')}.`] : [];
  return [...leftOut, ...comparedWith, ...unpinnedNote()];
}

function baselinesOf(answer: AnswerName): readonly Baseline[] {
  return answer === 'credits' ? [BARE_CALLS, BARE_BLOCK, ...LIMITING] : [BARE_CALLS, BARE_BLOCK];
}

function ours(answer: AnswerName): string {
  return `Tollgate: ${answer}`;
}

function nameOf(baseline: Baseline, answer: AnswerName): string {
  return `${baseline.name}: ${answer}`;
}

/** All words of one of `only` are in the name. */
function isWanted(only: readonly string[], name: string): boolean {
  const found = (word: string) => name.toLowerCase().includes(word.toLowerCase());
  return only.length === 0 || only.some((words) => words.split(' ').every(found));
}

function verdictsOn(contest: Contest): readonly Verdict[] {
  const credits = ours('credits');
  return [
    ...ANSWERS.flatMap((answer) => againstBare(contest, answer)),
    ...compare(contest, [ours('429'), credits], 'requestsPerSecond', {
      what: "requests/s, Tollgate's 429 against its credits",
      target: { atLeast: 1 },
    }),
    ...LIMITING.flatMap((baseline) => [
      ...compare(contest, [credits, nameOf(baseline, 'credits')], 'requestsPerSecond', {
        what: `requests/s, credits, against ${baseline.name}`,
        ...(baseline === FASTIFY ? { target: { atLeast: 2.5 } } : {}),
      }),
      ...compare(contest, [credits, nameOf(baseline, 'credits')], 'cpuUsPerRequest', {
        what: `CPU per request, credits, against ${baseline.name}`,
        ...(baseline === HAPROXY || baseline === NGINX ? { target: { atMost: 1.1 } } : {}),
      }),
    ]),
  ];
}

function againstBare(contest: Contest, answer: AnswerName): readonly Verdict[] {
  // The targets are on what is read; a refusal is held against what is read.
  const isRead = answer !== '429';
  return [
    { baseline: BARE_CALLS, atLeast: 1 },
    { baseline: BARE_BLOCK, atLeast: 0.93 },
  ].flatMap(({ baseline, atLeast }) => {
    const pair = [ours(answer), nameOf(baseline, answer)] as const;
    return [
      ...compare(contest, pair, 'requestsPerSecond', {
        what: `requests/s, ${answer}, against ${baseline.name}`,
        ...(isRead ? { target: { atLeast } } : {}),
      }),
      ...compare(contest, pair, 'cpuUsPerRequest', {
        what: `CPU per request, ${answer}, against ${baseline.name}`,
      }),
    ];
  });
}
