/**
 * The submits to one model of a provider as they are promised: a list of jobs, and for each thing that is
 * done about one whether it may be, and could not have been done before.
 *
 *  - A submit begins when it is due, the earliest first, and a call is free: at most so many are under way or
 *    told that they may begin, and none while the provider wants to be left alone.
 *  - A submit that waits for a second is noted. A noted one begins only once its job has taken that.
 *  - If the provider wants no calls for over a second, or too many wait, a job goes where another route takes
 *    it.
 */
export type Elsewhere = 'ready' | 'wants_probe' | 'not_ready';

export interface SubmitBounds {
  readonly submits: number;
  readonly notes: number;
  readonly waitingMax: number;
  readonly submitLimitMs: number;
}

export interface NaiveSubmit {
  readonly job: string;
  readonly fallbacks: readonly string[];
  readonly notAfter: number;
  dueAt: number;
  place: 'line' | 'asked' | 'calling' | 'gone';
  /** Its job may stand on disk as one that waits. */
  isNoted: boolean;
  /** When it is to be noted. */
  noteAt: number;
  cameAt: number;
  beganAt: number;
}

const MOMENT_MS = 1_000;

export class NaiveSubmits {
  readonly all: NaiveSubmit[] = [];
  readonly elsewhere: Record<string, { is: Elsewhere; since: number }> = {
    b: { is: 'not_ready', since: 0 },
    c: { is: 'not_ready', since: 0 },
  };
  asking = 0;
  notesUnderWay = 0;
  isHeld = false;
  pausedUntil = Number.NEGATIVE_INFINITY;
  readonly bounds: SubmitBounds;
  /** The latest time at which anything was done, or ended. */
  changedAt: number;
  readonly #broke: (about: string, message: string) => void;

  constructor(bounds: SubmitBounds, now: number, broke: (about: string, message: string) => void) {
    this.bounds = bounds;
    this.changedAt = now;
    this.#broke = broke;
  }

  in(place: NaiveSubmit['place']): readonly NaiveSubmit[] {
    return this.all.filter((one) => one.place === place);
  }

  find(job: string): NaiveSubmit | undefined {
    return this.all.findLast((one) => one.job === job && one.place !== 'gone');
  }

  get isFull(): boolean {
    return this.in('line').length >= this.bounds.waitingMax;
  }

  get isFree(): boolean {
    return this.in('calling').length + this.asking < this.bounds.submits;
  }

  get isAtRest(): boolean {
    const isNoted = this.in('line').every((one) => one.isNoted && one.noteAt === Number.POSITIVE_INFINITY);
    return isNoted && this.in('calling').length + this.asking + this.notesUnderWay === 0;
  }

  add(
    one: Pick<NaiveSubmit, 'job' | 'fallbacks' | 'notAfter' | 'dueAt' | 'isNoted'>,
    now: number,
  ): NaiveSubmit {
    const submit: NaiveSubmit = { ...one, place: 'line', noteAt: 0, cameAt: now, beganAt: 0 };
    this.all.push(submit);
    this.line(submit, now);
    return submit;
  }

  line(one: NaiveSubmit, now: number): void {
    one.place = 'line';
    one.cameAt = now;
    one.noteAt = one.isNoted ? Number.POSITIVE_INFINITY : now + (this.isHeld ? 0 : MOMENT_MS);
    this.changedAt = now;
  }

  hold(now: number): void {
    this.isHeld = true;
    this.changedAt = now;
    for (const one of this.in('line')) if (one.noteAt !== Number.POSITIVE_INFINITY) one.noteAt = now;
  }

  /** A call begins. */
  begins(job: string, now: number): void {
    const one = this.#next(job, now, 'begins');
    if (one === undefined) return;
    if (one.isNoted) this.#broke('noted', `${job} begins, and may stand on disk as one that waits`);
    if (now >= one.notAfter) this.#broke('late', `${job} begins after ${one.notAfter}`);
    one.place = 'calling';
    one.beganAt = now;
  }

  /** It is not repeated any more. */
  isLate(job: string, now: number): void {
    const one = this.#next(job, now, 'is late');
    if (one !== undefined && now < one.notAfter) this.#broke('late', `${job} is late before ${one.notAfter}`);
    if (one !== undefined) one.place = 'gone';
  }

