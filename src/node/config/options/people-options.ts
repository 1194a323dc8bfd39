/** Options of people: how they come to accounts, and how the gateway writes to them. */

import { MAIL_ADDRESS, SMTP_URL } from './mail-values.js';
import { option } from './option.js';
import { oneOf, optionalPath, wholeNumber } from './option-values.js';

export const PEOPLE_OPTIONS = {
  signUp: option(
    'at_reload',
    oneOf(['closed', 'open']),
    'closed',
    'Whether strangers may make an account of their own, which is not verified at first. It needs public-url.',
  ),
  verify: option(
    'at_reload',
    oneOf(['operator', 'email']),
    'operator',
    'Verifies accounts that strangers make: an operator, or the link that was mailed to them. With email it needs smtp-url.',
  ),
  signUpsPerDayMax: option(
    'at_reload',
    wholeNumber(1, 1_000_000, 'accounts'),
    200,
    'Most accounts that strangers may ask for in a day, all together; a network may ask for 10.',
  ),
  smtpUrl: option(
    'at_start',
    SMTP_URL,
    undefined,
    'Mail server for invitations, sign-ups and forgotten passwords: smtps, or smtp, which has to offer STARTTLS unless it is on this machine. Its user stands in it, its password does not. It needs public-url.',
    { example: 'smtps://tollgate@mail.example.com' },
  ),
  smtpPasswordFile: option(
    'at_start',
    optionalPath('FILE'),
    undefined,
    'File with the password of the mail server. Without it TOLLGATE_SMTP_PASSWORD of the environment holds it.',
    { example: '/etc/tollgate/smtp.password' },
  ),
  mailFrom: option(
    'at_start',
    MAIL_ADDRESS,
    undefined,
    'Address that mails come from. Without it they come from tollgate at the host of public-url.',
    { example: 'gateway@example.com' },
  ),
};
