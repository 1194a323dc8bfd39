/** The shapes of a ledger's entries, as in `responses.ts`. */
import * as z from 'zod';
import { API_KEY_ID, JOB_ID, LEDGER_ENTRY_ID, REQUEST_ID } from './identifiers.js';
import { amount, id, list, unixTime } from './response-parts.js';

const ledgerEntryFields = {
  id: id(LEDGER_ENTRY_ID, 'Identifies the entry; its number counts up without gaps.'),
  amount: amount('What moved.'),
  balance_after: amount('What could be spent after it.'),
  reserved_after: amount('What was held for unfinished jobs after it.'),
  marked: amount('The part of the amount that simulated payments brought; left out if it is 0.').optional(),
  created_at: unixTime('When it happened.'),
};

const reference = z
  .string()
  .meta({ description: 'As it was sent; `key_creation` for what a key was created with.' });

export const CREDIT_ENTRY = z
  .strictObject({
    ...ledgerEntryFields,
    type: z.literal('credit'),
    reference,
  })
  .meta({ description: 'Credit that the key received.' });

export const DEBIT_ENTRY = z
  .strictObject({ ...ledgerEntryFields, type: z.literal('debit'), reference })
  .meta({ description: 'Credit that was taken back.' });

export const TRANSFER_OUT_ENTRY = z
  .strictObject({
    ...ledgerEntryFields,
    type: z.literal('transfer_out'),
    reference,
    to: id(API_KEY_ID, 'The key that received it.'),
  })
  .meta({ description: 'Credit that moved to another key of the account.' });

export const TRANSFER_IN_ENTRY = z
  .strictObject({
    ...ledgerEntryFields,
    type: z.literal('transfer_in'),
    reference,
    from: id(API_KEY_ID, 'The key that it came from.'),
  })
  .meta({ description: 'Credit that came from another key of the account.' });

export const JOB_ENTRY = z
  .strictObject({
    ...ledgerEntryFields,
    type: z.enum(['reserve', 'charge', 'release']),
    job_id: id(JOB_ID, 'The job that moved it.'),
  })
  .meta({ description: 'A reservation for a job, or its settlement.' });

export const GENERATION_ENTRY = z
  .strictObject({
    ...ledgerEntryFields,
    type: z.enum(['reserve', 'charge', 'release']),
    generation_id: id(REQUEST_ID, 'The generation that moved it.'),
  })
  .meta({ description: 'A reservation for a text, or its settlement.' });

export const LEDGER_ENTRY = z
  .union([CREDIT_ENTRY, JOB_ENTRY, GENERATION_ENTRY, DEBIT_ENTRY, TRANSFER_OUT_ENTRY, TRANSFER_IN_ENTRY])
  .meta({ description: 'One movement of money. The entries alone rebuild the balance.' });

export const LEDGER = list(LEDGER_ENTRY, 'Every movement of money of one key.');