  /** Its job is told that it may begin. */
  asks(job: string, now: number): void {
    const one = this.#next(job, now, 'is asked');
    if (one === undefined) return;
    if (!one.isNoted) this.#broke('noted', `${job} is asked, and was not noted`);
    one.place = 'asked';
    this.asking += 1;
  }

  notes(job: string, now: number): void {
    const one = this.#lined(job, 'is noted');
    if (one === undefined) return;
    if (now < one.noteAt) this.#broke('noted', `${job} is noted before ${one.noteAt}`);
    if (this.notesUnderWay >= this.bounds.notes) this.#broke('noted', 'too many are noted at once');
    one.isNoted = true;
    one.noteAt = Number.POSITIVE_INFINITY;
    this.notesUnderWay += 1;
  }

  isTurnedAway(job: string, now: number): void {
    const one = this.#lined(job, 'is turned away');
    if (one === undefined) return;
    const isLeftAlone = this.pausedUntil > now + MOMENT_MS;
    if (!isLeftAlone && !this.isFull) this.#broke('turned', `${job} is turned away without a reason`);
    const place = one.fallbacks
      .map((name) => this.elsewhere[name])
      .find((route) => route?.is !== 'not_ready');
    if (place === undefined) this.#broke('turned', `${job} is turned away, and has nowhere to go`);
    // It is the probe.
    else if (one.fallbacks.every((name) => this.elsewhere[name]?.is !== 'ready')) place.is = 'not_ready';
    one.place = 'gone';
    this.changedAt = now;
  }

  ended(job: string, now: number, pauseMs: number | undefined): void {
    const one = this.find(job);
    if (one?.place !== 'calling') this.#broke('ends', `${job} ends, and is not under way`);
    if (one !== undefined) one.place = 'gone';
    if (pauseMs !== undefined) this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
    this.changedAt = now;
  }

  /** Whatever may be done has been done. */
  check(now: number): void {
    const line = this.in('line');
    const isLeftAlone = this.pausedUntil > now;
    const due = line.find(({ dueAt }) => dueAt <= now);
    if (due !== undefined && !this.isHeld && !isLeftAlone && this.isFree)
      this.#broke('stays', `${due.job} is due, and waits`);
    const unnoted = line.find(({ noteAt }) => noteAt <= now);
    if (unnoted !== undefined && this.notesUnderWay < this.bounds.notes)
      this.#broke('noted', `${unnoted.job} waits since ${unnoted.cameAt}, and is not noted`);
    const isOver = this.in('calling').find(({ beganAt }) => beganAt + this.bounds.submitLimitMs <= now);
    if (isOver !== undefined) this.#broke('ends', `${isOver.job} is under way for too long`);
    if (!this.isFull && this.pausedUntil <= now + MOMENT_MS) return;
    const movable = line.find((one) => this.#couldGo(one, now));
    if (movable !== undefined) this.#broke('stays', `${movable.job} could go elsewhere, and waits`);
  }

  #couldGo({ fallbacks, cameAt }: NaiveSubmit, now: number): boolean {
    return fallbacks.some((name) => {
      const { is, since } = this.elsewhere[name] ?? { is: 'not_ready', since: now };
      return is === 'ready' && now - Math.max(since, cameAt) >= MOMENT_MS;
    });
  }

  #lined(job: string, does: string): NaiveSubmit | undefined {
    const one = this.find(job);
    if (one?.place === 'line') return one;
    this.#broke('line', `${job} ${does}, and does not wait`);
    return undefined;
  }

  /** The one whose turn has come. */
  #next(job: string, now: number, does: string): NaiveSubmit | undefined {
    const one = this.#lined(job, does);
    if (one === undefined) return undefined;
    const mayFrom = Math.max(one.dueAt, this.pausedUntil, this.changedAt);
    if (this.isHeld || !this.isFree) this.#broke('begins', `${job} ${does}, and no call is free`);
    if (now < Math.max(one.dueAt, this.pausedUntil)) this.#broke('begins', `${job} ${does} before its time`);
    if (now > mayFrom) this.#broke('begins', `${job} ${does}, and could at ${mayFrom}`);
    const sooner = this.in('line').find(({ dueAt }) => dueAt < one.dueAt);
    if (sooner !== undefined) this.#broke('begins', `${job} ${does} before ${sooner.job}`);
    return one;
  }
}
