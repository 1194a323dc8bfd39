/** A start may change what follows it: the check of that part of a history that was read from a file. */
import * as z from 'zod';
import { OLDER_FORMATS } from '../../../history/start-changes.js';

export const START_CHANGES = {
  goesLive: z.literal(true).optional(),
  hasNewOperatorKey: z.literal(true).optional(),
  fromFormat: z.literal(OLDER_FORMATS).optional(),
};
