/** The watch over a machine: late ticks, descriptors, memory, a disk that may hang, and all who are told. */
import type { ConnectionGuard } from '../../../../../../src/http/uws/connection-guard.js';
import { Readiness } from '../../../../../../src/node/assembly/readiness.js';
import { LoadWatch } from '../../../../../../src/node/machine/load-watch.js';
import type { LoadShedder, Shortages } from '../../../../../../src/overload/load-shedder.js';
import type { SteadyMs } from '../../../../../../src/time/clock.js';
import type { Course, Part } from '../../../part.js';
import type { Trial } from '../../../trial.js';
import { type Disk, NaiveMachine } from './naive-machine.js';
import { type WatchAct, type WatchLimits, watchAct } from './watch-acts.js';

const BOUND = 1_000;
/** Of the bound. */
const USED = { low: 500, so: 800, high: 960 } as const;
export function loadWatchPart(): Part<WatchLimits, WatchAct> {
  return {
    name: 'load-watch',
    limits: (random) => ({
      descriptors: random.pick([0, 7, 8, 23, 24, 100]),
      reserveBytes: random.pick([10_000, 500_000]),
    }),
    act: watchAct,
    pauseMs: () => 0,
    begin: (trial, limits) => new WatchCourse(trial, limits),
  };
}

class WatchCourse implements Course<WatchAct> {
  readonly #trial: Trial;
  readonly #naive: NaiveMachine;
  readonly #watch: LoadWatch;
  readonly #readiness: Readiness;
  readonly #connections = { isShut: false } as unknown as ConnectionGuard & { isShut: boolean };
  readonly #said = new Map<string, number>();
  #now = 5_000;
  #next: { readonly at: number; readonly run: () => void } | undefined;
  #held = 0;
  #used = [USED.low, USED.low];
  #answer: Disk | 'unknown' | null = 'unknown';
  #asked: ((disk: Disk | undefined) => void) | undefined;
  #shortages: Shortages = { memory: false, diskSpace: false };
  #told = { memory: false, tries: 0, isListening: true, busyShare: 0, stalls: 0 };
  #ticked: readonly number[] = [];
  #takesWrites = true;

