import { ROLES } from '../../../../actors/people/rights.js';
import type { InviteResult } from '../../../../people/people-results.js';
import type { ApiError } from '../../../errors.js';
import type { GatewayDeps, OperationAnswer, OperationInput } from '../../../operation.js';
import { invalid, parseInput } from '../../../schemas/parse-input.js';
import { INVITE_REQUEST } from '../../../schemas/people-requests.js';
import { failed, refused } from '../../answers.js';
import type { DocumentedOperation } from '../../documented-operation.js';
import { INVITATION_EXAMPLE } from '../../examples.js';
import { accountInReach, authorOf, NO_SUCH_ACCOUNT } from '../reach.js';
import { operatorRole } from './people-rights.js';
import { accountsBalance, printCreatedInvitation } from './print-people.js';

export const inviteUser: DocumentedOperation = {
  method: 'POST',
  path: '/api/accounts/{id}/invitations',
  credential: 'management',
  body: 'json',
  isRead: false,
  validateRights,
  async handle(input, deps) {
    const refusal = operatorRole(input);
    if (refusal !== undefined) return failed(refusal);
    const parsed = parseInput(INVITE_REQUEST, input.body);
    if (!parsed.ok) return failed(parsed.error);
    const { name, role } = parsed.value;
    const account = input.id;
    const result = await deps.people.invite(authorOf(input), { account, name, role });
    return answerTo(result, input, deps);
  },
  doc: {
    operationId: 'inviteUser',
    tag: 'People',
    summary: 'Invite a person',
    description:
      'Makes a link, shown this once, by which the person sets a password and becomes a user of the account. It works once, for 72 hours; with a mail server it is mailed to the person, too. To a name that the account has already, it gives that user a new password. Nobody invites with more rights than their own: `operator` takes the key of an operator, and the account `acct_default`.',
    pathParameters: { id: 'The account.' },
    request: { schema: INVITE_REQUEST, example: { name: INVITATION_EXAMPLE.name, role: ROLES[0] } },
    answers: [
      {
        status: 201,
        description: 'The invitation, with its link.',
        content: {
          schema: 'CreatedInvitation',
          example: {
            ...INVITATION_EXAMPLE,
            url: 'http://127.0.0.1:8080/invitation/… (shown once)',
            mailed: false,
          },
        },
      },
    ],
    errors: ['operator_only', 'not_found'],
  },
};

function validateRights(input: Omit<OperationInput, 'body'>, deps: GatewayDeps): ApiError | undefined {
  return accountInReach(input, deps) === undefined ? NO_SUCH_ACCOUNT : undefined;
}

function answerTo(result: InviteResult, input: OperationInput, deps: GatewayDeps): OperationAnswer {
  switch (result.outcome) {
    case 'invited': {
      const url = `${input.baseUrl}/invitation/${result.token}`;
      const body = printCreatedInvitation(result.invitation, url, result.isMailed, deps.world);
      return { kind: 'json', status: 201, body, balance: accountsBalance(input.id, deps) };
    }
    case 'unable':
      return refused(result.refusal);
    case 'not_allowed':
      return failed(NOT_ALLOWED);
    case 'too_many_invitations':
      return failed(
        invalid('The account has 1,000 open invitations; wait until some expire, or withdraw some.', 'name'),
      );
    default:
      throw new Error(`an invitation was answered ${result.outcome}`);
  }
}

/** The role is an operator's in another account, or the name is that of an operator. */
const NOT_ALLOWED = invalid(
  'Operators belong to the account acct_default, and operators alone invite them; choose another role or name.',
  'role',
);
