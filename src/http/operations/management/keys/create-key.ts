/**
 * `POST /api/keys`.
 *
 * Refusals come in the contract's order: the role, the verified flag, an account that does not exist, and
 * only then the schema.
 */

import { hashCredential, makeCredential } from '../../../../actors/credentials/credentials.js';
import type { ApiKeyReply, ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import { asked } from '../../../../actors/partition.js';
import { ZERO_MICRO_DA } from '../../../../money/micro-da.js';
import { unixSeconds } from '../../../../time/clock.js';
import type { ApiError } from '../../../errors.js';
import type { GatewayDeps, ManagementCaller, OperationAnswer } from '../../../operation.js';
import { CREATE_KEY_REQUEST } from '../../../schemas/management-requests.js';
import { isObject, parseInput } from '../../../schemas/parse-input.js';
import { failed, managementCaller, notFound, refused } from '../../answers.js';
import {
  type DocumentedOperation,
  IDEMPOTENCY_KEY_HEADER,
  REPLAYED_HEADER,
} from '../../documented-operation.js';
import { API_KEY_EXAMPLE, EXAMPLE } from '../../examples.js';
import { findAccount } from '../../find-in-reach.js';
import { idempotencyRefused, parseIdempotency } from '../../idempotency-key.js';
import { actorOf, mayNotSetRate, rightsOf } from '../reach.js';
import { printCreatedApiKey } from './print-key.js';

/** The key was revoked while the body came in. */
const REVOKED: ApiError = {
  code: 'invalid_api_key',
  message: 'This management key was revoked; use another one.',
};

const OPERATOR_FIELDS = ['account', 'credits'] as const;

export const createKey: DocumentedOperation = {
  method: 'POST',
  path: '/api/keys',
  credential: 'management',
  body: 'json',
  bodyOptional: true,
  headers: ['idempotency-key'],
  isRead: false,
  handle(input, deps) {
    const { body, header } = input;
    const caller = managementCaller(input.caller);
    const refusal = isObject(body) ? validateRights(caller, body, deps) : undefined;
    if (refusal !== undefined) return failed(refusal);
    if (deps.system.view(deps.managementKey, caller.id)?.isRevoked === true) return failed(REVOKED);
    const parsed = parseInput(CREATE_KEY_REQUEST, body);
    if (!parsed.ok) return failed(parsed.error);
    const { name, rate_limit_rpm, account, credits } = parsed.value;
    const idempotency = parseIdempotency(header('idempotency-key'), () => parsed.value);
    if (!idempotency.ok) return failed(idempotency.error);
    const secret = makeCredential('api', (count) => deps.world.randomBytes(count));
    const key = {
      id: deps.ids.next('apiKey'),
      account: account ?? caller.account,
      name: name ?? null,
      rateLimitRpm: rate_limit_rpm ?? deps.settings.defaultRpm,
      credits: credits ?? ZERO_MICRO_DA,
      credentialHash: hashCredential(secret),
      createdAt: unixSeconds(deps.world.wallMs()),
    };
    const message = { type: 'create', by: actorOf(input), key, idempotency: idempotency.value } as const;
    return asked(deps, deps.apiKey, key.id, message).then((outcome) =>
      outcome.ok ? answerTo(outcome.reply, secret, deps) : refused(outcome.refusal),
    );
  },
  doc: {
    operationId: 'createKey',
    tag: 'API keys',
    summary: 'Create an API key',
    description:
      'Creates a key and shows its secret, this once. A body may be left out. A repeated request with the same Idempotency-Key shows the key that the first one created, with `key: null`.',
    requestHeaders: [IDEMPOTENCY_KEY_HEADER],
    request: {
      schema: CREATE_KEY_REQUEST,
      example: { name: API_KEY_EXAMPLE.name, rate_limit_rpm: API_KEY_EXAMPLE.rate_limit_rpm },
    },
    answers: [
      {
        status: 201,
        description: 'The key, with its secret.',
        headers: [REPLAYED_HEADER],
        content: {
          schema: 'CreatedApiKey',
          example: { ...API_KEY_EXAMPLE, balance: 0, key: EXAMPLE.apiKey },
        },
      },
    ],
    errors: [
      'operator_only',
      'account_not_verified',
      'not_found',
      'idempotency_key_in_use',
      'idempotency_key_reused',
      'too_many_keys',
    ],
  },
};

function validateRights(
  caller: ManagementCaller,
  body: Readonly<Record<string, unknown>>,
  deps: GatewayDeps,
): ApiError | undefined {
  const forOperators = OPERATOR_FIELDS.find((field) => Object.hasOwn(body, field));
  if (forOperators !== undefined && caller.role !== 'operator') {
    return {
      code: 'operator_only',
      message: `Only an operator may send ${forOperators}; leave it out.`,
      param: forOperators,
    };
  }
  const refusal = Object.hasOwn(body, 'rate_limit_rpm') ? mayNotSetRate(caller, deps) : undefined;
  if (refusal !== undefined) return refusal;
  const account = Object.hasOwn(body, 'account') ? body.account : undefined;
  if (typeof account === 'string' && findAccount(rightsOf(caller), account, deps) === undefined) {
    return notFound('There is no such account; GET /api/accounts lists them.', 'account');
  }
  return undefined;
}

function answerTo(reply: ApiKeyReply, secret: string, deps: GatewayDeps): OperationAnswer {
  switch (reply.outcome) {
    case 'created':
      return created(reply.key, secret);
    case 'replayed': {
      const key = deps.system.view(deps.apiKey, reply.keyId);
      if (key === undefined) throw new Error(`key ${reply.keyId} was created and is gone`);
      return created(key, null);
    }
    case 'idempotency_key_in_use':
    case 'idempotency_key_reused':
      return failed(idempotencyRefused(reply.outcome));
    case 'too_many_keys':
      return failed({
        code: 'too_many_keys',
        message: 'The account has as many keys as it may have; revoke one that it does not need.',
      });
    default:
      throw new Error(`the creation of a key was answered ${reply.outcome}`);
  }
}

function created(key: ApiKeyState, secret: string | null): OperationAnswer {
  return {
    kind: 'json',
    status: 201,
    body: printCreatedApiKey(key, secret),
    balance: balanceOf(key.balances),
    ...(secret === null ? { headers: [['Idempotent-Replayed', 'true']] as const } : {}),
  };
}
