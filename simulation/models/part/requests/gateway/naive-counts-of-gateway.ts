/** All that the gateway counts, in the plainest way. */
type Numbers = Record<string, number>;

export class NaiveCounts {
  /** By route and status. */
  readonly answers: Numbers = {};
  /** The answers that those which were timed stand for, by route and class of status. */
  readonly timed: Numbers = {};
  readonly refusals: Numbers = {};
  readonly verdicts: Numbers = {};
  /** The classes of requests that the load shedder was asked about. */
  readonly judged: string[] = [];
  /** Each request as an observer is told of it. */
  readonly observed: string[] = [];
  finished = 0;
  withoutRoom = 0;
  defects = 0;
  gone = 0;
  readonly #lastAt = new Map<string, number>();

  /** Whether the request is the first to its path in this ms. */
  began(path: string, now: number): boolean {
    const isFirst = this.#lastAt.get(path) !== now;
    this.#lastAt.set(path, now);
    return isFirst;
  }

  answered(route: string, status: number, isLate: boolean): void {
    addTo(this.answers, `${route} ${status}`);
    if (isLate) addTo(this.timed, timedAs(route, status));
  }

  /** A request that was answered at once stands for all before it. */
  timedAtOnce(route: string, status: number): void {
    const same = Object.entries(this.answers).filter(([told]) => timedAs(route, status) === classOf(told));
    this.timed[timedAs(route, status)] = same.reduce((sum, [, count]) => sum + count, 0);
  }

  refused(code: string): void {
    addTo(this.refusals, code);
  }

  judgedWindow(kind: string, isAdmitted: boolean): void {
    addTo(this.verdicts, `${kind} ${isAdmitted ? 'admitted' : 'refused'}`);
  }
}

function addTo(numbers: Numbers, name: string): void {
  numbers[name] = (numbers[name] ?? 0) + 1;
}

function timedAs(route: string, status: number): string {
  return classOf(`${route} ${status}`);
}

function classOf(told: string): string {
  return told.slice(0, -2);
}
