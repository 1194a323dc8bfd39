/** `tollgate keys rotate` */
import { recordCommand } from '../../client/management-command.js';
import { numberOf } from '../../framework/values.js';
import { KEY_ARGUMENT, keyOf } from './key-argument.js';
import { type NewKey, printKey } from './key-output.js';

const GRACE_SECONDS = { least: 0, most: 86_400 };

export const keysRotate = recordCommand<NewKey>({
  arguments: [KEY_ARGUMENT],
  options: [
    {
      name: 'grace',
      placeholder: 'SECONDS',
      description: 'Seconds for which the secret of before goes on working, 0 to 86,400. Default 0.',
    },
    { name: 'quiet', description: 'Print the secret and nothing else.' },
  ],
  about: [
    'Makes a new secret for the same key. Limit, balance and jobs stay. Without a grace the secret of before is refused at once, and so is any that an earlier rotation left. The new secret is shown only this once.',
  ],
  examples: [
    [
      'keys rotate key_01kaj2vznq0h8c5d6e7f8g9hjk --grace 3600',
      'Leave clients an hour to change to the new secret.',
    ],
    ['keys rotate key_01kaj2vznq0h8c5d6e7f8g9hjk --quiet > ci.key', 'Replace a secret that has leaked.'],
  ],
  request(given) {
    const grace = given.value('grace');
    return {
      method: 'POST',
      path: '/api/keys/{id}/rotate',
      id: keyOf(given),
      json: { grace_seconds: grace === undefined ? undefined : numberOf('--grace', grace, GRACE_SECONDS) },
    };
  },
  show(key, io, given) {
    if (given.has('quiet')) io.out.write(`${key.key}\n`);
    else printKey(key, io);
  },
  remark: () => 'Store the secret now: it is shown only this once and cannot be recovered.',
});
