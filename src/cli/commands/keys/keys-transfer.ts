/** `tollgate keys transfer` */
import { recordCommand } from '../../client/management-command.js';
import type { GivenArguments } from '../../framework/command.js';
import { idOf } from '../../framework/values.js';
import { KEY_ARGUMENT, keyOf } from './key-argument.js';
import {
  AMOUNT_ARGUMENT,
  amountOf,
  type MovementEntry,
  printMovement,
  referenceOption,
} from './movement-entry.js';

export const keysTransfer = recordCommand<MovementEntry>({
  arguments: [
    KEY_ARGUMENT,
    { name: 'TO', description: 'Id of the API key of the same account that receives the amount.' },
    AMOUNT_ARGUMENT,
  ],
  options: [referenceOption('A repeat with the same reference, keys and amount moves nothing.')],
  about: [
    'Moves at most the balance. Credit may leave a revoked key, and cannot enter one. If you do not know whether a run succeeded, repeat it with the same reference.',
  ],
  examples: [
    [
      'keys transfer "$OLD_KEY" "$NEW_KEY" 6 --reference "for the new key"',
      'Move 6 DA once, however often it is repeated.',
    ],
  ],
  request: (given) => ({
    method: 'POST',
    path: '/api/keys/{id}/transfers',
    id: keyOf(given),
    json: {
      to: recipientOf(given),
      amount: amountOf(given.words[2] ?? ''),
      reference: given.value('reference'),
    },
  }),
  show: (entry, io, given) =>
    printMovement(entry, keyOf(given), ['Transfer', [['To', recipientOf(given)]]], io),
  remark: (_, isReplay) => (isReplay ? 'This reference was used before; nothing was moved now.' : undefined),
});

function recipientOf({ words: [, to = ''] }: GivenArguments): string {
  return idOf('TO', 'key', to);
}
