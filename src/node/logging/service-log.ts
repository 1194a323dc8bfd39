/**
 * The log of calls to services that failed, with what the service said of it. A service that fails all the
 * time is logged some times, and then how often it was not.
 *
 * Secrets have been taken out of what comes here; links are cut at their query, for that may open a result.
 */
import type { EndedCall, ObserveCall } from '../../outward/traffic.js';
import type { Log } from './log.js';

const LINES_MAX = 10;
const PERIOD_MS = 10_000;

interface Period {
  endsAt: number;
  lines: number;
  notLogged: number;
}

export function serviceLog(log: Pick<Log, 'warn'>, nowMs = () => performance.now()): ObserveCall {
  const periods = new Map<string, Period>();
  return (call) => {
    if (!isFailure(call)) return;
    const { provider, detail, ...rest } = call;
    const now = nowMs();
    let period = periods.get(provider);
    if (period === undefined || now >= period.endsAt) {
      const notLogged = period?.notLogged ?? 0;
      if (notLogged > 0) log.warn({ provider, calls: notLogged }, 'more calls to the provider failed');
      period = { endsAt: now + PERIOD_MS, lines: 0, notLogged: 0 };
      periods.set(provider, period);
    }
    if (period.lines === LINES_MAX) period.notLogged++;
    else {
      period.lines++;
      log.warn({ provider, ...rest, detail: withoutQueries(detail) }, 'a call to the provider failed');
    }
  };
}

/** A reader or a listener that leaves is no failure; a call that is given up has had no answer in time. */
function isFailure({ kind, outcome }: EndedCall): boolean {
  return outcome !== 'ok' && (outcome !== 'given_up' || kind === 'api');
}

function withoutQueries(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/[^\s"'?#]*)[?#][^\s"']*/gi, '$1');
}
