/** Texts under way: asked of their routes, read by their clients or left, settled, and told to them. */
import type { GenerationMessage } from '../../../../../src/actors/generations/generation-messages.js';
import { LIMITS } from '../../../../../src/limits/limits.js';
import { TextCalls } from '../../../../../src/providers/calls/text-calls.js';
import {
  GenerationDesk,
  type GenerationDeskOptions,
} from '../../../../../src/routing/text/generation-desk.js';
import type { Begun } from '../../../../../src/routing/text/text-desk.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { type DrawnText, drawRuns, type RunsAct } from './drawn-runs.js';
import { NaiveRun } from './naive-run.js';
import { eventsIn, readBy, shownAnswer, shownEvent, sorted } from './read-texts.js';
import { RunClock } from './run-clock.js';
import { CREATED_AT, MODEL, OUTPUT_TOKENS_MAX } from './run-pieces.js';
import { scriptedText } from './scripted-text.js';

/** All is over by then. */
const LONG_MS = 2_000_000;
const MANY = 1_000_000;
const UNBOUNDED = {
  submitsInFlightMax: MANY,
  pollsPerSecondMax: MANY,
  breaker: { failuresInARow: MANY, coolDownFirstMs: 1, coolDownMaxMs: 1 },
};

export function runsPart(): Part<null, RunsAct> {
  return {
    name: 'runs',
    limits: () => null,
    act: drawRuns,
    pauseMs: () => 0,
    begin: (trial) => new RunsCourse(trial),
  };
}

/** All that was seen of one text. */
interface Seen {
  readonly id: string;
  readonly text: DrawnText;
  readonly asked: number[];
  readonly reports: unknown[];
  readonly read: [at: number, events: unknown[]][];
  refusals: number;
  begun?: readonly [at: number, answer: unknown];
  settled: number;
}

