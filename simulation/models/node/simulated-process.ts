/**
 * One process of a simulated node: the production assembly in a simulated environment, from start to end.
 *
 * Whatever leaves the process passes through here and through its listener: answers to clients, calls to
 * providers. So it can end before or after any of them. Nothing leaves a process that has ended, and nothing
 * that it does is seen.
 */
import { messageOf } from '../../../src/errors/error-text.js';
import { makeProviders } from '../../../src/node/assembly/providers/providers.js';
import { type AssembledNode, assembleNode } from '../../../src/node/assembly.js';
import type { NodeConfig } from '../../../src/node/config/config.js';
import { isLive } from '../../../src/node/config/config-payments.js';
import { isReal } from '../../../src/node/config/config-providers.js';
import type { NodeEnvironment } from '../../../src/node/environment.js';
import type { PaymentProvider } from '../../../src/payments/payment-provider.js';
import type { Provider } from '../../../src/providers/provider.js';
import type { ClipStore } from '../../../src/results/store/clip-store.js';
import type { World } from '../../../src/time/world.js';
import type { ReloadStep } from '../../history/node-history.js';
import { hashingTrouble } from '../../history/people/visits/hashing-words.js';
import type { Configured } from '../../history/texts/text-observation.js';
import type { MortalWorld } from '../../world/mortal-world.js';
import { simulatedPeople } from '../../world/simulated-people.js';
import { namedIn } from './config/configured-models.js';
import { lookForKeys, lookForPaymentKey, lookForTextKeys } from './config/lacking-keys.js';
import { ReloadedFile } from './config/reloaded-file.js';
import type { AnswerTaker, Connection, SimulatedRequest } from './listening/simulated-exchange.js';
import { TRACED } from './listening/simulated-exchange.js';
import { SimulatedListener } from './listening/simulated-listener.js';
import { observedProvider } from './observed-provider.js';
import { observedPayments } from './payments/observed-payments.js';
import type { ProcessEnvironment, ProcessHost } from './process-environment.js';
import { simulatedResults } from './results/simulated-results.js';
import { jobOfResult } from './scripted/scripted-providers.js';
import { observedTexts } from './texts/observed-texts.js';

export class SimulatedProcess {
  readonly #environment: ProcessEnvironment;
  readonly #host: ProcessHost;
  /** The worlds that its parts live in. */
  readonly #worlds: MortalWorld[] = [];
  #isAlive = true;
  #listener: SimulatedListener | undefined;
  #node: AssembledNode | undefined;
  #kept: ClipStore | undefined;
  /** Of the configuration, after that of the start. */
  #readings = 0;

