/** The figures of a node are those of what it did: each counts what clients and providers saw. */
import type { Samples } from '../../history/onlookers/watching.js';
import type { Rule } from '../invariant.js';
import { type Labels, sumOf } from './samples.js';
import { ProcessCounts, type SeenCounts } from './seen-counts.js';

/** Of pages one cannot tell from outside how often each was asked for. */
const isOfApi = ({ route = '' }: Labels) => /^\/(v1|api)\/|^unmatched$/.test(route);
/** Calls of each kind, by the names that figures have for them. */
const KINDS = { submit: ['submit'], find: ['find'], cancel: ['cancel'], text: ['text'] } as const;

export const FIGURES: Rule = {
  name: 'figures',
  says: 'Each figure of a node counts what was seen of it since its start: requests, answers, errors, calls to providers, reloads.',
  watch(_setup, report) {
    const counts = new ProcessCounts();
    let asked: SeenCounts = new Map();
    return {
      observe(seen, exchange) {
        counts.observe(seen, exchange);
        if (seen.what === 'scraping' && seen.page === '/metrics') asked = counts.now;
        if (seen.what !== 'scraped' || seen.page !== '/metrics') return;
        if (seen.samples === undefined) report(`the figures are answered with ${seen.status}`);
        else for (const wrong of wrongIn(seen.samples, asked, counts.now)) report(wrong);
      },
    };
  },
};

function wrongIn(samples: Samples, asked: SeenCounts, now: SeenCounts): readonly string[] {
  const wrong: string[] = [];
  const between = (about: string, figure: number, name: string, atMost = Number.POSITIVE_INFINITY) => {
    const [least, most] = [asked.get(name) ?? 0, Math.max(now.get(name) ?? 0, atMost)];
    if (figure < least || figure > most) wrong.push(`${about} stands at ${figure}, and ${least} were seen`);
  };
  // An answer may have begun that nobody heard of to its end.
  const told = (about: string, figure: number, name: string) =>
    between(about, figure, name, (now.get(name) ?? 0) + (now.get('unheard') ?? 0));
  const exact = (about: string, figure: number, name: string) => between(about, figure, name, 0);

  const requests = 'tollgate_http_requests_total';
  for (const status of namesOf(samples, asked, requests, 'status', 'answer '))
    told(
      `${requests} of the API with status ${status}`,
      sumOf(samples, requests, (labels) => isOfApi(labels) && labels.status === status),
      `answer ${status}`,
    );
  const errors = 'tollgate_http_errors_total';
  for (const code of namesOf(samples, asked, errors, 'code', 'error '))
    told(
      `${errors} of ${code}`,
      sumOf(samples, errors, (labels) => labels.code === code),
      `error ${code}`,
    );
  between(
    'tollgate_http_requests_aborted_total',
    sumOf(samples, 'tollgate_http_requests_aborted_total'),
    'left',
  );

  const [admitted, refused] = ['tollgate_limiter_admitted_total', 'tollgate_limiter_refused_total'];
  exact(refused, sumOf(samples, refused), 'refused');
  exact(
    `the sum of ${admitted} and ${refused}`,
    sumOf(samples, admitted) + sumOf(samples, refused),
    'requests',
  );
  for (const window of ['api_key', 'management_key', 'address'])
    between(
      `${admitted} of ${window}`,
      sumOf(samples, admitted, (labels) => labels.window === window),
      `admitted ${window}`,
    );

  const [calls, underWay] = ['tollgate_provider_calls_total', 'tollgate_provider_calls_in_flight'];
  for (const name of new Set([...asked.keys(), ...now.keys()])) {
    const [, provider = '', kind = ''] = /^call (\S+) (\S+)$/.exec(name) ?? [];
    if (!(kind in KINDS) && kind !== 'poll') continue;
    const kinds: readonly string[] = kind === 'poll' ? ['poll', 'last_call'] : [kind];
    const fits = (labels: Labels) => labels.provider === provider && kinds.includes(labels.kind ?? '');
    const figure = sumOf(samples, calls, fits) + sumOf(samples, underWay, fits);
    const about = `${calls} and those under way, of ${provider} and ${kind},`;
    // A final poll may wait until its time is over, and is never called.
    if (kind === 'poll') between(about, figure, name);
    else exact(about, figure, name);
  }

  const reloads = 'tollgate_config_reloads_total';
  for (const outcome of ['applied', 'refused'])
    exact(
      `${reloads} that were ${outcome}`,
      sumOf(samples, reloads, (labels) => labels.outcome === outcome),
      `reload ${outcome}`,
    );
  // A call that no service can be reached for is not seen.
  for (const about of ['create', 'look'])
    between(
      `tollgate_payment_calls_total of ${about}`,
      sumOf(samples, 'tollgate_payment_calls_total', (labels) => labels.about === about),
      `payment ${about}`,
    );
  const [evicted, findings] = ['tollgate_results_evicted_total', 'tollgate_orders_set_aside_total'];
  between(evicted, sumOf(samples, evicted), 'evicted');
  for (const kind of namesOf(samples, asked, findings, 'kind', 'finding '))
    between(
      `${findings} of ${kind}`,
      sumOf(samples, findings, (labels) => labels.kind === kind),
      `finding ${kind}`,
    );
  const mails = (outcome: string) =>
    sumOf(samples, 'tollgate_mails_total', (labels) => labels.outcome === outcome);
  const [sent, failed] = [mails('sent'), mails('failed')];
  const [taken, handed] = [now.get('mail taken') ?? 0, now.get('mail') ?? 0];
  if (sent > taken) wrong.push(`${sent} mails are said to be sent, and ${taken} were taken`);
  if (failed > handed - sent) wrong.push(`${failed} tries are said to have failed of ${handed} mails`);
  return [...wrong, ...wrongSums(samples)];
}

