/**
 * Plays one history in real time against the gateway as a process, over HTTP, on LMDB: the setup, the steps, then
 * peace until every job is done, then a reading of everything. What is seen on the way goes to whoever looks on;
 * nothing is judged here but that the process ends when it is told to, and not before.
 *
 * Invariants
 *  1. An observation bears the time at which it was made; what it tells of happened before. A request is observed
 *     before it leaves, so it meets the gateway between that and the observation of its end.
 *  2. Of a process that ended, every request has ended before that is observed, and before the next one starts.
 *  3. A client that is cut off while it asks for what can be asked for again without a second effect does so,
 *     as soon as there is a process, until it is answered.
 *
 * Faults of disk and providers, and steps of clocks, cannot be had here: such steps do nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Clients } from '../node-model/clients.js';
import { closingCalls, openingCalls } from '../node-model/frame-calls.js';
import type {
  ClientCall,
  CrashStep,
  NodeHistory,
  NodeStep,
  RequestStep,
} from '../node-model/node-history.js';
import type { NodeWatch } from '../node-model/node-run.js';
import type { Observation } from '../node-model/observation.js';
import type { Seen } from '../node-model/simulated-process.js';
import { Random } from '../random.js';
import { readDisk } from './disk-copy.js';
import { argumentsOf } from './gateway-arguments.js';
import { GatewayProcess } from './gateway-process.js';
import { HttpClient } from './http-exchange.js';

const MANAGEMENT_KEY = 'the-management-key-of-a-gateway-under-test';
/** How long jobs may take once there are no faults. */
const SETTLE_WITHIN_MS = 30_000;
const SETTLE_LOOK_MS = 200;
/** What was sent before a client went away has been read by the gateway after so long. */
const READ_WITHIN_MS = 500;
/** Occasions to which a crash may be bound are so far apart, by and large. */
const OCCASION_MS = 20;
/** The step number of the setup, of the last reading, and of the client that does both. */
const NO_STEP = 0;

type End = 'answered' | 'cut_off' | 'gave_up' | 'not_sent';

/** The process did what no history asked for. */
export class ProcessFailed extends Error {}

export class ProcessRun {
  readonly #history: NodeHistory;
  readonly #watch: NodeWatch;
  readonly #main: string;
  readonly #random: Random;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tollgate-process-'));
  readonly #clients = new Clients(MANAGEMENT_KEY);
  readonly #connections = new Map<string, HttpClient>();
  readonly #beganAt = performance.now();
  /** Undefined while there is none that takes requests. */
  #gateway: GatewayProcess | undefined;
  /** Settles when the end and start that are under way are over. */
  #change: Promise<void> = Promise.resolve();
  readonly #open = new Set<Promise<unknown>>();
  readonly #clientsAtWork = new Set<Promise<void>>();
  #failure: Error | undefined;
  #requests = 0;
  #answers: { readonly status: number; readonly body: string } | undefined;

  /** @param main the program: `main.js` as built */
  constructor(history: NodeHistory, watch: NodeWatch, main: string) {
    this.#history = history;
    this.#watch = watch;
    this.#main = main;
    this.#random = new Random(history.seed).fork('process');
  }

