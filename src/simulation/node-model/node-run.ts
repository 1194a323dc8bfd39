/**
 * Runs one history of a node: the setup, the steps, then peace until every job is done, then a reading of
 * everything. What is seen on the way goes to whoever looks on; nothing is judged here.
 */
import type { MachineObserver } from '../../machines/transition.js';
import type { NodeConfig } from '../../node/config.js';
import { readConfig } from '../../node/config.js';
import type { StoreReader } from '../../store/store.js';
import { Random } from '../random.js';
import { Clients } from './clients.js';
import { Computer } from './computer.js';
import { closingCalls, openingCalls } from './frame-calls.js';
import type { ClientCall, NodeHistory, NodeSetup, RequestStep } from './node-history.js';
import type { Observation } from './observation.js';
import { ScriptedProviders } from './scripted-providers.js';
import { SimulatedNode } from './simulated-node.js';
import type { Connection, Seen } from './simulated-process.js';

export interface NodeWatch {
  see(seen: Observation): void;
  disk(records: StoreReader, when: 'restart' | 'end'): void;
  machineStep?: MachineObserver | undefined;
}

export const MANAGEMENT_KEY = 'the-management-key-of-a-simulated-node';

const DEFAULTS = readConfig(new Map(), {}, '/');
const SECRET = new Uint8Array(32).fill(7);
/** How long before the first instant of the history the node is started; the setup is made in that time. */
const SETUP_MS = 10_000;
/** How long the node may take to be up once the faults are over. */
const RECOVERY_MS = 60_000;
/** How long clients may take to end what they began: a wait of a minute, a late body, a slow commit. */
const CLIENTS_MS = 180_000;
/** How long jobs may take beyond their deadline. */
const SETTLE_MARGIN_MS = 120_000;
/** The simulated provider's slow model takes ten minutes, and its jobs have this deadline. */
const SIMULATED_DEADLINE_MS = 1_800_000;

/** The setup's step number, and that of the last reading. */
const NO_STEP = 0;

export class NodeRun {
  readonly #history: NodeHistory;
  readonly #watch: NodeWatch;
  readonly #computer: Computer;
  readonly #clients = new Clients(MANAGEMENT_KEY);
  readonly #scripted: ScriptedProviders;
  readonly #node: SimulatedNode;
  #requests = 0;
  /** Requests that are not over, and waits before another try. */
  #clientsBusy = 0;

