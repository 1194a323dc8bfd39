/** `tollgate credits add` */
import { recordCommand } from '../../client/management-command.js';
import { KEY_ARGUMENT, keyOf } from './key-argument.js';
import {
  AMOUNT_ARGUMENT,
  amountOf,
  type MovementEntry,
  printMovement,
  referenceOption,
} from './movement-entry.js';

export const creditsAdd = recordCommand<MovementEntry>({
  arguments: [KEY_ARGUMENT, AMOUNT_ARGUMENT],
  options: [referenceOption('A repeat with the same reference, key and amount adds nothing.')],
  about: [
    'If you do not know whether a run succeeded, repeat it with the same reference. A reference that was used for another key or amount is refused. "tollgate keys debit" takes credit back.',
  ],
  examples: [
    [
      'credits add key_01kaj2vznq0h8c5d6e7f8g9hjk 25 --reference "invoice 2026-0117"',
      'Add 25 DA once, however often it is repeated.',
    ],
  ],
  request: (given) => ({
    method: 'POST',
    path: '/api/keys/{id}/credits',
    id: keyOf(given),
    json: { amount: amountOf(given.words[1] ?? ''), reference: given.value('reference') },
  }),
  show: (entry, io, given) => printMovement(entry, keyOf(given), ['Credit', []], io),
  remark: (_, isReplay) => (isReplay ? 'This reference was used before; nothing was added now.' : undefined),
});
