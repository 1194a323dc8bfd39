/** Makes the payment service that the configuration names. */
import { simulatedCheckout } from '../../actors/orders/simulated-card.js';
import type { MakeService } from '../../outward/outward.js';
import { createChargily } from '../../payments/chargily/chargily.js';
import type { PaymentProvider } from '../../payments/payment-provider.js';
import { createSimulatedDesk } from '../../payments/simulated/simulated-desk.js';
import type { World } from '../../time/world.js';
import type { EnvironmentVariables, NodeConfig } from '../config/config.js';
import { readKey } from '../config/provider-keys.js';
import type { NodeEnvironment } from '../environment.js';
import type { Actors } from './actors.js';

type Wanted = Pick<NodeConfig, 'payments'>;

/** The service outside of the node; undefined if there is none. */
export function makePayments(
  { payments }: Wanted,
  makeService: MakeService,
  environment: EnvironmentVariables,
): PaymentProvider | undefined {
  if (payments?.kind !== 'chargily') return undefined;
  const { mode, url } = payments;
  return createChargily({ makeService, mode, url, key: readPaymentKey({ payments }, environment) });
}

/**
 * '' if the payment service needs none.
 *
 * @throws ConfigError with one line that names the variable or file
 */
export function readPaymentKey({ payments }: Wanted, environment: EnvironmentVariables): string {
  if (payments?.kind !== 'chargily' || payments.key === undefined) return '';
  return readKey('payments', payments.key, environment);
}

interface DeskParts extends Pick<Actors, 'system' | 'order'> {
  readonly world: World;
}

/** The service that the configuration names, within the node or outside of it. */
export function paymentsOf(
  config: NodeConfig,
  environment: NodeEnvironment,
  { world, system, order }: DeskParts,
): PaymentProvider | undefined {
  if (config.payments?.kind !== 'simulated') return environment.paymentsIn?.(world, config);
  const checkoutOf = (id: string) => simulatedCheckout(system.view(order, id));
  return createSimulatedDesk({ world, checkoutOf });
}
