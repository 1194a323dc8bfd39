/**
 * A node apart from the requests that come to it: its actors, the providers that they call, and what goes on
 * by itself.
 *
 * Calls go in one circle: the actors' effects go to the dispatcher, from there to the caller of providers,
 * and what that reports goes back to the actors by way of the dispatcher.
 */

import { Retention } from '../../actors/across-accounts/retention.js';
import { isOrderEffect } from '../../actors/effects.js';
import { IdMaker } from '../../actors/storage/ids.js';
import { AddressWindows } from '../../actors/windows/address-windows.js';
import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';
import { MailQueue } from '../../mail/mail-queue.js';
import { LoadShedder } from '../../overload/load-shedder.js';
import { PaymentCalls } from '../../payments/payment-calls.js';
import { People } from '../../people/people.js';
import { ProviderCalls } from '../../providers/calls/provider-calls.js';
import { TextCalls } from '../../providers/calls/text-calls.js';
import type { Catalogue } from '../../routing/catalogue.js';
import { OrderDispatcher } from '../../routing/order-dispatcher.js';
import { ProviderDispatcher } from '../../routing/provider-dispatcher.js';
import type { ResultReader } from '../../routing/result-reader.js';
import { GenerationDesk } from '../../routing/text/generation-desk.js';
import type { TextCatalogue } from '../../routing/text/text-catalogue.js';
import { unixSeconds } from '../../time/clock.js';
import { AnchorKeeper } from '../clock/anchor-keeper.js';
import type { ContinuedTime, RunWorld } from '../clock/continued-time.js';
import type { NodeConfig } from '../config/config.js';
import type { NodeEnvironment } from '../environment.js';
import { newestId } from '../folder/recovered.js';
import { FirstTokenTimes } from '../metrics/money/text-metrics.js';
import { type Actors, createActors } from './actors.js';
import { LateBound } from './late-bound.js';
import { callLimits, keepsResults, orderAddresses } from './part-settings.js';
import { paymentsOf } from './payments.js';
import { catalogueOf } from './providers/models.js';
import { textCatalogueOf } from './providers/text-models.js';
import { NodeResults } from './results.js';

export interface Core extends Actors {
  readonly world: RunWorld;
  /** In Unix seconds. */
  readonly startedAt: number;
  readonly ids: IdMaker;
  /** The configuration in force: a reload changes this very object, and parts read it when they need it. */
  readonly settings: NodeConfig;
  readonly limits: Limits;
  /** Replaced at a reload. */
  catalogue: Catalogue;
  /** Replaced with it. */
  textCatalogue: TextCatalogue;
  readonly textCalls: TextCalls;
  readonly texts: GenerationDesk;
  readonly firstTokens: FirstTokenTimes;
  readonly calls: ProviderCalls;
  readonly jobs: ProviderDispatcher;
  readonly payments: PaymentCalls;
  readonly orders: OrderDispatcher;
  readonly results: NodeResults;
  readonly shedder: LoadShedder;
  readonly addresses: AddressWindows;
  readonly retention: Retention;
  /** Undefined if there is no mail server. */
  readonly mails: MailQueue | undefined;
  readonly people: People;
  readonly anchorKeeper: AnchorKeeper;
}

const MIB = 1_048_576;
/** For a node whose providers read their results themselves. */
const NO_READER: ResultReader = { read: () => {}, stop: () => {} };

