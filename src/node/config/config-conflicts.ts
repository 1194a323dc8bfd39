/** Settings that do not go together, or mean nothing without another one. */

import { type PaymentsConfig, whyNotSimulated, whyNotUnpaid } from './config-payments.js';
import type { ProviderConfig } from './config-providers.js';
import type { OptionValues } from './options/options.js';
import { ConfigError } from './start-refused.js';

export function refuseConflicts(
  values: Omit<OptionValues, 'config'>,
  providers: readonly ProviderConfig[],
  payments: PaymentsConfig | undefined,
): void {
  const whyNotPaidSo = whyNot(payments, values.host, providers);
  if (whyNotPaidSo !== undefined) throw new ConfigError(whyNotPaidSo);
  if (payments?.kind === 'chargily' && values.publicUrl === undefined) {
    throw new ConfigError('payments are configured and need public-url: their notices and links lead there');
  }
  refuseMail(values);
  if (values.topUpMax < values.topUpMin) throw new ConfigError('top-up-max is less than top-up-min');
  const { tlsCert, tlsKey, tlsPassphraseFile, managementTls } = values;
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    const [given, missing] = tlsCert === undefined ? ['tls-key', 'tls-cert'] : ['tls-cert', 'tls-key'];
    throw new ConfigError(`${given} is given and ${missing} is not: a certificate goes with its key`);
  }
  if (tlsPassphraseFile !== undefined && tlsKey === undefined) {
    throw new ConfigError('tls-passphrase-file is given, and tls-key is not');
  }
  if (managementTls && tlsCert === undefined) {
    throw new ConfigError('management-tls is true, and tls-cert is not given');
  }
  refuseCoolDowns(values, 'provider-');
  for (const { name, bounds } of providers) refuseCoolDowns({ ...values, ...bounds }, `providers.${name}.`);
}

/** Why there can be no such payments; undefined if there can. */
function whyNot(
  payments: PaymentsConfig | undefined,
  host: string,
  providers: readonly ProviderConfig[],
): string | undefined {
  if (payments?.kind === 'simulated') return whyNotSimulated(host, providers);
  return payments?.mode === 'test' ? whyNotUnpaid(providers) : undefined;
}

function refuseMail({ signUp, verify, publicUrl, smtpUrl }: Omit<OptionValues, 'config'>): void {
  if (publicUrl === undefined && smtpUrl !== undefined) {
    throw new ConfigError('smtp-url is given and needs public-url: the links in mails begin with it');
  }
  if (publicUrl === undefined && signUp === 'open') {
    throw new ConfigError('sign-up is open and needs public-url: strangers reach the gateway there');
  }
  if (verify === 'email' && smtpUrl === undefined) {
    throw new ConfigError('verify is email and needs smtp-url: it is a mail that verifies');
  }
}

/** @param before stands before the names, which are those of an entry or, with `provider-`, the options' */
function refuseCoolDowns(
  values: Pick<OptionValues, 'providerBreakerCoolDownMs' | 'providerBreakerCoolDownMaxMs'>,
  before: string,
): void {
  if (values.providerBreakerCoolDownMaxMs >= values.providerBreakerCoolDownMs) return;
  throw new ConfigError(`${before}breaker-cool-down-max-ms is less than ${before}breaker-cool-down-ms`);
}
