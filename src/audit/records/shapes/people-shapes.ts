/** The fields of the records of people, as in `record-shapes.ts`. */
import * as z from 'zod';
import { ROLES } from '../../../actors/people/rights.js';
import { COUNT, ID, VERSION } from './record-shapes.js';

const ROLE = z.enum(ROLES);
const RIGHTS = z.object({ role: ROLE, account: ID });

export const USER = z.object({
  v: VERSION,
  account: ID,
  name: ID,
  role: ROLE,
  password: z.string().startsWith('$argon2id$').nullable(),
  password_version: z.int().min(0),
  created_at: z.int(),
  grants: z.array(ID),
});

export const PEOPLE_COUNTS = z.object({ v: VERSION, users: COUNT, owners: COUNT, invitations: COUNT });

export const INVITATION = z.object({
  v: VERSION,
  account: ID,
  name: ID,
  role: ROLE,
  rights: RIGHTS,
  signs_in: z.literal(true).optional(),
  expires_at: COUNT,
  created_at: z.int(),
  resets: z.int().min(0).optional(),
  resets_of: z.string().optional(),
});

export const SESSION = z.object({
  v: VERSION,
  user: ID,
  made_at: COUNT,
  seen_at: COUNT,
  created_at: z.int(),
  address: ID.nullable(),
  agent: z.string(),
});
