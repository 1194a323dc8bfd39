/**
 * A node in a world of its own: its processes, one after the other, and disks and computer that outlive them.
 *
 * Invariants
 *  1. At most one process lives.
 *  2. The disks, the providers, the clocks and what clients know outlive every process.
 *  3. A process that crashed, stopped to be started again, or did not come up is followed by another.
 */
import { ConfigError } from '../../../src/node/config/start-refused.js';
import type { StoreReader } from '../../../src/store/store.js';
import { internalLimits } from '../../history/limits/small-limits.js';
import type {
  CrashStep,
  DiskStep,
  FilesStep,
  NodeSetup,
  ReloadStep,
  RestartStep,
} from '../../history/node-history.js';
import { clipBytes, type KeptFolder } from '../../rules/facts/kept-image.js';
import type { Random } from '../../world/random.js';
import { ConfigFile } from './config/config-file.js';
import { CrashTrigger } from './crash-trigger.js';
import { SimulatedDisk } from './disk/simulated-disk.js';
import type { AnswerTaker, Connection, SimulatedRequest } from './listening/simulated-exchange.js';
import { Outage } from './outage.js';
import type { ProcessEnvironment, ProcessHost } from './process-environment.js';
import type { MemoryFiles } from './results/memory-files.js';
import { resultsDisk } from './results/results-disk.js';
import { RESULTS_FOLDER } from './results/simulated-results.js';
import { SimulatedProcess } from './simulated-process.js';

/** On top of the time that a process has for open requests and commits, before it is killed. */
const STOP_MARGIN_MS = 20_000;
/** Between a start that the disk refused and the next. */
const START_AGAIN_AFTER_MS = 500;
/** Each further pause is longer: the starts of a node that never comes up would fill its run. */
const FAILED_STARTS_IN_HASTE = 20;
/** A start that has not succeeded by then is killed. */
const START_LIMIT_MS = 15_000;

export interface SimulatedNodeOptions extends Omit<ProcessEnvironment, 'limits'> {
  readonly random: Random;
  readonly setup: NodeSetup;
  /** A process ended or stopped, and this is what stands on its disk. */
  readonly onRest: (records: StoreReader, results: KeptFolder) => void;
}

export class SimulatedNode {
  readonly outage: Outage;
  readonly #options: SimulatedNodeOptions;
  readonly #disk: SimulatedDisk;
  readonly #results: MemoryFiles;
  readonly #trigger = new CrashTrigger();
  readonly #host: ProcessHost;
  #process: SimulatedProcess | undefined;
  #calls = 0;
  readonly #file: ConfigFile;
  #failedStarts = 0;

