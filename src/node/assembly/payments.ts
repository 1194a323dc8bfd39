/** Makes the payment service that the configuration names. */
import type { MakeService } from '../../outward/outward.js';
import { createChargily } from '../../payments/chargily/chargily.js';
import type { PaymentProvider } from '../../payments/payment-provider.js';
import type { EnvironmentVariables, NodeConfig } from '../config/config.js';
import type { PaymentsConfig } from '../config/config-payments.js';
import { readKey } from '../config/provider-keys.js';

/** Undefined if none is configured. */
export function makePayments(
  { payments }: Pick<NodeConfig, 'payments'>,
  makeService: MakeService,
  environment: EnvironmentVariables,
): PaymentProvider | undefined {
  if (payments === undefined) return undefined;
  const { mode, url } = payments;
  return createChargily({ makeService, mode, url, key: readPaymentKey(payments, environment) });
}

/** @throws ConfigError with one line that names the variable or file */
export function readPaymentKey({ key }: PaymentsConfig, environment: EnvironmentVariables): string {
  return key === undefined ? '' : readKey('payments', key, environment);
}
