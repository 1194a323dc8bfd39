/** The plainest books of a system of actors: its mail, its turns, and the rests after failures. */
import type { Trial } from '../../trial.js';
import type { CellId } from './cell-acts.js';
import { asideOutcome, cellKey, type NaiveAsk, NaiveTurn } from './naive-batch.js';
import { NaiveDisk, type NaiveDiskParts } from './naive-disk.js';
import { NaiveMemory } from './naive-memory.js';
import { NaiveReminders } from './naive-reminders.js';

export interface SystemBounds {
  readonly writesInCommit: number;
  readonly mailboxMax: number;
  readonly mailboxesFactor: number;
  readonly residentMax: number;
  readonly passivateAfterMs: number;
}

const FAILURES = 3;
/** The first one, and the longest. */
const REST_MS = [1_000, 60_000] as const;

export class NaiveSystem {
  readonly disk: NaiveDisk;
  asks: NaiveAsk[] = [];
  turn: NaiveTurn | undefined;
  isClosing = false;
  readonly memory: NaiveMemory;
  readonly reminders: NaiveReminders;
  counts = { turns: 0, turnsFailed: 0, quarantines: 0, refusedOverloaded: 0, refusedStale: 0 };
  /** Reminders in mailboxes: if one is over by then, no handler hears of it. */
  unseen = 0;
  readonly failures = new Map<CellId, number>();
  readonly #trial: Trial;
  readonly #bounds: SystemBounds;
  readonly #restsUntil = new Map<CellId, number>();

  constructor(parts: Omit<NaiveDiskParts, 'told'>, bounds: SystemBounds) {
    this.#trial = parts.trial;
    this.#bounds = bounds;
    const told = (ask: NaiveAsk, outcome: object) => this.#due(ask, outcome);
    this.disk = new NaiveDisk({ ...parts, told });
    this.memory = new NaiveMemory(parts.trial, bounds, this);
    this.reminders = new NaiveReminders(parts.trial, this);
  }

  get isFull(): boolean {
    return !this.isClosing && this.disk.open.records.size >= this.#bounds.writesInCommit;
  }

  get queued(): readonly NaiveAsk[] {
    return this.asks.filter(({ queuedAt }) => queuedAt !== undefined);
  }

  isResting(id: CellId): boolean {
    return this.#trial.now < (this.#restsUntil.get(id) ?? 0);
  }

