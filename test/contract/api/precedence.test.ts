/** Which of several errors is answered, over HTTP; every pair of them is at the gateway without sockets. */
import { afterAll } from 'vitest';
import { someOf } from '../../test-set.js';
import { describePrecedence } from '../cases/precedence.js';
import { cleanUp, startTollgate } from '../support/harness.js';

describePrecedence(startTollgate, someOf);

afterAll(cleanUp);
