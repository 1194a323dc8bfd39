import { listAllKeys } from '../../../../actors/across-accounts/operator-lists.js';
import { listAccountKeys } from '../../../../actors/keys/key-lists.js';
import { parseQuery } from '../../../schemas/parse-input.js';
import { LIST_KEYS_QUERY } from '../../../schemas/query.js';
import { failed, managementCaller, okWithBalance, printListed } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { API_KEY_EXAMPLE } from '../../examples.js';
import { callersBalance } from '../reach.js';
import { printApiKey } from './print-key.js';

export const listKeys: DocumentedOperation = {
  method: 'GET',
  path: '/api/keys',
  credential: 'management',
  body: 'none',
  isRead: true,
  handle({ caller: anyCaller, query }, deps) {
    const caller = managementCaller(anyCaller);
    const parsed = parseQuery(LIST_KEYS_QUERY, query);
    if (!parsed.ok) return failed(parsed.error);
    const { records } = deps.system;
    const unreadable = (error: unknown) => deps.system.reportDefect('record', error);
    const { limit, after } = parsed.value;
    const request = { limit, after, unreadable };
    const page =
      caller.role === 'operator'
        ? listAllKeys(records, request)
        : listAccountKeys(records, caller.account, request);
    return okWithBalance(printListed(page, printApiKey), callersBalance(caller, deps));
  },
  doc: {
    operationId: 'listKeys',
    tag: 'API keys',
    summary: 'List API keys',
    description:
      "The keys of the caller's account, revoked ones included, newest first; for an operator, of every account. `X-Balance-Available` is the sum over the keys of the caller's account.",
    query: LIST_KEYS_QUERY,
    answers: [
      {
        status: 200,
        description: 'A page of keys.',
        content: {
          schema: 'ApiKeyList',
          example: { object: 'list', data: [API_KEY_EXAMPLE], has_more: false, next: null },
        },
      },
    ],
    errors: ['invalid_request'],
  },
};
