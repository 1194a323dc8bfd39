import type { MailTrouble } from '../../mail/mail-queue.js';
import type { Log } from './log.js';

/** Logs mails that were not sent. */
export function mailLog(log: Pick<Log, 'warn' | 'error'>): (trouble: MailTrouble) => void {
  return ({ tries, isDropped, why }) => {
    if (isDropped) log.error({ tries, why }, 'a mail was dropped: whoever waits for it has to ask again');
    else log.warn({ tries, why }, 'a mail was not sent yet');
  };
}
