/** The cases of the contract that need no socket, every one of them. */
import { describe } from 'vitest';
import { describeAmounts } from '../contract/cases/amounts.js';
import { describeGarbledBodies } from '../contract/cases/garbled-bodies.js';
import { describePrecedence } from '../contract/cases/precedence.js';
import { describeSubmitFields } from '../contract/cases/submit-fields.js';
import { SocketlessGateway } from './socketless-gateway.js';

const every = <Case>(cases: readonly Case[]) => cases;

describe.each([
  ['amounts', describeAmounts],
  ['garbled bodies', describeGarbledBodies],
  ['the precedence of errors', describePrecedence],
  ['the fields of a submit', describeSubmitFields],
])('%s, at the gateway without sockets', (_, describeCases) => {
  describeCases(SocketlessGateway.start, every);
});