  constructor(history: NodeHistory, watch: NodeWatch) {
    this.#history = history;
    this.#watch = watch;
    this.#computer = new Computer(history.seed, SETUP_MS);
    this.#scripted = new ScriptedProviders(history.setup.models, () => this.#computer.world.steadyMs());
    this.#node = new SimulatedNode({
      computer: this.#computer,
      random: new Random(history.seed).fork('node'),
      config: configOf(history.setup),
      commitMsMax: history.setup.settings.commitMsMax,
      scripted: this.#scripted,
      secret: SECRET,
      see: (seen) => this.#see(seen),
      onMachineStep: watch.machineStep,
      onRest: (records) => watch.disk(records, 'restart'),
    });
  }

  /** Ms that passed in the world of the history. */
  get simulatedMs(): number {
    return this.#computer.nowMs;
  }

  async run(): Promise<void> {
    const { world } = this.#computer;
    await this.#setUp();
    const { steps } = this.#history;
    const beginsInMs = -this.#computer.nowMs;
    if (beginsInMs < 0) throw new Error(`the setup took ${-beginsInMs} ms longer than it may`);
    for (const step of steps) world.after(beginsInMs + step.at, () => this.#do(step));
    await world.advance(beginsInMs + (steps.at(-1)?.at ?? 0) + 1);
    await this.#comeToRest();
    for (const call of closingCalls(this.#history, this.#clients)) await this.#ask(call);
    this.#node.stop();
    while (this.#node.isRunning) await world.advance(100);
    this.#watch.disk(this.#node.records, 'end');
  }

  async #setUp(): Promise<void> {
    this.#node.start();
    await this.#untilUp();
    for (const call of openingCalls(this.#history.setup)) await this.#ask(call);
  }

  #do(step: NodeHistory['steps'][number]): void {
    switch (step.do) {
      case 'request':
        this.#request(step, true);
        return;
      case 'disk':
        this.#node.failDisk(step);
        return;
      case 'release_disk':
        this.#node.releaseDisk();
        return;
      case 'crash':
        this.#node.crash(step);
        return;
      case 'outage':
        this.#node.loseCalls(step);
        return;
      case 'restart':
        this.#node.restart(step.downMs);
        return;
      case 'reload':
        this.#node.reload(step.isMistaken);
        return;
      case 'step_wall':
        this.#computer.world.stepWall(step.ms);
        this.#see({ what: 'wall_stepped', ms: step.ms });
        return;
      default:
        step satisfies never;
    }
  }

  /** @param mayObey whether a refusal may be followed by another try */
  #request(step: RequestStep, mayObey: boolean, whenOver: () => void = () => {}): void {
    const { call, client, bodyAfterMs, givesUpAfterMs, obeys } = step;
    const request = this.#clients.prepare(call);
    if (request === undefined || !this.#node.isUp) {
      whenOver();
      return;
    }
    if (call.op === 'submit' && call.script !== undefined) this.#scripted.learn(call.prompt, call.script);
    const { world } = this.#computer;
    this.#requests += 1;
    const number = this.#requests;
    const { keyId, jobId, credential, body } = request;
    const address = addressOf(client);
    this.#see({
      what: 'sent',
      request: number,
      step: step.id,
      call,
      arrivesBy: this.#computer.nowMs,
      keyId,
      jobId,
      credential,
      address,
      hasBody: body !== undefined,
    });
    this.#clientsBusy += 1;
    let isOver = false;
    const over = () => {
      isOver = true;
      this.#clientsBusy -= 1;
    };
    let connection: Connection | undefined;
    const fields = [...request.fields, host, ...(body === undefined ? [] : [length(body)])];
    connection = this.#node.connect(
      { ...request, fields, address },
      {
        answered: (status, headers, text) => {
          over();
          this.#see({
            what: 'answered',
            request: number,
            status,
            headers,
            body: text,
            wallMs: world.wallMs(),
          });
          this.#clients.learn(step.id, call, status, text);
          if (mayObey && obeys !== undefined && status === 429) this.#obey(step, obeys, headers);
          whenOver();
        },
        cutOff: () => {
          over();
          this.#see({ what: 'cut_off', request: number });
          whenOver();
        },
      },
    );
    if (body !== undefined && !isOver) {
      const send = () => {
        if (isOver) return;
        this.#see({ what: 'body_sent', request: number });
        connection?.sendBody(body);
      };
      if (bodyAfterMs === 0) send();
      else world.after(bodyAfterMs, send);
    }
    if (givesUpAfterMs !== undefined) {
      world.after(givesUpAfterMs, () => {
        if (isOver) return;
        over();
        this.#see({ what: 'gave_up', request: number });
        connection?.goAway();
        whenOver();
      });
    }
  }

  #obey(
    step: RequestStep,
    obeys: NonNullable<RequestStep['obeys']>,
    headers: Readonly<Record<string, string>>,
  ): void {
    const waitMs =
      obeys === 'seconds' ? Number(headers['retry-after']) * 1000 : Number(headers['retry-after-ms']);
    if (!(waitMs > 0)) return;
    this.#clientsBusy += 1;
    this.#computer.world.after(waitMs, () => {
      this.#clientsBusy -= 1;
      this.#request(step, false);
    });
  }

  /** No faults from here on; waits until the node is up, clients are done and every job has had its time. */
  async #comeToRest(): Promise<void> {
    const { world } = this.#computer;
    this.#node.endFaults();
    const clientsUntil = this.#computer.nowMs + CLIENTS_MS;
    while (this.#clientsBusy > 0 && this.#computer.nowMs < clientsUntil) await world.advance(500);
    this.#see({ what: 'quiet' });
    await this.#untilUp();
    const longestMs = Math.max(
      SIMULATED_DEADLINE_MS,
      ...this.#history.setup.models.map((one) => one.deadlineAfterMs),
    );
    const until = this.#computer.nowMs + longestMs + SETTLE_MARGIN_MS;
    // Nothing is left to wait for once no unfinished job stands on disk; a node that loses that record, but not
    // the job, is found out by the reading of the job.
    while (this.#computer.nowMs < until && this.#hasUnfinished()) await world.advance(5_000);
    await world.advance(this.#history.setup.settings.gateTimeLimitMs * 2 + 10_000);
  }

  #hasUnfinished(): boolean {
    for (const _ of this.#node.records.range('unfinished', { limit: 1 })) return true;
    return false;
  }

  /** Asks as the checker's own client and waits for the end of it. */
  async #ask(call: ClientCall): Promise<void> {
    let isOver = false;
    const step: RequestStep = { id: NO_STEP, at: 0, do: 'request', call, bodyAfterMs: 0, client: 0 };
    this.#request(step, false, () => {
      isOver = true;
    });
    while (!isOver) await this.#computer.world.advance(1);
  }

  async #untilUp(): Promise<void> {
    const until = this.#computer.nowMs + RECOVERY_MS;
    while (!this.#node.isUp && this.#computer.nowMs < until) await this.#computer.world.advance(10);
    await this.#computer.world.advance(1);
  }

  #see(seen: Seen): void {
    this.#watch.see({ at: this.#computer.nowMs, ...seen } as Observation);
  }
}

function configOf({ settings }: NodeSetup): NodeConfig {
  const { residentKeysMax = DEFAULTS.residentKeysMax } = settings;
  return { ...DEFAULTS, ...settings, residentKeysMax, managementKey: MANAGEMENT_KEY };
}

const host = ['host', 'gateway.test'] as const;

function length(body: string): readonly [string, string] {
  return ['content-length', String(Buffer.byteLength(body))];
}

/** In a network for documentation (RFC 5737). */
function addressOf(client: number): string {
  return `203.0.113.${client}`;
}