  constructor(options: SimulatedNodeOptions) {
    this.#options = options;
    this.#file = new ConfigFile(options.config, options.setup);
    this.#disk = new SimulatedDisk(options.random.fork('disk'), options.setup.settings.commitMsMax, {
      failing: (fault) => options.see({ what: 'disk_failed', fault }),
      commitBegan: () => this.#occasion('before', 'commit'),
      commitEnded: () => this.#occasion('after', 'commit'),
      misused: (about) => options.see({ what: 'defect', about }),
    });
    this.#results = resultsDisk(options.random.fork('results'), options, (side) =>
      this.#occasion(side, 'file_operation'),
    );
    this.outage = new Outage((how, about) => options.see({ what: 'provider_failed', how, ...about }));
    this.#host = {
      results: this.#results,
      open: (world) => this.#disk.open(world),
      occasion: (side, on) => this.#occasion(side, on),
      fateOfCall: (about) => this.outage.fateOf(about),
      nextCall: () => {
        this.#calls += 1;
        return this.#calls;
      },
    };
  }

  /** Whether requests are taken. */
  get isUp(): boolean {
    return this.#process?.isListening === true;
  }

  /** Whether a process lives, taking requests or not. */
  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  /** The state that readers of the disk see now. */
  get records(): StoreReader {
    return this.#disk.records;
  }

  /** The number of the operator's key, for which any process that takes requests was started. */
  get operatorKey(): number {
    return this.#file.operatorKey;
  }

  get keptFolder(): KeptFolder {
    return this.#results.folder(RESULTS_FOLDER);
  }

  failFiles(step: FilesStep): void {
    this.#results.fail(step);
  }

  failDisk({ fault, skip, commits }: DiskStep): void {
    this.#disk.fail(fault, skip, commits);
  }

  releaseDisk(): void {
    if (this.#disk.releaseHung()) this.#options.see({ what: 'disk_released' });
  }

  /** From now on nothing fails but what the history's providers do. */
  endFaults(): void {
    this.#trigger.disarm();
    this.outage.end();
    this.#options.services.endFaults();
    this.#options.payments?.endFaults();
    this.#options.mails?.endFaults();
    this.#disk.mend();
    this.#results.mend();
  }

  /** Starts a process if none lives; tries again if the disk refuses. */
  start(isReboot = false): void {
    if (this.#process !== undefined) return;
    const { computer, see } = this.#options;
    if (isReboot) computer.reboot();
    const limits = internalLimits(this.#options.setup.limits);
    const { config, about } = this.#file.nextStart();
    const process = new SimulatedProcess({ ...this.#options, config, limits }, this.#host);
    this.#process = process;
    see({ what: 'starting', isReboot, ...about });
    const failed = () => {
      if (!process.isAlive || process.isStarted) return;
      see({ what: 'start_failed' });
      this.#end(process, 'lost');
      this.#failedStarts++;
      const times = Math.max(1, this.#failedStarts - FAILED_STARTS_IN_HASTE);
      this.#startLater(times * START_AGAIN_AFTER_MS, false);
    };
    computer.world.after(START_LIMIT_MS, failed);
    process.start().then(
      () => {
        if (!process.isAlive) return;
        see({ what: 'started' });
        this.#failedStarts = 0;
        this.#file.took(config);
        this.#file.endLive();
      },
      (error: unknown) => {
        if (process.isAlive && error instanceof ConfigError) {
          see({ what: 'start_refused' });
          this.#file.endLive();
        }
        failed();
      },
    );
  }

  /** SIGTERM. Nothing if no process runs in full. */
  stop(whenStopped: () => void = () => {}): void {
    const process = this.#process;
    if (process === undefined || !process.isStarted || !process.isListening) return;
    const { computer, kept, see } = this.#options;
    const { config } = this.#file;
    see({ what: 'stopping' });
    const over = (isInOrder: boolean) => {
      if (!process.isAlive) return;
      see(isInOrder ? { what: 'stopped' } : { what: 'crashed', on: 'now', undecided: 'kept' });
      if (isInOrder && kept !== undefined) {
        const heldBytes = clipBytes(this.keptFolder);
        see({ what: 'results_held', accountedBytes: process.keptBytes, heldBytes });
      }
      this.#end(process, 'kept');
      whenStopped();
    };
    const limitMs = config.drainTimeLimitMs + 4 * config.gateTimeLimitMs + STOP_MARGIN_MS;
    computer.world.after(limitMs, () => over(false));
    process.stop().then(
      () => over(true),
      () => {
        if (process.isAlive) see({ what: 'defect', about: 'the stop failed' });
        over(false);
      },
    );
  }

  /** SIGTERM, and a start after it has stopped. */
  restart({ downMs, fromFormat, ...changes }: RestartStep): void {
    this.stop(() => {
      this.#file.changeForStart(changes);
      this.#disk.age(fromFormat);
      this.#startLater(downMs, false);
    });
  }

  /** SIGHUP. */
  reload(step: ReloadStep): void {
    if (this.#process?.isStarted !== true) return;
    const wanted = this.#file.wantedBy(step);
    if (this.#process.reload(wanted, step) === 'applied') this.#file.took(wanted, step);
  }

  crash(step: CrashStep): void {
    if (step.on === 'now') this.#crashNow(step);
    else this.#trigger.arm(step);
  }

  /** Sends the head of a request; undefined if nobody listens. */
  connect(request: SimulatedRequest, taker: AnswerTaker): Connection | undefined {
    return this.#process?.connect(request, taker);
  }

  #occasion(side: CrashStep['side'], on: CrashStep['on']): void {
    const step = side === 'before' ? this.#trigger.before(on) : this.#trigger.after(on);
    if (step !== undefined) this.#crashNow(step);
  }

  #crashNow({ on, undecided, downMs, reboot }: CrashStep): void {
    const process = this.#process;
    if (process === undefined) return;
    this.#options.see({ what: 'crashed', on, undecided });
    this.#end(process, undecided);
    this.#startLater(downMs, reboot);
  }

  #end(process: SimulatedProcess, undecided: 'lost' | 'kept'): void {
    this.#process = undefined;
    this.#disk.crash(undecided);
    this.#results.crash(undecided);
    process.end();
    if (this.#disk.isUpToDate) this.#options.onRest(this.#disk.records, this.keptFolder);
  }

  #startLater(downMs: number, isReboot: boolean): void {
    this.#options.computer.world.after(downMs, () => this.start(isReboot));
  }
}