/** Figures that add up whatever happened. */
function wrongSums(samples: Samples): readonly string[] {
  const open = (metric: string, states: readonly string[]) =>
    sumOf(samples, metric, ({ state = '' }) => states.includes(state));
  const jobs =
    sumOf(samples, 'tollgate_jobs_completed_total') +
    sumOf(samples, 'tollgate_jobs_failed_total') +
    open('tollgate_jobs', ['pending', 'in_progress']);
  const texts = sumOf(samples, 'tollgate_generations_ended_total') + open('tollgate_generations', ['open']);
  const inAll = sumOf(samples, 'tollgate_mailbox_messages');
  const inDeepest = sumOf(samples, 'tollgate_mailbox_deepest_messages');
  const sums = [
    ['tollgate_jobs_accepted_total', jobs] as const,
    ['tollgate_generations_accepted_total', texts] as const,
  ].flatMap(([metric, sum]) => {
    const accepted = sumOf(samples, metric);
    return accepted === sum ? [] : [`${metric} stands at ${accepted}, and ${sum} are open or have ended`];
  });
  for (const [part, whole] of [
    ['tollgate_http_request_duration_seconds_count', 'tollgate_http_requests_total'],
    ['tollgate_turns_committed_total', 'tollgate_turns_total'],
    ['tollgate_payment_calls_failed_total', 'tollgate_payment_calls_total'],
    ['tollgate_provider_call_duration_seconds_count', 'tollgate_provider_calls_total'],
  ] as const)
    if (sumOf(samples, part) > sumOf(samples, whole))
      sums.push(`${part} stands at ${sumOf(samples, part)}, and ${whole} at ${sumOf(samples, whole)}`);
  const resident = sumOf(samples, 'tollgate_actors_resident');
  const came = sumOf(samples, 'tollgate_actors_activated_total');
  const went = sumOf(samples, 'tollgate_actors_passivated_total');
  if (resident !== came - went)
    sums.push(`${resident} actors are in memory, and ${came} came and ${went} went`);
  const areOdd = inAll < inDeepest || inAll > 0 !== inDeepest > 0;
  return areOdd ? [...sums, `${inAll} messages are in all mailboxes, and ${inDeepest} in the deepest`] : sums;
}

/** The values of a label that the figures have, or that were seen. */
function namesOf(
  samples: Samples,
  seen: SeenCounts,
  metric: string,
  label: string,
  prefix: string,
): ReadonlySet<string> {
  const pattern = new RegExp(`^${metric}\\{.*?${label}="([^"]*)"`);
  const printed = Object.keys(samples).flatMap((name) => pattern.exec(name)?.[1] ?? []);
  const known = [...seen.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  return new Set([...printed, ...known]);
}
