/**
 * The submits to one model that wait, in lines: one for each list of routes on which their jobs can go on.
 *
 * The jobs of a model have few such lists: whether a hundred thousand of them can go on is asked once.
 *
 * Invariant: a submission stands in its own line or in none.
 */
import type { SteadyMs } from '../../time/clock.js';
import { DeadlineHeap, NOT_HELD, type Scheduled } from '../../time/deadline-heap.js';
import type { ProviderSubmit, RouteName } from '../provider.js';
import type { SubmitTicket } from './call-tickets.js';

const NO_ROUTES: readonly RouteName[] = [];

export class SubmitLine {
  readonly fallbacks: readonly RouteName[];
  readonly due = new DeadlineHeap<Submission>();

  constructor(fallbacks: readonly RouteName[]) {
    this.fallbacks = fallbacks;
  }
}

/**
 * A submit that waits or is under way. Once begun or cancelled it holds its request no more: of a `Map` that
 * submits come to and go from, V8 keeps former tables with all that was in them until the next full
 * collection (Node 20).
 */
export class Submission implements Scheduled {
  slot = NOT_HELD;
  order = 0;
  readonly line: SubmitLine;
  readonly jobId: string;
  dueAt: number;
  readonly notAfter: number;
  /** True if its job may stand on disk as one that waits: it begins only once it does not any more. */
  isNoted: boolean;
  /** True from the question whether it may begin to its job's answer; it stands in no line then. */
  isAsked = false;
  #request: ProviderSubmit | undefined;

  constructor(request: ProviderSubmit, line: SubmitLine, dueAt: SteadyMs, ticket: SubmitTicket) {
    this.#request = request;
    this.line = line;
    this.jobId = request.jobId;
    this.dueAt = dueAt;
    this.notAfter = ticket.notAfter ?? Number.POSITIVE_INFINITY;
    this.isNoted = ticket.isWaiting === true;
  }

  get waits(): boolean {
    return this.slot !== NOT_HELD;
  }

  /** To be called once. */
  begin(): ProviderSubmit {
    const request = this.#request;
    if (request === undefined) throw new Error('a submit was begun twice');
    this.release();
    return request;
  }

  release(): void {
    this.#request = undefined;
  }
}

export class SubmitQueue {
  readonly #lines: SubmitLine[] = [];

  get size(): number {
    let size = 0;
    for (const { due } of this.#lines) size += due.size;
    return size;
  }

  get nextDueAt(): number {
    let nextDueAt = Number.POSITIVE_INFINITY;
    for (const { due } of this.#lines) nextDueAt = Math.min(nextDueAt, due.nextDueAt);
    return nextDueAt;
  }

  /** Those with somebody in them whose jobs can go on elsewhere. */
  movable(): readonly SubmitLine[] {
    return this.#lines.filter(({ fallbacks, due }) => fallbacks.length > 0 && due.size > 0);
  }

  lineFor(fallbacks: readonly RouteName[] = NO_ROUTES): SubmitLine {
    let line = this.#lines.find((one) => areSame(one.fallbacks, fallbacks));
    if (line === undefined) {
      line = new SubmitLine(fallbacks);
      this.#lines.push(line);
    }
    return line;
  }

  /** Takes the earliest out if it is due at `now`. */
  takeDue(now: number): Submission | undefined {
    const { nextDueAt } = this;
    if (nextDueAt > now) return undefined;
    return this.#lines.find(({ due }) => due.nextDueAt === nextDueAt)?.due.takeDue(now);
  }

  clear(): void {
    for (const { due } of this.#lines) due.clear();
  }
}

function areSame(routes: readonly RouteName[], others: readonly RouteName[]): boolean {
  if (routes.length !== others.length) return false;
  return routes.every(
    ({ provider, model }, n) => provider === others[n]?.provider && model === others[n]?.model,
  );
}