/** Nothing goes on by itself before `startCore`. */
export function createCore(environment: NodeEnvironment, time: ContinuedTime, config: NodeConfig): Core {
  const { store, inspector, onMachineStep, onClockStep, tracing, limits = USUAL_LIMITS } = environment;
  const { world, anchor, anchoredLeadMs } = time;
  const providers = environment.providersIn(world, config);
  const startedAt = unixSeconds(world.wallMs());
  const catalogue = catalogueOf(providers, config, startedAt);
  const textProviders = environment.textProvidersIn?.(world, config) ?? [];
  const textCatalogue = textCatalogueOf(textProviders, config, catalogue, startedAt);
  const settings = { ...config };
  const dispatcher = new LateBound<ProviderDispatcher>('dispatcher');
  const orders = new LateBound<OrderDispatcher>('order dispatcher');
  const calls = new ProviderCalls({
    world,
    providers,
    limitsOf: (provider) => callLimits(config, provider, limits),
    onReport: (jobId, report) => dispatcher.value.report(jobId, report),
    tell: (jobId, report, told) => dispatcher.value.tell(jobId, report, told),
    observer: tracing?.calls,
  });
  const actors = createActors({
    world,
    store,
    settings,
    limits,
    inspector,
    perform: (effect) =>
      isOrderEffect(effect) ? orders.value.perform(effect) : dispatcher.value.perform(effect),
    alongWithWindows: () => [anchor()],
    onMachineStep,
  });
  const { system, partitionOf, windows, videoJob, generation, order } = actors;
  const payments = new PaymentCalls({
    world,
    onReport: (orderId, report) => orders.value.report(orderId, report),
    callsMax: limits.paymentCalls,
  });
  payments.configure(paymentsOf(config, environment, { world, system, order }));
  const { mailTransport: transport, onMailTrouble: onTrouble } = environment;
  const mails = transport === undefined ? undefined : new MailQueue({ world, transport, onTrouble });
  const ids = new IdMaker(world, newestId(store), limits);
  const shedder = new LoadShedder({
    targetMs: config.queueDelayMaxMs,
    mailWaitMs: (now) => system.mailWaitMs(now),
  });
  const results = new NodeResults({
    world,
    records: system.records,
    calls,
    parts: environment.results?.(world, settings),
    isKept: (provider) => keepsResults(settings, provider),
    bytesMax: () => settings.resultMaxMib * MIB,
    onReport: (jobId, report) => dispatcher.value.report(jobId, report),
    tracing: tracing?.jobs,
    limits,
  });
  const jobs = new ProviderDispatcher({
    world,
    system,
    partitionOf,
    videoJob,
    calls,
    results: results.reader ?? NO_READER,
    limits,
    onTurnedAway: () => shedder.count('provider'),
    observer: tracing?.jobs,
  });
  const textCalls = new TextCalls({
    world,
    providers: textProviders,
    limitsOf: (provider) => callLimits(config, provider, limits),
  });
  const firstTokens = new FirstTokenTimes();
  const texts = new GenerationDesk({
    world,
    system,
    partitionOf,
    generation,
    calls: textCalls,
    times: () => settings,
    limits,
    onSettled: (generation) => {
      firstTokens.settled(generation);
      environment.onTextSettled?.(generation);
    },
  });
  return {
    ...actors,
    world,
    startedAt,
    ids,
    settings,
    limits,
    catalogue,
    textCatalogue,
    textCalls,
    texts,
    firstTokens,
    calls,
    jobs: dispatcher.bind(jobs),
    payments,
    orders: orders.bind(
      new OrderDispatcher({
        world,
        system,
        partitionOf,
        order,
        limits,
        calls: payments,
        addressesOf: (orderId) => orderAddresses(settings, orderId),
        onSetAside: (finding) => environment.onOrderSetAside?.(finding),
      }),
    ),
    results,
    shedder,
    addresses: new AddressWindows(
      world,
      windows,
      () => settings.addressWindowsMax,
      config.addressRpm,
      undefined,
      limits,
    ),
    retention: new Retention(world, system, videoJob, generation, limits),
    mails,
    people: new People(
      { ...actors, ...environment.people, world, ids, limits },
      { mailer: mails, publicUrl: () => settings.publicUrl },
      settings,
    ),
    anchorKeeper: new AnchorKeeper({
      world,
      anchoredLeadMs,
      onStep: onClockStep,
      write: () => system.commitAside([anchor()]),
    }),
  };
}

/** Takes up the jobs and orders of the runs before: those that are earlier than the first ids of this run. */
export function startCore(core: Core, firstJobOfThisRun: string, firstOrderOfThisRun: string): void {
  core.anchorKeeper.start();
  core.journal.start();
  core.system.start();
  core.retention.start();
  core.results.start();
  core.jobs.resume(firstJobOfThisRun);
  core.orders.resume(firstOrderOfThisRun);
  core.texts.resume();
}

/** Resolves when all that was acknowledged is on disk; no timer of the node's world is left. */
export async function stopCore(core: Core): Promise<void> {
  core.calls.close();
  core.texts.close();
  core.payments.close();
  core.mails?.close();
  await core.results.close();
  core.retention.stop();
  core.anchorKeeper.stop();
  await core.journal.close();
  await core.system.close();
  core.world.stop();
}
