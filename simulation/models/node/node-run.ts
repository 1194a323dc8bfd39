/**
 * Runs one history of a node: the setup, the steps, then peace until every job is done, then a reading of
 * everything. All that is seen on the way goes to the onlooker; nothing is checked here.
 */
import type { MachineObserver } from '../../../src/machines/run-machine.js';
import type { StoreReader } from '../../../src/store/store.js';
import type { ClientCall } from '../../history/client-call.js';
import type { NodeHistory } from '../../history/node-history.js';
import type { Observation, ServiceHeard } from '../../history/observation.js';
import type { ServiceAsked } from '../../history/services/service-observation.js';
import { timesOf } from '../../history/step-times.js';
import type { KeptFolder } from '../../rules/facts/kept-image.js';
import { Computer } from '../../world/computer.js';
import { Random } from '../../world/random.js';
import { ClientRequests } from './clients/client-requests.js';
import { Clients } from './clients/clients.js';
import { closingCalls, FRAME_STEP, openingCalls } from './clients/frame-calls.js';
import { configOf, managementKey, servicesOf } from './config/node-config.js';
import { doStep } from './do-step.js';
import { LinkScanner } from './listening/link-scanner.js';
import { longestWaitMs } from './longest-wait.js';
import { MAIL_FAULT_CHANCES, MailService } from './mails/mail-service.js';
import { Notices } from './notices.js';
import { ordersAtRest } from './orders-at-rest.js';
import { PaymentDesk } from './payments/payment-desk.js';
import type { Seen } from './process-environment.js';
import { untilSwept } from './results/until-swept.js';
import { ScriptedProviders, type ScriptedProvidersOptions } from './scripted/scripted-providers.js';
import { SERVICE_FAULT_CHANCES } from './services/service-failures.js';
import { ServiceProviders } from './services/service-providers.js';
import { SimulatedNode } from './simulated-node.js';
import { TextServices } from './texts/text-services.js';
import { Scraper } from './watching/scraper.js';

export interface NodeWatch {
  see(seen: Observation): void;
  /** @param results the folder of those that are kept, if there is one */
  disk(records: StoreReader, when: 'restart' | 'end', results?: KeptFolder): void;
  machineStep?: MachineObserver | undefined;
}

const SECRET = new Uint8Array(32).fill(7);
/** How long before the first instant of the history the node is started; the setup is made in that time. */
const SETUP_MS = 10_000;
/** How long the node may take to be up once the faults are over. */
const RECOVERY_MS = 60_000;
/** How long clients may take to end what they began: a wait of a minute, a late body, a slow commit. */
const CLIENTS_MS = 180_000;
/** The checker's own client goes away after this: longer than any of its requests may wait for an answer. */
const PATIENCE_MS = 60_000;
/** A mail is given up by then. */
const MAILS_MS = 720_000;

export class NodeRun {
  readonly #history: NodeHistory;
  readonly #watch: NodeWatch;
  readonly #computer: Computer;
  readonly #clients = new Clients({ inForce: () => this.#node.operatorKey, textOf: managementKey });
  readonly #scripted: ScriptedProviders;
  readonly #services: ServiceProviders;
  readonly #payments: PaymentDesk | undefined;
  readonly #mails: MailService | undefined;
  readonly #node: SimulatedNode;
  readonly #notices: Notices;
  readonly #scraper: Scraper;
  readonly #requests: ClientRequests;

