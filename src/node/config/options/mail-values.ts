/** The kinds of values that options of mail have. */
import * as z from 'zod';
import { isUserName } from '../../../actors/people/user-names.js';
import type { ValueKind } from './option-values.js';

const URL_WHY = 'must be smtps://USER@HOST:PORT or smtp://…, without a password, path or query';
const ADDRESS_WHY = 'must be an e-mail address';

export const SMTP_URL: ValueKind<string | undefined> = {
  placeholder: 'URL',
  schema: z.string({ error: URL_WHY }).refine(isSmtpUrl, URL_WHY).optional(),
  fromText: (text) => text,
};

export const MAIL_ADDRESS: ValueKind<string | undefined> = {
  placeholder: 'ADDRESS',
  schema: z.string({ error: ADDRESS_WHY }).refine(isUserName, ADDRESS_WHY).optional(),
  fromText: (text) => text,
};

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, password, pathname, search, hash } = new URL(text);
  const isPlain = password === '' && /^\/?$/.test(pathname) && search === '' && hash === '';
  return isPlain && hostname !== '' && (protocol === 'smtp:' || protocol === 'smtps:');
}
