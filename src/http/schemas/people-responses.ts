/** The shapes of answers about people, as in `responses.ts`. */
import * as z from 'zod';
import { ROLES } from '../../actors/people/rights.js';
import { ACCOUNT_ID, API_KEY_ID, INVITATION_ID, USER_ID } from './identifiers.js';
import { id, list, unixTime } from './response-parts.js';

export const USER = z
  .strictObject({
    id: id(USER_ID, 'Identifies the user.'),
    object: z.literal('user'),
    account: id(ACCOUNT_ID, 'The account it belongs to.'),
    name: z.string().meta({ description: 'The e-mail address that the person signs in with.' }),
    role: z.enum(ROLES),
    keys: z
      .array(id(API_KEY_ID, 'An API key.'))
      .meta({ description: 'The API keys that a member may use in the dashboard.' }),
    created_at: unixTime('When the person joined.'),
  })
  .meta({ description: 'A person who may sign in to the dashboard.' });

export const USER_LIST = list(USER, 'The people of an account.');

const invitationFields = {
  id: id(INVITATION_ID, 'Identifies the invitation; not its token.'),
  object: z.literal('invitation'),
  account: id(ACCOUNT_ID, 'The account that the person is invited to.'),
  name: z.string(),
  role: z.enum(ROLES),
  expires_at: unixTime('When the link stops working.'),
  created_at: unixTime('When it was made.'),
};

export const INVITATION = z.strictObject(invitationFields).meta({ description: 'An open invitation.' });

export const CREATED_INVITATION = z
  .strictObject({
    ...invitationFields,
    url: z.string().meta({ description: 'The link for the person, shown this once. It works once.' }),
    mailed: z.boolean().meta({ description: 'Whether the link went to the person by mail, too.' }),
  })
  .meta({ description: 'A new invitation.' });

export const INVITATION_LIST = list(INVITATION, 'Open invitations of an account.');
