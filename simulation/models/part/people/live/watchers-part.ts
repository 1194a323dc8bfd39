/** The hub of those who watch: they come and go, lose their rights, and some frames cannot be made. */
import type { LiveWatcher } from '../../../../../src/http/exchange.js';
import { type LiveConnection, LiveHub } from '../../../../../src/http/live/live-hub.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { type HubLimits, NaiveHub, type NaiveWatcher } from './naive-hub.js';

/** `nth` of those who watch. */
type WatchersAct =
  | { readonly do: 'open'; readonly of: (typeof WATCHED)[number]; readonly times: number }
  | { readonly do: 'leave' | 'over' | 'unreadable'; readonly nth: number }
  /** Frames can be made no more, or again. */
  | { readonly do: 'break'; readonly of: (typeof WATCHED)[number] }
  | { readonly do: 'close' };

interface OpenWatcher extends NaiveWatcher {
  readonly connection: LiveConnection;
}

const WATCHED = ['node', 'acct_1', 'acct_2', 'acct_3'] as const;

export function watchersPart(): Part<HubLimits, WatchersAct> {
  return {
    name: 'watchers',
    limits: (random) => ({
      nodeWatchers: random.pick([1, 2, 4]),
      accountWatchers: random.pick([2, 3, 5]),
      watchersOfAccount: random.pick([1, 2, 3]),
    }),
    act: (random) =>
      random.weighted<() => WatchersAct>([
        [10, () => ({ do: 'open', of: random.pick(WATCHED), times: random.pick([1, 1, 2]) })],
        [5, () => ({ do: 'leave', nth: random.below(10) })],
        [2, () => ({ do: 'over', nth: random.below(10) })],
        [0.7, () => ({ do: 'unreadable', nth: random.below(10) })],
        [1.5, () => ({ do: 'break', of: random.pick(WATCHED) })],
        [0.1, () => ({ do: 'close' })],
      ])(),
    pauseMs: (random) => random.pick([0, 0, 1, 300, 999, 1_000, 2_100]),
    begin: (trial, limits) => new WatchersCourse(trial, limits),
  };
}

class WatchersCourse implements Course<WatchersAct> {
  readonly #trial: Trial;
  readonly #hub: LiveHub;
  readonly #naive: NaiveHub;
  readonly #told: string[] = [];
  #count = 0;
  #open: readonly OpenWatcher[] = [];

  constructor(trial: Trial, limits: HubLimits) {
    this.#trial = trial;
    this.#naive = new NaiveHub(limits);
    this.#hub = new LiveHub({
      world: trial.world,
      limits,
      frame: (account) => {
        this.#told.push(`make ${account}`);
        if (this.#naive.broken.has(account)) throw new Error('no frame');
        return `of ${account}`;
      },
      whyOver: ({ by: { id } }) => {
        if (this.#naive.unreadable.has(Number(id))) throw new Error('no rights');
        return this.#naive.over.has(Number(id)) ? 'it is over' : undefined;
      },
      onNodeWatched: (isWatched) => void this.#told.push(`node ${isWatched}`),
      onDefect: () => void this.#told.push('defect'),
    });
  }

  async take(act: WatchersAct): Promise<void> {
    const { now } = this.#trial;
    switch (act.do) {
      case 'open': {
        const account = act.of === 'node' ? undefined : act.of;
        const all = Array.from({ length: act.times }, () => this.#opened(account));
        for (const one of all) this.#naive.open(one, now);
        for (const one of all) this.#naive.begin(one);
        return;
      }
      case 'break': {
        const account = act.of === 'node' ? undefined : act.of;
        if (!this.#naive.broken.delete(account)) this.#naive.broken.add(account);
        return;
      }
      case 'close':
        this.#naive.close();
        this.#hub.close();
        return;
      default: {
        const { watchers } = this.#naive;
        const watcher = watchers[act.nth % (watchers.length || 1)];
        if (watcher === undefined) return;
        if (act.do === 'leave') this.#leave(watcher);
        else this.#naive[act.do].add(watcher.number);
      }
    }
  }

  compare(): void {
    this.#naive.pass(this.#trial.now);
    this.#trial.same('told', this.#told.splice(0), this.#naive.told.splice(0));
    this.#trial.same('count', this.#hub.watchers, this.#naive.watchers.length);
    for (const one of WATCHED) {
      const account = one === 'node' ? undefined : one;
      this.#trial.same('refusal', this.#hub.refusal(account)?.code, this.#naive.refusal(account));
    }
  }

  #opened(account: string | undefined): NaiveWatcher {
    const number = this.#count++;
    const by: LiveWatcher['by'] = { kind: 'session', id: String(number) };
    const connection: LiveConnection = {
      getUserData: () => ({ by, account }),
      send: (frame) => this.#told.push(`frame ${number} ${frame}`),
      end: (code) => {
        this.#told.push(`end ${number} ${code}`);
        this.#hub.closed(connection);
      },
    };
    const watcher = { number, account };
    this.#open = [...this.#open, { ...watcher, connection }];
    this.#hub.opened(connection);
    return watcher;
  }

  #leave(watcher: NaiveWatcher): void {
    const open = this.#open.find(({ number }) => number === watcher.number);
    this.#naive.leave(watcher);
    if (open !== undefined) this.#hub.closed(open.connection);
  }
}