  /** Ms since the run began. */
  get nowMs(): number {
    return Math.round((performance.now() - this.#beganAt) * 1000) / 1000;
  }

  /** @throws ProcessFailed where the gateway did not start, or ended without being told to or otherwise than told */
  async run(): Promise<void> {
    try {
      await this.#play();
    } finally {
      await this.#gateway?.kill();
      await this.#change.catch(() => {});
      await this.#gateway?.kill();
      for (const client of this.#connections.values()) client.close();
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  async #play(): Promise<void> {
    await this.#start();
    for (const call of openingCalls(this.#history.setup)) await this.#ask(call);
    const beganAt = this.nowMs;
    for (const step of this.#history.steps) {
      const waitMs = beganAt + step.at - this.nowMs;
      if (waitMs > 0) await pause(waitMs);
      this.#do(step);
    }
    await this.#change;
    await Promise.all(this.#clientsAtWork);
    this.#see({ what: 'quiet' });
    await this.#untilSettled();
    for (const call of closingCalls(this.#history, this.#clients)) await this.#ask(call);
    await this.#stop();
    await readDisk(this.#folder, (records) => this.#watch.disk(records, 'end'));
    this.#assertAlive();
  }

  #do(step: NodeStep): void {
    this.#assertAlive();
    switch (step.do) {
      case 'request': {
        const work = this.#client(step);
        this.#clientsAtWork.add(work);
        void work.finally(() => this.#clientsAtWork.delete(work));
        return;
      }
      case 'crash':
        this.#endAndStart(step, async () => {
          if (step.on !== 'now') await pause(this.#random.fork(step.id).between(0, OCCASION_MS * step.nth));
          await this.#kill(step);
        });
        return;
      case 'restart':
        this.#endAndStart(step, () => this.#stop());
        return;
      default:
        return;
    }
  }

  #endAndStart(step: { readonly downMs: number }, end: () => Promise<void>): void {
    if (this.#gateway === undefined) return;
    this.#change = this.#change
      .then(async () => {
        await end();
        await pause(step.downMs);
        await this.#start();
      })
      .catch((error: unknown) => this.#fail(error));
  }

  async #start(): Promise<void> {
    this.#see({ what: 'starting', isReboot: false });
    const gateway = await GatewayProcess.start({
      main: this.#main,
      dataFolder: this.#folder,
      managementKey: MANAGEMENT_KEY,
      args: argumentsOf(this.#history.setup.settings),
    }).catch((error: unknown) => {
      throw new ProcessFailed(messageOf(error));
    });
    void gateway.ended.then(({ status, signal }) => {
      for (const about of gateway.complaints()) this.#see({ what: 'defect', about });
      if (!gateway.isEnding)
        this.#fail(new ProcessFailed(`the process ended by itself: ${signal ?? status}`));
    });
    this.#gateway = gateway;
    this.#see({ what: 'started' });
  }

  async #kill({ on, undecided }: CrashStep): Promise<void> {
    const gateway = this.#gateway;
    if (gateway === undefined) return;
    this.#gateway = undefined;
    await gateway.kill();
    await Promise.all(this.#open);
    this.#see({ what: 'crashed', on, undecided });
    await readDisk(this.#folder, (records) => this.#watch.disk(records, 'restart'));
  }

  async #stop(): Promise<void> {
    const gateway = this.#gateway;
    if (gateway === undefined) return;
    this.#see({ what: 'stopping' });
    this.#gateway = undefined;
    const { status, signal } = await gateway.stop();
    await Promise.all(this.#open);
    this.#see({ what: 'stopped' });
    if (status !== 0) throw new ProcessFailed(`told to stop, the process ended with ${signal ?? status}`);
    await readDisk(this.#folder, (records) => this.#watch.disk(records, 'restart'));
  }

  /** One client's errand, from its first request to the last one that comes of it. */
  async #client(step: RequestStep): Promise<void> {
    let end = await this.#request(step);
    while (end === 'cut_off' && canBeAskedAgain(step.call) && this.#failure === undefined) {
      await this.#change;
      // The end of a connection is noticed before that of the process.
      await pause(1);
      end = await this.#request(step);
      if (end === 'not_sent') end = 'cut_off';
    }
  }

  async #request(step: RequestStep): Promise<End> {
    const { call, client, bodyAfterMs, givesUpAfterMs } = step;
    const prepared = this.#clients.prepare(call);
    const gateway = this.#gateway;
    if (prepared === undefined || gateway === undefined) return 'not_sent';
    this.#requests += 1;
    const request = this.#requests;
    const { keyId, jobId, credential, body } = prepared;
    const address = addressOf(client);
    this.#see({
      what: 'sent',
      request,
      step: step.id,
      call,
      arrivesBy: 'answer',
      keyId,
      jobId,
      credential,
      address,
      hasBody: body !== undefined,
    });
    const length = body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))] as const];
    const fields = [...prepared.fields, ...length];
    const ended = new Promise<End>((resolve) => {
      const exchange = this.#connectionsOf(address).send(
        gateway.port,
        { ...prepared, fields },
        {
          answered: (status, headers, text) => {
            // The last of what is observed of a process is that it ended.
            this.#see({ what: 'answered', request, status, headers, body: text, wallMs: Date.now() });
            this.#answers = { status, body: text };
            this.#clients.learn(step.id, call, status, text);
            resolve('answered');
          },
          cutOff: () => {
            this.#see({ what: 'cut_off', request });
            resolve('cut_off');
          },
        },
      );
      if (body !== undefined) {
        const sendBody = () => {
          if (exchange.isOver) return;
          this.#see({ what: 'body_sent', request });
          exchange.sendBody(body);
        };
        if (bodyAfterMs === 0) sendBody();
        else setTimeout(sendBody, bodyAfterMs);
      }
      if (givesUpAfterMs !== undefined) {
        setTimeout(() => {
          if (exchange.isOver) return;
          exchange.goAway();
          setTimeout(() => {
            this.#see({ what: 'gave_up', request });
            resolve('gave_up');
          }, READ_WITHIN_MS);
        }, givesUpAfterMs);
      }
    });
    this.#open.add(ended);
    return ended.finally(() => this.#open.delete(ended));
  }

  /** Waits until no key has a reserve: what the newest entry of each ledger shows. */
  async #untilSettled(): Promise<void> {
    const until = this.nowMs + SETTLE_WITHIN_MS;
    const unsettled = new Set(this.#clients.keys);
    while (unsettled.size > 0 && this.nowMs < until) {
      for (const key of unsettled) {
        await this.#ask({ op: 'ledger', key, limit: 1 });
        if (hasNoReserve(this.#answers)) unsettled.delete(key);
      }
      if (unsettled.size > 0) await pause(SETTLE_LOOK_MS);
    }
  }

  /** Asks as the checker's own client. */
  async #ask(call: ClientCall): Promise<void> {
    this.#assertAlive();
    this.#answers = undefined;
    await this.#request({ id: NO_STEP, at: 0, do: 'request', call, bodyAfterMs: 0, client: NO_STEP });
  }

  #connectionsOf(address: string): HttpClient {
    let client = this.#connections.get(address);
    if (client === undefined) {
      client = new HttpClient(address);
      this.#connections.set(address, client);
    }
    return client;
  }

  #fail(error: unknown): void {
    this.#gateway = undefined;
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
  }

  #assertAlive(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  #see(seen: Seen): void {
    this.#watch.see({ at: this.nowMs, ...seen } as Observation);
  }
}

/** Without a second effect, as a client that was not answered would. */
function canBeAskedAgain(call: ClientCall): boolean {
  switch (call.op) {
    case 'submit':
    case 'create_key':
      return call.idempotencyKey !== undefined;
    case 'add_credit':
      return true;
    default:
      return false;
  }
}

function hasNoReserve(answer: { readonly status: number; readonly body: string } | undefined): boolean {
  if (answer?.status !== 200) return false;
  const { data } = JSON.parse(answer.body) as { data: readonly { readonly reserved_after: number }[] };
  return (data[0]?.reserved_after ?? 0) === 0;
}

/** Linux takes every address of 127.0.0.0/8 for its own; elsewhere all clients share one. */
function addressOf(client: number): string {
  return process.platform === 'linux' ? `127.0.0.${client + 2}` : '127.0.0.1';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
