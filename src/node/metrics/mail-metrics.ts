/** Mails to people. */
import type { MailQueue } from '../../mail/mail-queue.js';
import { counter, gauge } from './definition.js';
import type { MetricsPage } from './page.js';

export const MAIL_METRICS = {
  mails: counter(
    'tollgate_mails_total',
    'Mails, by outcome (sent; failed: a try that is repeated; dropped: never sent). Only with smtp-url.',
    ['outcome'],
  ),
  waiting: gauge(
    'tollgate_mails_waiting',
    'Mails that are neither sent nor dropped yet. Only with smtp-url.',
  ),
};

export function addMailMetrics(page: MetricsPage, { metrics, waiting }: MailQueue): void {
  for (const outcome of ['sent', 'failed', 'dropped'] as const)
    page.add(MAIL_METRICS.mails, String(metrics[outcome]), { outcome });
  page.add(MAIL_METRICS.waiting, String(waiting));
}
