/**
 * A node in a world of its own: the production assembly on simulated ground, started, crashed and started again.
 *
 * Whatever leaves a process passes through here: answers to clients, calls to providers, commits. So a process
 * can end before or after any of them, and nothing of it is seen afterwards.
 *
 * Invariants
 *  1. At most one process lives. Nothing leaves a process that has ended.
 *  2. The disk, the providers, the clocks and what clients know outlive every process.
 */

import type { Gateway } from '../../http/gateway.js';
import type { MachineObserver } from '../../machines/transition.js';
import { type AssembledNode, assembleNode, type Ground, type Listener } from '../../node/assembly.js';
import type { NodeConfig } from '../../node/config.js';
import { makeProviders } from '../../node/providers.js';
import type { StoreReader } from '../../store/store.js';
import type { World } from '../../time/world.js';
import type { MortalWorld } from '../mortal-world.js';
import type { Random } from '../random.js';
import type { Computer } from './computer.js';
import { CrashTrigger } from './crash-trigger.js';
import type { CrashStep, DiskStep, OutageStep } from './node-history.js';
import type { Observation } from './observation.js';
import { type CallFate, observedProvider } from './observed-provider.js';
import type { ScriptedProviders } from './scripted-providers.js';
import { SimulatedDisk } from './simulated-disk.js';
import { SimulatedExchange, type SimulatedRequest } from './simulated-exchange.js';

/** A process that does not stop by then is killed; on top of the time it has for open requests. */
const STOP_MARGIN_MS = 20_000;
/** Between a start that the disk refused and the next. */
const START_AGAIN_AFTER_MS = 500;
/** A start that has not succeeded by then is killed. */
const START_LIMIT_MS = 15_000;

/** What is seen, apart from when. */
export type Seen = Observation extends infer One
  ? One extends Observation
    ? Omit<One, 'at'>
    : never
  : never;

export interface SimulatedNodeOptions {
  readonly computer: Computer;
  readonly random: Random;
  readonly config: NodeConfig;
  readonly commitMsMax: number;
  readonly scripted: ScriptedProviders;
  /** 32 bytes. */
  readonly secret: Uint8Array;
  readonly see: (seen: Seen) => void;
  readonly onMachineStep?: MachineObserver | undefined;
  /** A process ended or stopped, and this is what stands on its disk. */
  readonly onRest: (records: StoreReader) => void;
}

/** One process. */
interface Life {
  /** The worlds that its parts live in; they end together. */
  readonly worlds: MortalWorld[];
  isAlive: boolean;
  gateway: Gateway | undefined;
  node: AssembledNode | undefined;
  readonly open: Set<SimulatedExchange>;
  isListening: boolean;
  whenNoneOpen: (() => void) | undefined;
}

export interface Connection {
  sendBody(text: string): void;
  goAway(): void;
}

export class SimulatedNode {
  readonly #options: SimulatedNodeOptions;
  readonly #disk: SimulatedDisk;
  readonly #trigger = new CrashTrigger();
  #life: Life | undefined;
  #outage: { readonly how: OutageStep['how']; skip: number; calls: number } | undefined;
  #calls = 0;