class RunsCourse implements Course<RunsAct> {
  readonly #trial: Trial;
  #made = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  async take(act: RunsAct): Promise<void> {
    const { world } = this.#trial;
    const beganAt = this.#trial.now;
    const now = () => this.#trial.now - beganAt;
    const texts = act.texts.map(
      (text): Seen => ({
        id: `req_${this.#made++}`,
        text,
        ...{ asked: [], reports: [], read: [], refusals: text.refusals, settled: 0 },
      }),
    );
    const seenOf = (id: string) => texts.find((one) => one.id === id);
    const provider = scriptedText(world, (id) => seenOf(id));
    const calls = new TextCalls({ world, providers: [provider], limitsOf: () => UNBOUNDED });
    const resumed: string[] = [];
    const hear = (id: string, message: GenerationMessage, reply: (outcome: unknown) => void) => {
      const seen = seenOf(id);
      if (seen === undefined) resumed.push(`${id} ${message.type}`);
      else if (message.type === 'report') this.#hear(seen, message.event, now(), reply);
    };
    const before = Array.from({ length: act.openBefore }, (_, at) => `req_before_${at}`);
    const system = {
      ask: (_: unknown, ...[id, message, reply]: Parameters<typeof hear>) => hear(id, message, reply),
      records: { range: () => before.map((key) => ({ key, value: '' })) },
    };
    const desk = new GenerationDesk({
      world,
      system,
      partitionOf: () => ({ system }),
      generation: { kind: 'generation' },
      calls,
      times: () => act,
      limits: limitsOf(act),
      onSettled: ({ id }: { readonly id: string }) => {
        const seen = seenOf(id);
        if (seen !== undefined) seen.settled += 1;
      },
    } as unknown as GenerationDeskOptions);
    desk.resume();
    for (const one of texts) this.#begin(desk, one, now);
    let drainedAt: number | undefined;
    if (act.drainsAtMs !== undefined)
      world.after(act.drainsAtMs, () => void desk.drain().then(() => (drainedAt = now())));
    await world.advance(LONG_MS);
    this.#trial.same(
      'resumed',
      resumed,
      before.map((id) => `${id} resume`),
    );
    this.#compare(act, texts, drainedAt, calls);
  }

  compare(): void {}

  /** Texts are long, and mostly as they should be. */
  #same(about: string, told: unknown, expected: unknown): void {
    if (JSON.stringify(told) !== JSON.stringify(expected)) this.#trial.same(about, told, expected);
  }

  #begin(desk: GenerationDesk, seen: Seen, now: () => number): void {
    const { id, text, read } = seen;
    const { world } = this.#trial;
    const client = new AbortController();
    let stream: AsyncIterator<Uint8Array> | undefined;
    let isGone = false;
    const readOn = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
      if (isGone) return;
      stream = chunks[Symbol.asyncIterator]();
      for (let next = await stream.next(); !isGone && next.done !== true; next = await stream.next()) {
        const [at, events] = [now(), eventsIn(Buffer.from(next.value).toString())];
        const before = read.at(-1);
        if (before?.[0] === at) before[1].push(...events);
        else read.push([at, events]);
      }
    };
    const take = (begun: Begun) => {
      seen.begun = [now(), shownAnswer(begun)];
      if (begun.kind !== 'stream') return;
      world.after(Math.max(0, text.readsFromMs - now()), () => void readOn(begun.chunks));
    };
    const { isStreamed, wantsUsage, routes } = text;
    const [route, ...fallbacks] = routes.map((_, at) => ({ provider: 'a', model: `${id} ${at}` }));
    const context = { route, fallbacks };
    const generation = { id, model: MODEL, createdAt: CREATED_AT, isStreamed, machine: { context } };
    const bodies = routes.map(({ bytes }, at) => ({ body: { route: at }, bytes }));
    const request = { generation, bodies, outputTokensMax: OUTPUT_TOKENS_MAX, wantsUsage };
    desk.run(request as unknown as Parameters<GenerationDesk['run']>[0], client.signal).then(take, () => {});
    if (text.leavesAtMs === undefined) return;
    world.after(text.leavesAtMs, () => {
      isGone = true;
      if (text.leavesStream && stream !== undefined) void stream.return?.();
      else client.abort();
    });
  }

  /** As a generation does that has as many routes as the text. */
  #hear(
    seen: Seen,
    event: object & { readonly type: string },
    at: number,
    reply: (o: unknown) => void,
  ): void {
    const { type, ...more } = event;
    if (seen.refusals > 0) {
      seen.refusals -= 1;
      seen.reports.push([at, type]);
      reply({ ok: false, refusal: 'overloaded' });
      return;
    }
    seen.reports.push([at, type, shownEvent(more)]);
    const { routes, commitMs } = seen.text;
    const next = seen.asked.length;
    const isOpen = type === 'NOT_TAKEN' && next < routes.length;
    const machine = {
      context: { route: { provider: 'a', model: `${seen.id} ${isOpen ? next : next - 1}` } },
    };
    const generation = { id: seen.id, status: isOpen ? 'open' : 'failed', machine };
    const tell = () => reply({ ok: true, reply: { outcome: 'generation', generation } });
    if (type === 'NOT_TAKEN') tell();
    else this.#trial.world.after(commitMs, tell);
  }

  #compare(act: RunsAct, texts: readonly Seen[], drainedAt: number | undefined, calls: TextCalls): void {
    const naive = naiveRuns(act, texts);
    for (const [at, { begun, asked, reports, read, settled, text, id }] of texts.entries()) {
      const due = naive.find((one) => one.id === id)?.run;
      if (due === undefined || at >= naive.length) continue;
      this.#same('asked', asked, due.asked);
      this.#same('reports', reports, due.clock.reports);
      this.#same('settled', settled, 1);
      this.#same('answer', begun, [due.begun[0], sorted(due.begun[1])]);
      this.#same('stream', read, begun === undefined ? [] : readBy(text, due));
    }
    const counted: Record<string, number> = {};
    for (const { outcomes, underWay } of calls.numbers()) {
      this.#trial.same('flight', underWay, 0);
      for (const [name, count] of Object.entries(outcomes)) counted[name] = (counted[name] ?? 0) + count;
    }
    const ended = naive.flatMap(({ run }) => run.outcomes);
    for (const [name, count] of Object.entries(counted))
      this.#trial.same('outcomes', [name, count], [name, ended.filter((one) => one === name).length]);
    const { drainsAtMs } = act;
    if (drainsAtMs === undefined) return;
    const readOn = naive.filter(({ run }) => run.clock.isReadOnAt(drainsAtMs));
    const lastAt = Math.max(drainsAtMs, ...readOn.map(({ run }) => run.clock.overAt));
    this.#trial.same('drained', drainedAt, lastAt);
  }
}

/** Whether a text is read on follows from those whose clients went before. */
function naiveRuns(act: RunsAct, texts: readonly Seen[]) {
  const runs: { readonly id: string; readonly run: NaiveRun }[] = [];
  const goneAt = ({ text }: Seen) => text.leavesAtMs ?? Number.POSITIVE_INFINITY;
  for (const { id, text } of texts.toSorted((one, other) => goneAt(one) - goneAt(other))) {
    const readOn = (at: number) => runs.filter(({ run }) => run.clock.isReadOnAt(at)).length;
    runs.push({ id, run: new NaiveRun(act.piecesHeld, text, id, new RunClock(act, text, readOn)) });
  }
  return runs;
}

function limitsOf({ textsAbandoned, piecesHeld, isNarrow, resumedAtOnce }: RunsAct): object {
  const usual = Object.fromEntries(Object.entries(LIMITS).map(([name, { usual }]) => [name, usual]));
  return {
    ...usual,
    textsAbandoned,
    piecesHeld,
    pieceQueueLength: isNarrow ? 1 : 10 * MANY,
    generationsResumedAtOnce: resumedAtOnce,
  };
}
