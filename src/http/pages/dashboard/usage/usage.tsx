import type { PageAnswer } from '../../page.js';
import { type DashboardPage, show } from '../requests/dashboard-page.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { readUsage } from './read-usage.js';
import { usageFile } from './usage-file.js';
import { UsagePage } from './usage-page.js';
import { usageQueryOf } from './usage-query.js';

export const usage: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }) {
    const query = usageQueryOf(request, deps);
    if (query === undefined) return showTrouble(request, 'notFound');
    return show(
      request,
      <UsagePage query={query} found={readUsage(deps.system.records, query, deps.limits)} />,
    );
  },
};

/** The rows that the page shows, as a file. */
export const usageCsv: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }): PageAnswer {
    const query = usageQueryOf(request, deps);
    if (query === undefined) return showTrouble(request, 'notFound');
    return usageFile(query, readUsage(deps.system.records, query, deps.limits));
  },
};