  constructor(options: SimulatedNodeOptions) {
    this.#options = options;
    this.#disk = new SimulatedDisk(options.random.fork('disk'), options.commitMsMax, {
      failing: (fault) => options.see({ what: 'disk_failed', fault }),
      commitBegan: () => this.#maybeCrash(this.#trigger.before('commit')),
      commitEnded: () => this.#maybeCrash(this.#trigger.after('commit')),
    });
  }

  /** Whether requests are taken. */
  get isUp(): boolean {
    return this.#life?.isListening === true;
  }

  /** Whether a process lives, taking requests or not. */
  get isRunning(): boolean {
    return this.#life !== undefined;
  }

  /** What readers of the disk see now. */
  get records(): StoreReader {
    return this.#disk.records;
  }

  failDisk({ fault, skip, commits }: DiskStep): void {
    this.#disk.fail(fault, skip, commits);
  }

  /** An outage takes the place of the one before. */
  loseCalls(outage: OutageStep): void {
    this.#outage = { how: outage.how, skip: outage.skip, calls: outage.calls };
  }

  releaseDisk(): void {
    if (this.#disk.releaseHung()) this.#options.see({ what: 'disk_released' });
  }

  /** From now on nothing fails but what the history's providers do. */
  endFaults(): void {
    this.#trigger.disarm();
    this.#outage = undefined;
    this.#disk.mend();
  }

  /** Starts a process where none lives; tries again where the disk refuses. */
  start(isReboot = false): void {
    if (this.#life !== undefined) return;
    if (isReboot) this.#options.computer.reboot();
    const life: Life = {
      worlds: [],
      isAlive: true,
      gateway: undefined,
      node: undefined,
      open: new Set(),
      isListening: false,
      whenNoneOpen: undefined,
    };
    this.#life = life;
    this.#options.see({ what: 'starting', isReboot });
    this.#options.computer.world.after(START_LIMIT_MS, () => {
      if (life.isAlive && life.node === undefined) this.#startFailed(life);
    });
    assembleNode(this.#groundOf(life), this.#options.config, false).then(
      (node) => {
        if (!life.isAlive) return;
        life.node = node;
        this.#options.see({ what: 'started' });
      },
      () => {
        if (life.isAlive) this.#startFailed(life);
      },
    );
  }

  /** SIGTERM, and a start `downMs` after it has stopped. Nothing where no process runs in full. */
  restart(downMs: number): void {
    const life = this.#life;
    if (life?.node === undefined || !life.isListening) return;
    this.#options.see({ what: 'stopping' });
    this.#stop(life, life.node, () => this.#startLater(downMs));
  }

  /** SIGTERM, without a start. */
  stop(): void {
    const life = this.#life;
    if (life?.node === undefined || !life.isListening) return;
    this.#options.see({ what: 'stopping' });
    this.#stop(life, life.node, () => {});
  }

  crash(step: CrashStep): void {
    if (step.on === 'now') this.#crashNow(step);
    else this.#trigger.arm(step);
  }

  /** Sends the head of a request; undefined where nobody listens. */
  connect(
    request: SimulatedRequest,
    told: {
      answered(status: number, headers: Readonly<Record<string, string>>, body: string): void;
      cutOff(): void;
    },
  ): Connection | undefined {
    const life = this.#life;
    if (life?.gateway === undefined || !life.isListening) return undefined;
    let isAnswered = false;
    let hasGoneAway = false;
    const exchange = new SimulatedExchange(request, {
      leaving: () => {
        if (life.isAlive) this.#maybeCrash(this.#trigger.before('answer'));
        return life.isAlive;
      },
      answered: (status, fields, body) => {
        isAnswered = true;
        told.answered(status, fields, body);
      },
      arrived: () => this.#maybeCrash(this.#trigger.after('answer')),
      over: (one) => {
        life.open.delete(one);
        if (life.open.size === 0) life.whenNoneOpen?.();
        if (!isAnswered && !hasGoneAway) told.cutOff();
      },
    });
    life.open.add(exchange);
    try {
      life.gateway.handle(exchange);
    } catch (error) {
      if (life.isAlive) this.#options.see({ what: 'defect', about: `a request threw ${String(error)}` });
    }
    return {
      sendBody: (text) => exchange.body(text),
      goAway: () => {
        if (exchange.isOver) return;
        hasGoneAway = true;
        exchange.cut();
      },
    };
  }

  #groundOf(life: Life): Ground {
    const { computer, config, scripted, secret, see, onMachineStep } = this.#options;
    const isAlive = () => life.isAlive;
    const live = (steadyOffsetMs: number) => {
      const world = computer.process(steadyOffsetMs, () => this.#woken(life));
      if (!life.isAlive) world.end();
      life.worlds.push(world);
      return world;
    };
    return {
      // The disk is open before the process knows the time.
      store: this.#disk.open(live(0)),
      readClocks: () => computer.readClocks(),
      worldAt: live,
      providersIn: (world) => {
        const simulated = makeProviders(config.providers, {
          world,
          secret,
          deadlineAfterMs: config.jobDeadlineMinutes * 60_000,
        });
        return [...simulated, ...scripted.reachedFrom(world)].map((provider) =>
          observedProvider(provider, {
            isAlive,
            leaving: () => {
              if (life.isAlive) this.#maybeCrash(this.#trigger.before('provider_call'));
              return life.isAlive ? this.#fateOfCall() : 'ended';
            },
            called: (call) => {
              this.#calls += 1;
              see({ what: 'provider_called', call: this.#calls, ...call });
              return this.#calls;
            },
            arrived: () => this.#maybeCrash(this.#trigger.after('provider_call')),
            answered: (answer, jobId) =>
              see({ what: 'provider_answered', ...answer, hasJob: scripted.hasJob(jobId) }),
          }),
        );
      },
      keepManagementKey: () => {},
      listen: async (gateway, world) => this.#listen(life, gateway, world),
      inspector: {
        defect: ({ kind, id, error }) => {
          if (life.isAlive) see({ what: 'defect', about: `${kind} ${id}: ${messageOf(error)}` });
        },
      },
      onDefect: (_, error) => {
        if (life.isAlive) see({ what: 'defect', about: `a request: ${messageOf(error)}` });
      },
      onMachineStep,
    };
  }

  #fateOfCall(): CallFate {
    const outage = this.#outage;
    if (outage === undefined) return 'through';
    if (outage.skip > 0) {
      outage.skip -= 1;
      return 'through';
    }
    this.#options.see({ what: 'provider_failed', how: outage.how });
    outage.calls -= 1;
    if (outage.calls <= 0) this.#outage = undefined;
    return outage.how;
  }

  #listen(life: Life, gateway: Gateway, world: World): Listener {
    life.gateway = gateway;
    life.isListening = life.isAlive;
    return {
      drain: (limitMs) => {
        life.isListening = false;
        return new Promise((resolve) => {
          const done = () => {
            life.whenNoneOpen = undefined;
            for (const exchange of [...life.open]) exchange.cut();
            resolve();
          };
          if (life.open.size === 0) {
            done();
            return;
          }
          const cancel = world.after(limitMs, done);
          life.whenNoneOpen = () => {
            cancel();
            done();
          };
        });
      },
    };
  }

  #woken(life: Life): void {
    if (!life.isAlive) return;
    this.#maybeCrash(this.#trigger.before('event'));
  }

  #stop(life: Life, node: AssembledNode, then: () => void): void {
    const { computer, config, see } = this.#options;
    let isOver = false;
    const over = (what: 'stopped' | 'crashed') => {
      if (isOver || !life.isAlive) return;
      isOver = true;
      see(what === 'stopped' ? { what } : { what, on: 'now', undecided: 'kept' });
      this.#end(life, 'kept');
      then();
    };
    const limitMs = config.drainTimeLimitMs + 4 * config.gateTimeLimitMs + STOP_MARGIN_MS;
    computer.world.after(limitMs, () => over('crashed'));
    node.stop().then(
      () => over('stopped'),
      (error: unknown) => {
        if (life.isAlive) see({ what: 'defect', about: `the stop failed: ${messageOf(error)}` });
        over('crashed');
      },
    );
  }

  #maybeCrash(step: CrashStep | undefined): void {
    if (step !== undefined) this.#crashNow(step);
  }

  #crashNow(step: CrashStep): void {
    const life = this.#life;
    if (life === undefined) return;
    this.#options.see({ what: 'crashed', on: step.on, undecided: step.undecided });
    this.#end(life, step.undecided);
    this.#startLater(step.downMs, step.reboot);
  }

  #startFailed(life: Life): void {
    this.#options.see({ what: 'start_failed' });
    this.#end(life, 'lost');
    this.#startLater(START_AGAIN_AFTER_MS);
  }

  /** The process is no more. */
  #end(life: Life, undecided: 'lost' | 'kept'): void {
    life.isAlive = false;
    life.isListening = false;
    for (const world of life.worlds) world.end();
    this.#life = undefined;
    this.#disk.crash(undecided);
    for (const exchange of [...life.open]) exchange.cut();
    this.#options.onRest(this.#disk.records);
  }

  #startLater(downMs: number, isReboot = false): void {
    this.#options.computer.world.after(downMs, () => this.start(isReboot));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