  /** A message is on its way to its cell. */
  sent(ask: NaiveAsk): void {
    this.disk.passTime();
    this.memory.used(ask.to);
    this.asks.push(ask);
    if (this.isClosing) {
      this.#due(ask, { ok: false, refusal: 'shutting_down' });
      return;
    }
    const all = this.queued;
    const sure = all.filter(({ reminder }) => reminder === undefined);
    const waits = (mail: readonly NaiveAsk[]) =>
      this.turn !== undefined || this.isFull || mail.some(({ to }) => to === ask.to);
    if (!waits(all)) return;
    ask.isDoubted = waits(sure) !== waits(all) || this.#hasNoRoom(ask, sure) !== this.#hasNoRoom(ask, all);
    // Mail that was handled in the same go may still take its room.
    ask.isDoubted ||= this.turn !== undefined && !this.#hasNoRoom(ask, all);
    if (ask.isDoubted && ask.reminder !== undefined) {
      this.unseen += 1;
      ask.queuedAt = this.#trial.now;
    }
    if (ask.isDoubted) return;
    if (this.#hasNoRoom(ask, all)) this.#overloads(ask);
    else ask.queuedAt = this.#trial.now;
    if (ask.reminder !== undefined) this.unseen += 1;
  }

  /** To be called when it is on its way: reminders that may be gone are in doubt. */
  isSent(ask: NaiveAsk): void {
    const isWaiting = ask.hasRun === undefined && ask.due === undefined;
    if (ask.isDoubted === true && isWaiting) ask.queuedAt = this.#trial.now;
  }

  /** The outcome that its asker is told. */
  heard(ask: NaiveAsk, outcome: object): void {
    this.disk.passTime();
    const told = JSON.stringify(outcome);
    if (ask.heard !== undefined) this.#trial.broke('outcome', `it is told twice: ${told}`);
    ask.heard = told;
    if (ask.isDoubted && ask.queuedAt === undefined && ask.due === undefined && told.includes('overloaded'))
      this.#overloads(ask);
    if (ask.due === undefined && !ask.hasRun) this.#due(ask, { ok: false, refusal: this.#refusalOf(ask) });
    if (ask.due === undefined) this.#trial.broke('outcome', `it is told before it is on disk: ${told}`);
    else this.#trial.same('outcome', told, ask.due);
    delete ask.queuedAt;
  }

  /** Its handler begins, that of the cell that it is for. */
  begins(ask: NaiveAsk): NaiveTurn {
    this.disk.passTime();
    if (this.turn !== undefined || ask.hasRun)
      this.#trial.broke('turns', 'two overlap, or a message is handled twice');
    const refusal = this.#refusalOf(ask);
    if (refusal !== undefined || this.isFull)
      this.#trial.broke('turns', `a message is handled, and should be ${refusal ?? 'waiting'}`);
    const before = this.queued.filter(({ to, reminder }) => to === ask.to && reminder === undefined)[0];
    if (before !== undefined && before !== ask && ask.reminder === undefined)
      this.#trial.broke('order', 'a message is handled before an older one');
    ask.hasRun = true;
    delete ask.queuedAt;
    this.counts.turns += 1;
    this.turn = new NaiveTurn(ask);
    if (ask.reminder !== undefined) {
      const due = this.disk.working(ask.reminder);
      if (!(Number(due) <= this.#trial.now)) this.#trial.broke('reminder', `it comes, and is due at ${due}`);
      this.turn.records.set(ask.reminder, undefined);
    }
    return this.turn;
  }

  /** Its outermost handler is over. */
  ends(isDone: boolean, reply: unknown): void {
    const { turn, disk } = this;
    if (turn === undefined) return;
    this.turn = undefined;
    const { ask } = turn;
    for (const id of turn.enlisted) if (id !== ask.to) this.memory.used(id);
    const isDefect = !isDone || turn.failedIn !== undefined || (turn.answersNow && turn.changes);
    if (isDefect) {
      this.counts.turnsFailed += 1;
      const refusal = isDone ? 'defect' : turn.why;
      if (refusal === 'defect') this.#failed(turn.failedIn ?? ask.to);
      this.#due(ask, { ok: false, refusal });
      return;
    }
    for (const id of turn.enlisted) {
      this.forget(id);
    }
    const ofCell = (one: typeof disk.open) =>
      [...turn.enlisted].some((id) => one.cells.has(id)) || turn.looked.some((key) => one.records.has(key));
    const rests = [disk.open, disk.inFlight].find((one) => one !== undefined && ofCell(one));
    if (turn.changes) disk.open.join(turn);
    const batch = turn.changes ? disk.open : rests;
    if (batch === undefined || turn.answersNow) this.#due(ask, { ok: true, reply });
    else batch.waiting.push({ ask, reply });
  }

  /** A record that no turn writes. */
  aside(key: string, value: string | undefined): NaiveAsk {
    const ask: NaiveAsk = { to: '', ops: [], patienceMs: 0, hasRun: true };
    this.asks.push(ask);
    this.disk.passTime();
    if (this.disk.isRefusing) this.#due(ask, asideOutcome(false));
    else {
      this.disk.open.records.set(key, value);
      this.disk.open.waiting.push({ ask, reply: null });
    }
    return ask;
  }

  compare(): void {
    this.disk.compare();
    for (const ask of this.asks) {
      if (ask.due === undefined && ask.queuedAt === undefined && !ask.hasRun && !ask.reminder)
        this.#trial.broke('turns', 'a message is forgotten');
      if (ask.due !== undefined && ask.heard !== ask.due && ask.reminder === undefined)
        this.#trial.broke('outcome', `${ask.heard} is told, and its twin tells ${ask.due}`);
    }
    // Mail waits for the end of the commit that it met.
    if (!this.isFull && this.disk.inFlight === undefined) {
      for (const ask of this.queued) if (ask.reminder !== undefined) delete ask.queuedAt;
      this.#trial.same('mail', this.queued.length, 0);
    }
    this.asks = this.asks.filter(({ heard, reminder, queuedAt }) =>
      reminder === undefined ? heard === undefined : queuedAt !== undefined,
    );
    this.memory.compare();
    this.reminders.compare();
  }

  restarted(): void {
    this.asks = [];
    this.memory.clear();
    this.failures.clear();
    this.#restsUntil.clear();
    this.reminders.clear();
    this.unseen = 0;
    this.counts = { turns: 0, turnsFailed: 0, quarantines: 0, refusedOverloaded: 0, refusedStale: 0 };
  }

  #hasNoRoom({ to }: NaiveAsk, mail: readonly NaiveAsk[]): boolean {
    const { mailboxMax, mailboxesFactor } = this.#bounds;
    const own = mail.filter((other) => other.to === to);
    return own.length >= mailboxMax || mail.length >= mailboxesFactor * mailboxMax;
  }

  #overloads(ask: NaiveAsk): void {
    this.counts.refusedOverloaded += 1;
    this.#due(ask, { ok: false, refusal: 'overloaded' });
  }

  forget(id: CellId): void {
    this.failures.delete(id);
    this.#restsUntil.delete(id);
  }

  #due(ask: NaiveAsk, outcome: object): void {
    ask.due = JSON.stringify(outcome);
    if ('refusal' in outcome && ask.reminder !== undefined) this.reminders.isHeldUp(ask.reminder);
  }

  /** Why it is not handled now; undefined if it is. */
  #refusalOf({ to, queuedAt, patienceMs }: NaiveAsk): string | undefined {
    if (this.isClosing) return 'shutting_down';
    if (queuedAt !== undefined && this.#trial.now - queuedAt > patienceMs) {
      this.counts.refusedStale += 1;
      return 'overloaded';
    }
    return this.isResting(to) ? 'quarantined' : undefined;
  }

  #failed(id: CellId): void {
    const failures = (this.failures.get(id) ?? 0) + 1;
    this.failures.set(id, failures);
    if (failures < FAILURES) return;
    this.counts.quarantines += 1;
    const forMs = Math.min(REST_MS[0] * 2 ** (failures - FAILURES), REST_MS[1]);
    this.#restsUntil.set(id, this.#trial.now + forMs);
  }

  /** The end of its last rest, or now. */
  restedAt(id: CellId): number {
    return Math.min(this.#restsUntil.get(id) ?? 0, this.#trial.now);
  }

  exists(id: CellId): boolean {
    return this.disk.working(cellKey(id)) !== undefined || this.disk.committed.has(cellKey(id));
  }

  isBusy(id: CellId): boolean {
    const hasMail = this.queued.some(({ to, reminder }) => to === id && reminder === undefined);
    return hasMail || this.disk.isDirty(id) || this.isResting(id) || this.turn?.inside.includes(id) === true;
  }
}