  constructor(history: NodeHistory, watch: NodeWatch) {
    [this.#history, this.#watch] = [history, watch];
    this.#computer = new Computer(
      history.seed,
      SETUP_MS,
      history.steps.some((step) => step.do === 'shortage'),
    );
    const outside: ScriptedProvidersOptions = {
      garbage: new Random(history.seed).fork('garbage'),
      nowMs: () => this.#computer.world.steadyMs(),
      began: (provider, jobId, nth) => this.#see({ what: 'provider_began', provider, jobId, nth }),
    };
    this.#scripted = new ScriptedProviders(outside);
    const heard = (heard: Omit<ServiceHeard, 'what'>) => this.#see({ what: 'service_heard', ...heard });
    const asked = (asked: Omit<ServiceAsked, 'what'>) => this.#see({ what: 'service_asked', ...asked });
    this.#services = new ServiceProviders({
      ...outside,
      names: servicesOf(history.setup),
      random: new Random(history.seed).fork('services'),
      faultChance: SERVICE_FAULT_CHANCES[history.faults],
      heard,
      asked,
    });
    const { payments } = history.setup;
    const texts = history.setup.texts && new TextServices(new Random(history.seed).fork('garbage of texts'));
    this.#payments =
      payments &&
      new PaymentDesk({
        setup: payments,
        world: this.#computer.world,
        nowMs: () => this.#computer.nowMs,
        made: (checkout, order, amountDa, isLive) =>
          this.#see({ what: 'checkout_made', checkout, order, amountDa, isLive }),
        ended: (checkout, status) => this.#see({ what: 'checkout_ended', checkout, status }),
        send: (notice) => this.#notices.send(notice),
        heard,
        asked,
        garbage: new Random(history.seed).fork('garbage of payments'),
      });
    this.#mails = !history.setup.people?.hasMail
      ? undefined
      : new MailService({
          world: this.#computer.world,
          random: new Random(history.seed).fork('mails'),
          faultChance: MAIL_FAULT_CHANCES[history.faults],
          see: (seen) => this.#see(seen),
          arrived: (mail) => {
            this.#clients.people.inbox.arrived(mail);
            scanner.arrived(mail);
          },
        });
    this.#node = new SimulatedNode({
      computer: this.#computer,
      random: new Random(history.seed).fork('node'),
      config: configOf(history.setup),
      setup: history.setup,
      scripted: this.#scripted,
      services: this.#services,
      texts,
      payments: this.#payments,
      mails: this.#mails,
      secret: SECRET,
      kept: history.setup.settings.kept,
      see: (seen) => this.#see(seen),
      onMachineStep: watch.machineStep,
      onRest: (records, results) => watch.disk(records, 'restart', results),
    });
    const scanner = new LinkScanner(this.#computer, this.#node, (seen) => this.#see(seen));
    this.#scraper = new Scraper(this.#node, (seen) => this.#see(seen));
    this.#notices = new Notices(this.#node, (seen) => this.#see(seen));
    this.#requests = new ClientRequests({
      computer: this.#computer,
      node: this.#node,
      clients: this.#clients,
      learn: (prompt, script) => {
        this.#scripted.learn(prompt, script);
        this.#services.learn(prompt, script);
      },
      texts,
      payments: this.#payments,
      trustedProxies: history.setup.settings.trustedProxies,
      scraper: this.#scraper,
      see: (seen) => this.#see(seen),
    });
  }

  /** The world of the history. */
  get computer(): Pick<Computer, 'nowMs' | 'world'> {
    return this.#computer;
  }

  /** @throws {WorldHalted} */
  async run(): Promise<void> {
    const { world } = this.#computer;
    await this.#services.askAdapters();
    await this.#setUp();
    const beginsInMs = -this.#computer.nowMs;
    if (beginsInMs < 0) throw new Error(`the setup took ${-beginsInMs} ms longer than it may`);
    const times = timesOf(this.#history.steps);
    const parts = {
      computer: this.#computer,
      node: this.#node,
      requests: this.#requests,
      scraper: this.#scraper,
      see: (seen: Seen) => this.#see(seen),
    };
    for (const [step, at] of times) world.after(beginsInMs + at, () => doStep(step, parts));
    await world.advance(beginsInMs + Math.max(0, ...times.values()) + 1);
    await this.#comeToRest();
    for (const call of closingCalls(this.#history, this.#clients)) await this.#ask(call);
    await untilSwept(this.#computer, this.#node);
    await this.#scraper.all();
    this.#node.stop();
    while (this.#node.isRunning) await world.advance(100);
    this.#watch.disk(this.#node.records, 'end', this.#node.keptFolder);
  }

  async #setUp(): Promise<void> {
    this.#node.start();
    await this.#untilUp();
    for (const call of openingCalls(this.#history.setup)) await this.#ask(call);
  }

  /** No faults from here on; waits until the node is up, clients are done and every job has had its time. */
  async #comeToRest(): Promise<void> {
    const { world } = this.#computer;
    this.#node.endFaults();
    const clientsUntil = this.#computer.nowMs + CLIENTS_MS;
    while (this.#requests.underWay > 0 && this.#computer.nowMs < clientsUntil) await world.advance(500);
    this.#see({ what: 'quiet' });
    await this.#untilUp();
    const until = this.#computer.nowMs + longestWaitMs(this.#history.setup);
    // Nothing is left to wait for once no unfinished job stands on disk; a node that loses that record, but
    // not the job, is found out by the reading of the job.
    while (this.#computer.nowMs < until && this.#hasUnfinished()) await world.advance(5_000);
    await world.advance(this.#history.setup.settings.gateTimeLimitMs * 2 + 10_000);
    const mailedBy = this.#computer.nowMs + MAILS_MS;
    while (this.#computer.nowMs < mailedBy && this.#mails?.isWaitedFor) await world.advance(5_000);
    if (this.#payments !== undefined) {
      const { watchedDays = 0 } = this.#history.setup.payments ?? {};
      await ordersAtRest(watchedDays, {
        computer: this.#computer,
        node: this.#node,
        payments: this.#payments,
        untilUp: () => this.#untilUp(),
      });
    }
  }

  #hasUnfinished(): boolean {
    const tables = ['unfinished', 'open_generations'] as const;
    return tables.some((table) => [...this.#node.records.range(table, { limit: 1 })].length > 0);
  }

  /** Asks as the checker's own client and waits for the end of it. */
  async #ask(call: ClientCall): Promise<void> {
    let isOver = false;
    const patience = { bodyAfterMs: 0, givesUpAfterMs: PATIENCE_MS };
    this.#requests.send({ id: FRAME_STEP, at: 0, do: 'request', call, client: 0, ...patience }, false, () => {
      isOver = true;
    });
    while (!isOver) await this.#computer.world.advance(1);
  }

  async #untilUp(): Promise<void> {
    const { world } = this.#computer;
    const downs = this.#history.steps.map((step) => ('downMs' in step ? step.downMs : 0));
    for (const [forMs, everyMs] of [
      [RECOVERY_MS, 10],
      [Math.max(0, ...downs), 1_000],
    ] as const) {
      const until = this.#computer.nowMs + forMs;
      while (!this.#node.isUp && this.#computer.nowMs < until) await world.advance(everyMs);
    }
    await world.advance(1);
  }

  #see(seen: Seen): void {
    this.#watch.see({ at: this.#computer.nowMs, ...seen } as Observation);
  }
}