  constructor(trial: Trial, { descriptors, reserveBytes }: WatchLimits) {
    this.#trial = trial;
    this.#naive = new NaiveMachine(this.#now, descriptors, reserveBytes);
    const course = this;
    const shedder = {
      counts: {},
      get shedsFor() {
        const { diskSpace } = course.#shortages;
        return [...(course.#naive.isQueue ? ['queue'] : []), ...(diskSpace ? ['disk_space'] : [])];
      },
      set shortages(shortages: Shortages) {
        course.#shortages = shortages;
      },
      tick: (...ticked: readonly number[]) => {
        course.#ticked = ticked;
      },
    } as unknown as LoadShedder;
    this.#watch = new LoadWatch({
      world: { steadyMs: () => this.#now as SteadyMs, after: (ms, run) => this.#after(ms, run) },
      shedder,
      machine: {
        memory: () => this.#memory(),
        diskSpace: () => this.#askDisk(),
        takeDescriptor: () => this.#take(),
        loopBusyShare: () => this.#told.busyShare,
        descriptorsMax: undefined,
      },
      diskReserveBytes: reserveBytes,
      onMemory: (isShort) => {
        this.#told.memory = isShort;
      },
      connections: this.#connections,
      listeners: {
        stopListening: () => {
          this.#told.isListening = false;
        },
        listenAgain: () => this.#listenAgain(),
      },
      log: {
        error: ({ overload }: { readonly overload: string }) => this.#begins(overload),
        warn: (entry: { readonly overload?: string; readonly lastedMs?: number }) => this.#ends(entry),
      } as never,
    });
    const writes = {
      get takesWrites() {
        return course.#takesWrites;
      },
    };
    this.#readiness = new Readiness(writes, shedder);
    this.#readiness.watch = this.#watch;
  }

  async take(act: WatchAct): Promise<void> {
    const naive = this.#naive;
    switch (act.do) {
      case 'ticks':
        this.#told.busyShare = act.busyShare;
        for (let n = 0; n < act.times; n++) await this.#tick(n === 0 ? act.lateMs : 0);
        return;
      case 'descriptors':
        naive.descriptors = act.left;
        return;
      case 'memory':
        naive.memory = act.is;
        this.#used = [USED.low, USED.low];
        this.#used[act.kind] = USED[act.is] as never;
        return;
      case 'disk':
        this.#answer = act.answer;
        if (act.answer !== null) await this.#answerDisk();
        return;
      case 'listen_end':
        naive.listenEnd = act.end;
        return;
      case 'state':
        this.#takesWrites = act.takesWrites;
        this.#readiness.phase = act.phase;
        return;
      case 'queue':
        naive.isQueue = act.isQueue;
    }
  }

  compare(): void {
    const [naive, trial, watch] = [this.#naive, this.#trial, this.#watch];
    trial.same('stalls', [watch.stalls, this.#told.stalls], [naive.stalls, naive.stalls]);
    trial.same('exhausted', watch.areDescriptorsExhausted, naive.isExhausted);
    trial.same(
      'listening',
      [watch.isListening, this.#told.isListening],
      [naive.isListening, naive.isListening],
    );
    trial.same('tries', this.#told.tries, naive.tries);
    trial.same('shut', this.#connections.isShut, naive.isExhausted && naive.hasLooked);
    const { isMemoryShort: memory, isDiskFull: diskSpace } = naive;
    trial.same('shortages', this.#shortages, { memory, diskSpace });
    trial.same('memory', this.#told.memory, memory);
    trial.same('said', [...this.#said.keys()].sort(), naive.overloads);
    if (!naive.isExhausted && naive.descriptors >= this.#held) trial.same('held', this.#held, 16);
    this.#judgeReadiness();
  }

  end(): void {
    this.#watch.stop();
    this.#trial.same('left', [this.#held, this.#next === undefined], [0, true]);
  }

  /** It takes work of every kind while it serves, listens, and has a disk that takes writes and has room. */
  #judgeReadiness(): void {
    const { phase } = this.#readiness;
    const { isListening, isDiskFull } = this.#naive;
    const isReady = phase === 'serving' && isListening && this.#takesWrites && !isDiskFull;
    const why = this.#readiness.whyNotReady();
    this.#trial.same('ready', why === undefined, isReady);
    if (phase !== 'serving') this.#trial.same('ready', why, phase);
  }

  async #tick(lateMs: number): Promise<void> {
    const { at = this.#now, run } = this.#next ?? {};
    this.#next = undefined;
    this.#now = at + lateMs;
    run?.();
    const due = this.#naive.tick(this.#now);
    this.#naive.isQueueSaid = this.#naive.isQueue;
    this.#trial.same('ticked', this.#ticked, [this.#now, due, this.#told.busyShare]);
    this.#trial.same('next', this.#nextAt(), due);
    this.compare();
    if (this.#answer !== null) await this.#answerDisk();
  }

  #nextAt(): number | undefined {
    return this.#next?.at;
  }

  async #answerDisk(): Promise<void> {
    const disk = this.#answer === 'unknown' || this.#answer === null ? undefined : this.#answer;
    if (this.#asked === undefined) return;
    this.#asked(disk);
    this.#asked = undefined;
    this.#naive.disk = disk;
    await this.#trial.world.settle();
  }

  #after(ms: number, run: () => void): () => void {
    this.#next = { at: this.#now + ms, run };
    return () => {
      this.#next = undefined;
    };
  }

  #memory() {
    const [heap = 0, resident = 0] = this.#used;
    return [
      { usedBytes: heap, boundBytes: BOUND },
      { usedBytes: resident, boundBytes: BOUND },
    ] as const;
  }

  #askDisk(): Promise<Disk | undefined> {
    if (this.#asked !== undefined) this.#trial.broke('disk', 'it is asked while it has not answered');
    return new Promise((resolve) => {
      this.#asked = resolve;
    });
  }

  #take(): (() => void) | undefined {
    if (this.#held >= this.#naive.descriptors) return undefined;
    this.#held += 1;
    return () => {
      this.#held -= 1;
    };
  }

  #listenAgain(): Error | undefined {
    this.#told.tries += 1;
    const end = this.#naive.listenEnd;
    if (end === 'refused') throw new Error('the port is in use');
    this.#told.isListening = true;
    return end === 'no_socket' ? new Error('the socket is in use') : undefined;
  }

  #begins(overload: string): void {
    if (this.#said.has(overload)) this.#trial.broke('said', `${overload} begins twice`);
    this.#said.set(overload, this.#now);
  }

  #ends({ overload, lastedMs }: { readonly overload?: string; readonly lastedMs?: number }): void {
    if (overload === undefined) {
      this.#told.stalls += 1;
      return;
    }
    this.#trial.same('lasted', lastedMs, this.#now - (this.#said.get(overload) ?? Number.NaN));
    this.#said.delete(overload);
  }
}
