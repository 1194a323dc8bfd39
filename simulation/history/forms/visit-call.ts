/** Visits of the pages of the dashboard, whoever may see them. */

/** Pages of one's own, or of all whom an operator asks about. */
const OWN = ['overview', 'sessions', 'password', 'chat', 'jobs', 'new_job', 'top_up'] as const;
/** Pages about an account. */
const OF_ACCOUNT = ['keys', 'new_key', 'management', 'people', 'invite', 'audit', 'usage'] as const;
const OF_KEY = ['key', 'rotate', 'transfer', 'credit', 'debit'] as const;
const FOR_OPERATORS = ['node', 'accounts', 'new_account', 'account'] as const;

export const VISITED = [...OWN, ...OF_ACCOUNT, ...OF_KEY, ...FOR_OPERATORS, 'person'] as const;
export type Visited = (typeof VISITED)[number];

export interface VisitCall {
  readonly op: 'visit';
  readonly session: number;
  readonly page: Visited;
  /** Of a page about an account; absent for that of the person. */
  readonly account?: number;
  /** Of a page about a key. */
  readonly key?: number;
  /** Of the page of a person. */
  readonly name?: string;
}

export function isOfKey(page: Visited): boolean {
  return (OF_KEY as readonly Visited[]).includes(page);
}

export function isOfAccount(page: Visited): boolean {
  return page === 'account' || (OF_ACCOUNT as readonly Visited[]).includes(page);
}

export function describeVisit({ session, page, account, key, name }: VisitCall): string {
  const about = [
    ...(account === undefined ? [] : [`account ${account}`]),
    ...(key === undefined ? [] : [`key ${key}`]),
    ...(name === undefined ? [] : [name]),
  ];
  const of = about.length === 0 ? '' : ` of ${about.join(', ')}`;
  return `visits the page ${page.replaceAll('_', ' ')}${of} under the session of step ${session}`;
}
