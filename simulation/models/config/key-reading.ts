/** Keys of services, read from the places that a configuration names. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMailPassword } from '../../../src/node/assembly/mail.js';
import { type NodeConfig, readConfig } from '../../../src/node/config/config.js';
import { readProviderKey } from '../../../src/node/config/provider-keys.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';
import type { RunRecord } from '../../world/run-record.js';
import type { KeyStep } from './config-history.js';

/** Stands in wrong secrets. */
export const NEVER_SHOWN = 'never-shown';
const VARIABLES = { provider: 'KEY_OF_A_SERVICE', mail: 'TOLLGATE_SMTP_PASSWORD' } as const;
/** Another one stands there if the key is to come from a file. */
const BEATEN = 'of-the-environment';

/** @param folder for the file */
export function checkKey(step: KeyStep, folder: string, record: RunRecord): void {
  const { owner, from, text, isWrong } = step;
  const path = join(folder, `key-of-${owner}-${step.id}`);
  const variable = VARIABLES[owner];
  const environment = { [variable]: from === 'environment' ? text : BEATEN };
  if (from === 'file' && text !== undefined) writeFileSync(path, text);
  const place = from === 'file' ? path : variable;
  const about = `a key in the ${from}`;
  let key: string;
  try {
    key =
      owner === 'mail'
        ? readMailPassword(mailConfig(from === 'file' ? path : undefined), environment)
        : readProviderKey(
            { name: 'service', key: from === 'file' ? { from, path } : { from, variable } },
            environment,
          );
  } catch (error) {
    record.count('refused');
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof ConfigError) || message.includes('\n') || !message.includes(place))
      record.broke('keys', `${about} is refused without a line that names its place: ${message}`);
    if (!isWrong) record.broke('keys', `${about} is right, and refused: ${message}`);
    if (message.includes(NEVER_SHOWN)) record.broke('keys', `a refusal shows a key: ${message}`);
    return;
  }
  record.count('taken');
  if (isWrong) record.broke('keys', `${about} is ${JSON.stringify(text)}, and taken`);
  else if (key !== text?.trimEnd()) record.broke('keys', `${about} is read as ${JSON.stringify(key)}`);
}

function mailConfig(smtpPasswordFile: string | undefined): NodeConfig {
  const config = readConfig(
    new Map([
      ['publicUrl', 'https://gate.test'],
      ['smtpUrl', 'smtps://gate@mail.test'],
    ]),
    {},
    '/',
  );
  return { ...config, smtpPasswordFile };
}
