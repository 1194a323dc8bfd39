/** Those who watch, as they are promised: each has its frame at once and every second, if there is room. */
export interface HubLimits {
  readonly nodeWatchers: number;
  readonly accountWatchers: number;
  readonly watchersOfAccount: number;
}

/** Undefined is the node. */
export type Watched = string | undefined;

export interface NaiveWatcher {
  readonly number: number;
  readonly account: Watched;
}

const EVERY_MS = 1_000;
const [GOING_AWAY, SESSION_OVER, DEFECT, TRY_LATER] = [1_001, 1_008, 1_011, 1_013];

export class NaiveHub {
  readonly #limits: HubLimits;
  watchers: readonly NaiveWatcher[] = [];
  /** Watchers who may see nothing more, and those of whom that cannot be read. */
  readonly over = new Set<number>();
  readonly unreadable = new Set<number>();
  /** Accounts of which no frame can be made, or the node. */
  readonly broken = new Set<Watched>();
  /** All that was told, since the list was emptied. */
  readonly told: string[] = [];
  #isClosed = false;
  #nextAt = Number.POSITIVE_INFINITY;

  constructor(limits: HubLimits) {
    this.#limits = limits;
  }

  refusal(account: Watched): string | undefined {
    if (this.#isClosed) return 'shutting_down';
    const { nodeWatchers, accountWatchers, watchersOfAccount } = this.#limits;
    const mates = this.watchers.filter((one) => one.account === account).length;
    const ofAccounts = this.watchers.filter((one) => one.account !== undefined).length;
    const isFull =
      account === undefined
        ? mates >= nodeWatchers
        : mates >= watchersOfAccount || ofAccounts >= accountWatchers;
    return isFull ? 'overloaded' : undefined;
  }

  open(watcher: NaiveWatcher, now: number): void {
    if (this.refusal(watcher.account) !== undefined) {
      this.told.push(`end ${watcher.number} ${this.#isClosed ? GOING_AWAY : TRY_LATER}`);
      return;
    }
    this.watchers = [...this.watchers, watcher];
    if (watcher.account === undefined && this.#ofNode() === 1) this.told.push('node true');
    if (this.watchers.length === 1) this.#nextAt = now + EVERY_MS;
  }

  /** Its first frame, once its connection is there. */
  begin({ number }: NaiveWatcher): void {
    this.#send(this.watchers.filter((one) => one.number === number));
  }

  leave(watcher: NaiveWatcher): void {
    this.watchers = this.watchers.filter((one) => one !== watcher);
    if (watcher.account === undefined && this.#ofNode() === 0) this.told.push('node false');
    if (this.watchers.length === 0) this.#nextAt = Number.POSITIVE_INFINITY;
  }

  close(): void {
    this.#isClosed = true;
    for (const watcher of this.watchers) this.#end(watcher, GOING_AWAY);
  }

  pass(now: number): void {
    for (; this.#nextAt <= now; this.#nextAt += EVERY_MS) {
      for (const watcher of this.watchers) {
        if (this.unreadable.has(watcher.number)) {
          this.told.push('defect');
          this.#end(watcher, DEFECT);
        } else if (this.over.has(watcher.number)) this.#end(watcher, SESSION_OVER);
      }
      this.#send(this.watchers);
    }
  }

  #send(watchers: readonly NaiveWatcher[]): void {
    const made = new Set<Watched>();
    for (const watcher of watchers) {
      const { number, account } = watcher;
      if (!this.watchers.includes(watcher)) continue;
      if (!made.has(account)) this.told.push(`make ${account}`);
      made.add(account);
      if (!this.broken.has(account)) {
        this.told.push(`frame ${number} of ${account}`);
        continue;
      }
      this.told.push('defect');
      for (const one of this.watchers.filter((each) => each.account === account)) this.#end(one, DEFECT);
    }
  }

  #end(watcher: NaiveWatcher, code: number): void {
    this.told.push(`end ${watcher.number} ${code}`);
    this.leave(watcher);
  }

  #ofNode(): number {
    return this.watchers.filter(({ account }) => account === undefined).length;
  }
}