  constructor(environment: ProcessEnvironment, host: ProcessHost) {
    this.#environment = environment;
    this.#host = host;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Whether requests are taken. */
  get isListening(): boolean {
    return this.#listener?.isListening === true;
  }

  /** Whether the start is over. */
  get isStarted(): boolean {
    return this.#node !== undefined;
  }

  /** Of kept results, as the process has it. */
  get keptBytes(): number {
    return this.#kept?.bytes ?? 0;
  }

  /** Rejects if the disk does not let it start. Settles for nobody once the process has ended. */
  async start(): Promise<void> {
    this.#node = await assembleNode(this.#nodeEnvironment(), this.#environment.config, false);
  }

  /** An end in order. To be called once it is started. */
  async stop(): Promise<void> {
    await this.#node?.stop();
  }

  /** Reads its configuration again, from a file that says `config`. To be called once it is started. */
  reload(
    config: NodeConfig,
    { id: _, at: __, do: ___, isMistaken, mistake, ...changes }: ReloadStep,
  ): 'applied' | 'refused' | undefined {
    const file = new ReloadedFile(config, isMistaken, mistake, changes.options);
    if (this.#listener !== undefined) this.#listener.lacksCertificate = mistake === 'certificate';
    this.#readings += 1;
    let outcome: 'applied' | 'refused' | undefined;
    try {
      outcome = this.#node?.reload(() => file.read()).outcome;
    } catch (error) {
      this.#sawDefect('a reload that stopped half-way', error);
    }
    if (outcome === undefined) return undefined;
    const applied = outcome === 'applied' && { ...changes, ...this.#reading() };
    this.#environment.see({ what: 'reloaded', outcome, ...applied });
    if ((outcome === 'refused') !== file.isWrong) this.#sawDefect('a reload', outcome);
    return outcome;
  }

  /** The process is no more; its connections are cut. */
  end(): void {
    this.#isAlive = false;
    for (const world of this.#worlds) world.end();
    this.#listener?.endWithProcess();
  }

  /** Sends the head of a request; undefined if nobody listens. */
  connect(request: SimulatedRequest, taker: AnswerTaker): Connection | undefined {
    // A service manager would end it: each commit is done or given up in time here, whatever its disk does.
    if (this.#node?.isStalled() === true) this.#sawDefect('the watchdog', 'the node is stalled');
    return this.#listener?.connect(request, taker);
  }

  #nodeEnvironment(): NodeEnvironment {
    const { computer, limits, secret, kept, mails, onMachineStep } = this.#environment;
    const { load } = computer;
    return {
      // The disk is open before the process knows the time.
      store: this.#host.open(this.#live(0)),
      readClocks: () => computer.readClocks(),
      worldAt: (steadyOffsetMs) => this.#live(steadyOffsetMs),
      providersIn: (world, config) => this.#providersIn(world, config),
      textProvidersIn: (world, config) => {
        lookForTextKeys(world, config);
        return observedTexts(world, {
          ...this.#environment,
          host: this.#host,
          isAlive: () => this.#isAlive,
          reading: this.#reading(),
        });
      },
      paymentsIn: (_, config) => {
        lookForPaymentKey(config);
        return this.#payments();
      },
      onOrderSetAside: ({ orderId: order, mismatch: { kind } }) => {
        if (this.#isAlive) this.#environment.see({ what: 'set_aside', order, kind });
      },
      results: (world) => {
        const parts = simulatedResults(world, { secret, kept, disk: this.#host.results });
        this.#kept = parts.store;
        return parts;
      },
      mailTransport: mails?.reachedFrom(() => this.#isAlive),
      people: simulatedPeople(secret, this.#live(0), limits.passwordsWaiting, hashingTrouble),
      keepManagementKey: () => {},
      listen: async (gateway, world, live) => {
        this.#listener = new SimulatedListener({
          gateway,
          isSplit: this.#environment.config.managementPort !== undefined,
          live,
          world,
          host: this.#host,
          isAlive: () => this.#isAlive,
          sawDefect: (where, error) => this.#sawDefect(where, error),
        });
        return this.#listener;
      },
      inspector: { defect: ({ kind, id, error }) => this.#sawDefect(`${kind} ${id}`, error) },
      onDefect: (_, error) => this.#sawDefect('a request', error),
      ...(load === undefined ? {} : { watchLoad: (parts) => load.watchedBy(parts) }),
      limits,
      onMachineStep,
      requestObserver: TRACED,
    };
  }

  #live(steadyOffsetMs: number): MortalWorld {
    const world = this.#environment.computer.process(steadyOffsetMs, () => {
      if (this.#isAlive) this.#host.occasion('before', 'event');
    });
    if (!this.#isAlive) world.end();
    this.#worlds.push(world);
    return world;
  }

  #providersIn(world: World, config: NodeConfig): readonly Provider[] {
    const { scripted, services, secret, see } = this.#environment;
    lookForKeys(world, secret, config);
    const providers = config.providers.filter((provider) => !isReal(provider));
    const simulated = makeProviders({ ...config, providers }, { world, secret });
    const reading = this.#reading();
    const all = simulated.concat(scripted.reachedFrom(world), services.reachedFrom(world));
    return namedIn(config, all, this.#environment.config).map((provider) =>
      observedProvider(provider, {
        isAlive: () => this.#isAlive,
        leaving: (about) => {
          if (this.#isAlive) this.#host.occasion('before', 'provider_call');
          return this.#isAlive ? this.#host.fateOfCall(about) : 'ended';
        },
        called: (call) => {
          const number = this.#host.nextCall();
          see({ what: 'provider_called', call: number, ...call, ...reading });
          return number;
        },
        arrived: () => this.#host.occasion('after', 'provider_call'),
        answered: (answer) => see({ what: 'provider_answered', ...answer }),
        jobAt: (location) => jobOfResult(location) || services.jobAt(location),
      }),
    );
  }

  #payments(): PaymentProvider | undefined {
    const { payments, config, see } = this.#environment;
    if (payments === undefined) return undefined;
    const isAlive = () => this.#isAlive;
    const provider = payments.provider(isLive(config.payments));
    return observedPayments(provider, { isAlive, host: this.#host, see, reading: this.#reading() });
  }

  #reading(): Configured {
    return this.#readings === 0 ? {} : { reading: this.#readings };
  }

  #sawDefect(where: string, error: unknown): void {
    if (!this.#isAlive) return;
    this.#environment.see({ what: 'defect', about: `${where}: ${messageOf(error)}` });
  }
}
