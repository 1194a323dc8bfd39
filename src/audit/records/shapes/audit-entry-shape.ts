/** The shape of an entry of an audit trail. */
import * as z from 'zod';
import { ACTS } from '../../../actors/audit/audit-trail.js';
import { BY, COUNT, ID, MICRO_DA, VERSION } from './record-shapes.js';

export const AUDIT_ENTRY = z.object({
  v: VERSION,
  by: BY,
  act: z.enum(ACTS),
  about: ID,
  detail: z.object({
    name: z.string().nullable().optional(),
    role: ID.optional(),
    rate_limit_rpm: z.int().min(1).optional(),
    amount: MICRO_DA.optional(),
    reference: z.string().optional(),
    to: ID.optional(),
    grace_seconds: COUNT.optional(),
    reason: z.string().optional(),
    keys: z.array(ID).optional(),
  }),
  at: z.int(),
});
