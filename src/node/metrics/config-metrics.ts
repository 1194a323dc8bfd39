/**
 * The configuration in force: whether it is the one that was wanted last, and how long its certificate holds.
 */
import type { ReloadMetrics } from '../config/reload.js';
import { counter, gauge } from './definition.js';
import type { MetricsPage } from './page.js';

export const CONFIG_METRICS = {
  reloads: counter(
    'tollgate_config_reloads_total',
    'Reloads of the configuration, by outcome (applied, refused).',
    ['outcome'],
  ),
  isLastApplied: gauge(
    'tollgate_config_last_reload_successful',
    'Whether the last reload was applied (1) or refused (0); 1 before the first.',
  ),
  inForceSince: gauge(
    'tollgate_config_last_reload_success_timestamp_seconds',
    'Unix time at which the configuration in force was put there: of the last reload that was applied, else of the start.',
  ),
  certificateEnds: gauge(
    'tollgate_tls_certificate_expiry_timestamp_seconds',
    'Unix time at which the certificate that new connections get is no longer valid. Only with TLS.',
  ),
};

export function addReloadMetrics(page: MetricsPage, reloads: ReloadMetrics): void {
  const { applied, refused, isLastApplied, inForceSince } = reloads;
  page.add(CONFIG_METRICS.reloads, applied, { outcome: 'applied' });
  page.add(CONFIG_METRICS.reloads, refused, { outcome: 'refused' });
  page.add(CONFIG_METRICS.isLastApplied, isLastApplied ? 1 : 0);
  page.add(CONFIG_METRICS.inForceSince, inForceSince);
}

/** @param validUntil Unix time in seconds; undefined without TLS */
export function addCertificateMetrics(page: MetricsPage, validUntil: number | undefined): void {
  if (validUntil !== undefined) page.add(CONFIG_METRICS.certificateEnds, validUntil);
}
