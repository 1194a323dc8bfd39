/** Makes the mail server that the configuration names. */
import type { MailTransport } from '../../mail/mail.js';
import { createSmtpTransport } from '../../mail/smtp.js';
import type { EnvironmentVariables, NodeConfig } from '../config/config.js';
import { SMTP_PASSWORD_VARIABLE } from '../config/options/options.js';
import { readKey } from '../config/provider-keys.js';
import type { KeySource } from '../config/provider-settings.js';

/** Undefined if none is configured. */
export function makeMailTransport(
  config: NodeConfig,
  environment: EnvironmentVariables,
): MailTransport | undefined {
  const { smtpUrl, publicUrl, mailFrom } = config;
  if (smtpUrl === undefined || publicUrl === undefined) return undefined;
  const from = mailFrom ?? `tollgate@${new URL(publicUrl).hostname}`;
  return createSmtpTransport({ url: smtpUrl, from, password: readMailPassword(config, environment) });
}

/**
 * '' if the mail server needs none.
 *
 * @throws ConfigError with one line that names the variable or file
 */
export function readMailPassword(
  { smtpUrl, smtpPasswordFile: path }: NodeConfig,
  environment: EnvironmentVariables,
): string {
  if (smtpUrl === undefined || new URL(smtpUrl).username === '') return '';
  const source: KeySource =
    path === undefined ? { from: 'environment', variable: SMTP_PASSWORD_VARIABLE } : { from: 'file', path };
  return readKey('smtp-url', source, environment);
}
