/**
 * The page of jobs and its filters: what it shows has passed them, and so has what its links lead to.
 *
 * Only an operator may ask for the jobs of an account; the page of anybody else is of their own.
 */
import type { ReadListCall } from '../../history/people-call.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, type Exchange, type KnownKey } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

export const JOB_PAGES: Rule = {
  name: 'job-pages',
  says: 'A page of jobs shows those of the model, key and account that were asked for, and its links lead to pages with the same filters.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);

    const check = (call: ReadListCall, exchange: Exchange): void => {
      const { answer, seq, endSeq, sent } = exchange;
      const name = book.nameOf(exchange);
      if (name === undefined || answer?.status !== 200) return;
      const about = `request ${sent.request} (${call.op} of ${name})`;
      const key = requests.numbered(call.key);
      const { jobs, links } = bodyOf(answer) ?? {};
      const roles = book.of(name).role.possible(seq, endSeq);
      const isOperators = roles.every((role) => role === 'operator');
      for (const id of textsIn(jobs)) {
        const job = requests.job(id);
        const made = job?.submit.sent.call;
        if (call.model !== undefined && made?.op === 'submit' && made.model !== call.model)
          report(`${about} shows ${id} of ${made.model}, and asked for ${call.model}`);
        if (call.of === 'key' && job !== undefined && key !== undefined && job.keyId !== key.id)
          report(`${about} shows ${id} of ${job.keyId}, and asked for ${key.id}`);
        const isElsewhere = job !== undefined && key !== undefined && job.account !== key.account;
        if (call.of === 'account' && isOperators && isElsewhere)
          report(`${about} shows ${id} of ${job.account}, and asked for ${key.account}`);
      }
      const due = roles.map((role) => filtersOf(call, key, role === 'operator'));
      for (const link of textsIn(links)) {
        const [path, query = ''] = link.split('?');
        const filters = new URLSearchParams(query);
        filters.delete('after');
        filters.sort();
        if (path !== '/jobs' || !due.includes(filters.toString()))
          report(`${about} leads to ${link}, and asked for ${due.join(' or ') || 'all'}`);
      }
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        const call = exchange?.sent.call;
        if (seen.what === 'answered' && exchange !== undefined && call?.op === 'read_list')
          check(call, exchange);
      },
    };
  },
};

/** As a query says them, by name. */
function filtersOf(
  { status, model, of }: ReadListCall,
  key: KnownKey | undefined,
  isOperator: boolean,
): string {
  const filters = new URLSearchParams({
    ...(status && { status }),
    ...(model && { model }),
    ...(of === 'key' && { key: key?.id ?? '' }),
    ...(of === 'account' && isOperator && { account: key?.account ?? '' }),
  });
  filters.sort();
  return filters.toString();
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
