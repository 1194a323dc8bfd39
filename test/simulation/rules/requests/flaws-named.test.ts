import { FLAWS_NAMED } from '../../../../simulation/rules/requests/flaws-named.js';
import { checkBreaches } from '../check-breaches.js';
import { at, exchange } from '../told-history.js';

const ROLE = {
  op: 'flawed',
  key: 0,
  method: 'POST',
  path: '/v1/chat/completions',
  body: '{}',
  code: 'invalid_request',
  param: 'messages.2.role',
} as const;
const TWICE = { ...ROLE, code: 'invalid_json', param: null } as const;

function refused(call: typeof ROLE | typeof TWICE, code: string, param: string | null) {
  return { asked: at(120, ...exchange(call, 400, { error: { code, param } })) };
}

checkBreaches(
  FLAWS_NAMED,
  [
    ['it is taken', { asked: at(120, ...exchange(ROLE, 200, {})) }, /was taken; wrong is messages.2.role/],
    ['another place is named', refused(ROLE, 'invalid_request', 'messages.0.role'), /for messages.0.role/],
    ['no place is named', refused(ROLE, 'invalid_request', null), /for null; due .*for messages.2.role/],
    ['it is no JSON', refused(ROLE, 'invalid_json', null), /refused by invalid_json/],
    ['a place is named where none is wrong', refused(TWICE, 'invalid_json', 'role'), /for role/],
    ['a name twice is taken', { asked: at(120, ...exchange(TWICE, 202, {})) }, /wrong is its form/],
  ],
  [
    ['the place is named', refused(ROLE, 'invalid_request', 'messages.2.role')],
    ['a place within it is named', refused(ROLE, 'invalid_request', 'messages.2.role.0')],
    ['a name twice is refused', refused(TWICE, 'invalid_json', null)],
    ['it is refused before it is read', refused(ROLE, 'rate_limit_exceeded', null)],
  ],
);
