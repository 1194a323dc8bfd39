import type { AccountState } from '../../../../actors/accounts/account.js';
import { listAccounts as listAllAccounts } from '../../../../actors/across-accounts/operator-lists.js';
import type { Page, PageRequest } from '../../../../actors/storage/page.js';
import type { GatewayDeps, ManagementCaller } from '../../../operation.js';
import { parseQuery } from '../../../schemas/parse-input.js';
import { LIST_ACCOUNTS_QUERY } from '../../../schemas/query.js';
import { failed, managementCaller, okWithBalance, printListed } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { ACCOUNT_EXAMPLE } from '../../examples.js';
import { callersAccount, callersBalance } from '../reach.js';
import { printAccount } from './print-account.js';

export const listAccounts: DocumentedOperation = {
  method: 'GET',
  path: '/api/accounts',
  credential: 'management',
  body: 'none',
  isRead: true,
  handle({ caller: anyCaller, query }, deps) {
    const caller = managementCaller(anyCaller);
    const parsed = parseQuery(LIST_ACCOUNTS_QUERY, query);
    if (!parsed.ok) return failed(parsed.error);
    const { limit, after } = parsed.value;
    const page = pageOf(caller, { limit, after }, deps);
    return okWithBalance(printListed(page, printAccount), callersBalance(caller, deps));
  },
  doc: {
    operationId: 'listAccounts',
    tag: 'Accounts',
    summary: 'List accounts',
    description: "For an operator, every account; for others, the caller's own.",
    query: LIST_ACCOUNTS_QUERY,
    answers: [
      {
        status: 200,
        description: 'A page of accounts.',
        content: {
          schema: 'AccountList',
          example: { object: 'list', data: [ACCOUNT_EXAMPLE], has_more: false, next: null },
        },
      },
    ],
    errors: ['invalid_request'],
  },
};

function pageOf(caller: ManagementCaller, request: PageRequest, deps: GatewayDeps): Page<AccountState> {
  if (caller.role === 'operator') {
    const unreadable = (error: unknown) => deps.system.reportDefect('record', error);
    return listAllAccounts(deps.system.records, { ...request, unreadable });
  }
  const isPassed = request.after === caller.account;
  return { items: isPassed ? [] : [callersAccount(caller, deps)], hasMore: false };
}
