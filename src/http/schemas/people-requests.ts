/** The bodies of the operations on people. Fields that an operation does not know are refused. */
import * as z from 'zod';
import { ROLES } from '../../actors/people/rights.js';
import { isUserName } from '../../actors/people/user-names.js';

const KEYS_MAX = 100;
const NAME_WANTED = 'name must be an e-mail address of at most 254 characters; the person signs in with it.';

const USER_NAME = z.string({ error: NAME_WANTED }).refine(isUserName, { error: NAME_WANTED }).meta({
  maxLength: 254,
  description: 'The e-mail address that the person signs in with; unique on the node.',
});

const ROLE = z.enum(ROLES, { error: `role must be one of ${ROLES.join(', ')}.` }).meta({
  description:
    '`member` reads, and uses those keys that an owner grants; `owner` has all of the account; `operator` has all of the node.',
});

const KEYS_WANTED = `keys must be a list of at most ${KEYS_MAX} ids of API keys, key_….`;

export const INVITE_REQUEST = z.strictObject({ name: USER_NAME, role: ROLE.default('member') });

export const CHANGE_USER_REQUEST = z.strictObject({
  role: ROLE.optional(),
  keys: z
    .array(z.string({ error: KEYS_WANTED }), { error: KEYS_WANTED })
    .max(KEYS_MAX, KEYS_WANTED)
    .optional()
    .meta({ description: 'All API keys that a member may use in the dashboard.' }),
});
