/** `tollgate keys debit` */
import { recordCommand } from '../../client/management-command.js';
import { KEY_ARGUMENT, keyOf } from './key-argument.js';
import {
  AMOUNT_ARGUMENT,
  amountOf,
  type MovementEntry,
  printMovement,
  referenceOption,
} from './movement-entry.js';

export const keysDebit = recordCommand<MovementEntry>({
  arguments: [KEY_ARGUMENT, AMOUNT_ARGUMENT],
  options: [referenceOption('A repeat with the same reference, key and amount takes nothing.')],
  about: [
    'Takes back at most the balance, such as after a refund made elsewhere. Credit that unfinished jobs hold cannot be taken. A revoked key can be debited, too. If you do not know whether a run succeeded, repeat it with the same reference.',
  ],
  examples: [
    [
      'keys debit key_01kaj2vznq0h8c5d6e7f8g9hjk 10 --reference "refund 2026-0117"',
      'Take 10 DA back once, however often it is repeated.',
    ],
  ],
  request: (given) => ({
    method: 'POST',
    path: '/api/keys/{id}/debits',
    id: keyOf(given),
    json: { amount: amountOf(given.words[1] ?? ''), reference: given.value('reference') },
  }),
  show: (entry, io, given) => printMovement(entry, keyOf(given), ['Debit', []], io),
  remark: (_, isReplay) => (isReplay ? 'This reference was used before; nothing was taken now.' : undefined),
});
