/** `tollgate credits add` */
import { parseDa } from '../../../money/micro-da.js';
import { ConfigError } from '../../../node/config/start-refused.js';
import { recordCommand } from '../../client/management-command.js';
import { da, time } from '../../framework/format.js';
import { printFields } from '../../framework/table.js';
import { KEY_ARGUMENT, keyOf } from './key-argument.js';

/** An entry of the ledger, as the API answers. */
interface Credit {
  readonly id: string;
  readonly amount: number;
  readonly balance_after: number;
  readonly reference: string;
  readonly created_at: number;
}

export const creditsAdd = recordCommand<Credit>({
  arguments: [
    KEY_ARGUMENT,
    { name: 'AMOUNT', description: 'Amount in DA, above 0, with at most six decimals.' },
  ],
  options: [
    {
      name: 'reference',
      placeholder: 'TEXT',
      description:
        'A text that is unique on the node, such as the number of a payment. A repeat with the same reference, key and amount adds nothing.',
      isRequired: true,
    },
  ],
  about: [
    'If you do not know whether a run succeeded, repeat it with the same reference. A reference that was used for another key or amount is refused. Credit cannot be taken back.',
  ],
  examples: [
    [
      'credits add key_01kaj2vznq0h8c5d6e7f8g9hjk 25 --reference "invoice 2026-0117"',
      'Add 25 DA once, however often it is repeated.',
    ],
  ],
  request(given) {
    const id = keyOf(given);
    const [, amount = ''] = given.words;
    const parsed = parseDa(amount);
    if (!parsed.ok) throw new ConfigError(`AMOUNT ${parsed.why}, not ${amount}`);
    return {
      method: 'POST',
      path: '/api/keys/{id}/credits',
      id,
      json: { amount, reference: given.value('reference') },
    };
  },
  show(entry, { out }, given) {
    printFields(out, [
      ['Entry', entry.id],
      ['Key', keyOf(given)],
      ['Credit', `${da(entry.amount)} DA`],
      ['Balance', `${da(entry.balance_after)} DA afterwards`],
      ['Reference', entry.reference],
      ['Added', `${time(entry.created_at)} UTC`],
    ]);
  },
  remark: (_, isReplay) => (isReplay ? 'This reference was used before; nothing was added now.' : undefined),
});
