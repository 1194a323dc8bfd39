import { balanceOf } from '../../../../actors/money/ledger.js';
import { asked } from '../../../../actors/partition.js';
import { CHANGE_KEY_REQUEST } from '../../../schemas/management-requests.js';
import { isObject, parseInput } from '../../../schemas/parse-input.js';
import { failed, managementCaller, okWithBalance, refused } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { API_KEY_EXAMPLE } from '../../examples.js';
import { actorOf, mayNotSetRate, REVOKED_KEY, validateActiveKey } from '../reach.js';
import { printApiKey } from './print-key.js';

export const changeKey: DocumentedOperation = {
  method: 'PATCH',
  path: '/api/keys/{id}',
  credential: 'management',
  body: 'json',
  isRead: false,
  validateRights(input, deps) {
    // A caller who may not set the rate is told so before it is told that the key does not exist, and whether
    // it tries to is in the body.
    const mayBeRefusedFirst = mayNotSetRate(managementCaller(input.caller), deps) !== undefined;
    return mayBeRefusedFirst ? undefined : validateActiveKey(input, deps);
  },
  async handle(input, deps) {
    const { body } = input;
    const setsRate = isObject(body) && Object.hasOwn(body, 'rate_limit_rpm');
    const refusal =
      (setsRate ? mayNotSetRate(managementCaller(input.caller), deps) : undefined) ??
      validateActiveKey(input, deps);
    if (refusal !== undefined) return failed(refusal);
    const parsed = parseInput(CHANGE_KEY_REQUEST, body);
    if (!parsed.ok) return failed(parsed.error);
    const { name, rate_limit_rpm } = parsed.value;
    const outcome = await asked(deps, deps.apiKey, input.id, {
      type: 'update',
      by: actorOf(input),
      ...(name === undefined ? {} : { name }),
      ...(rate_limit_rpm === undefined ? {} : { rateLimitRpm: rate_limit_rpm }),
    });
    if (!outcome.ok) return refused(outcome.refusal);
    if (outcome.reply.outcome !== 'key') return failed(REVOKED_KEY);
    const { key } = outcome.reply;
    return okWithBalance(printApiKey(key), balanceOf(key.balances));
  },
  doc: {
    operationId: 'changeKey',
    tag: 'API keys',
    summary: 'Change an API key',
    description:
      'Sets what the body names and leaves the rest. A new rate applies to the next request and forgets nothing already counted. A revoked key changes no more.',
    pathParameters: { id: 'The key.' },
    request: { schema: CHANGE_KEY_REQUEST, example: { rate_limit_rpm: 600 } },
    answers: [
      {
        status: 200,
        description: 'The key as it is now.',
        content: { schema: 'ApiKey', example: { ...API_KEY_EXAMPLE, rate_limit_rpm: 600 } },
      },
    ],
    errors: ['account_not_verified', 'not_found'],
  },
};
