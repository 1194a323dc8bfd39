/**
 * The page `/metrics` of a node. No label holds a key, an id or an address; nothing on it costs more with
 * more keys.
 */
import type { NodeEffect } from '../../actors/effects.js';
import type { ActorSystem } from '../../actors/runtime/system.js';
import type { GatewayMetrics } from '../../http/monitoring/gateway-metrics.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import type { PaymentCalls } from '../../payments/payment-calls.js';
import type { ProviderCalls } from '../../providers/calls/provider-calls.js';
import type { TextCalls } from '../../providers/calls/text-calls.js';
import type { ReloadMetrics } from '../config/reload.js';
import { addActorMetrics } from './actor-metrics.js';
import { addReloadMetrics } from './config-metrics.js';
import { addHttpMetrics } from './http-metrics.js';
import { addMailMetrics } from './mail-metrics.js';
import { addMemoryMetrics, type MemoryMetrics } from './memory-metrics.js';
import { addLedgerMetrics } from './money/ledger-metrics.js';
import { addOrderMetrics } from './money/order-metrics.js';
import { addTextMetrics, type FirstTokenTimes } from './money/text-metrics.js';
import { addOverloadMetrics, type OverloadMetrics } from './overload-metrics.js';
import { MetricsPage } from './page.js';
import { addProviderMetrics } from './provider-metrics.js';
import { addResultMetrics, type ResultMetrics } from './result-metrics.js';

export interface NodeMetrics {
  readonly gateway: GatewayMetrics;
  readonly memory: MemoryMetrics;
  readonly system: ActorSystem<NodeEffect>;
  readonly calls: ProviderCalls;
  readonly textCalls: TextCalls;
  readonly firstTokens: FirstTokenTimes;
  readonly payments: PaymentCalls;
  readonly results: ResultMetrics;
  /** Undefined if there is no mail server. */
  readonly mails: MailQueue | undefined;
  readonly overload: OverloadMetrics;
  readonly reloads: ReloadMetrics;
  /** Adds what the node's environment knows. */
  readonly addOfEnvironment: ((page: MetricsPage) => Promise<void>) | undefined;
}

export async function printNodeMetrics(metrics: NodeMetrics): Promise<string> {
  const page = new MetricsPage();
  addHttpMetrics(page, metrics.gateway);
  addLedgerMetrics(page, metrics.system.tallies);
  addTextMetrics(page, metrics.system.tallies, metrics.textCalls, metrics.firstTokens);
  addOrderMetrics(page, metrics.system.tallies, metrics.payments);
  addMemoryMetrics(page, metrics.memory);
  addActorMetrics(page, metrics.system);
  addProviderMetrics(page, metrics.calls);
  addResultMetrics(page, metrics.results);
  if (metrics.mails !== undefined) addMailMetrics(page, metrics.mails);
  addOverloadMetrics(page, metrics.overload);
  addReloadMetrics(page, metrics.reloads);
  await metrics.addOfEnvironment?.(page);
  return page.print();
}
