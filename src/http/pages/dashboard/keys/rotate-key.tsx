/**
 * Gives a key another secret. The form carries the number of rotations that the key had: sent again by a
 * reload, it replaces nothing.
 */
import { hashCredential, makeCredential } from '../../../../actors/credentials/credentials.js';
import { asked } from '../../../../actors/partition.js';
import { mayManage } from '../../../../actors/people/rights.js';
import { ROTATE_KEY_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import { show } from '../requests/dashboard-page.js';
import { byOf } from '../requests/rights.js';
import { showTrouble } from '../trouble/show-trouble.js';
import type { PartOfKey } from './part-of-key.js';
import { RotatedKeyPage, RotateKeyPage } from './rotate-key-page.js';

export const rotateKey: PartOfKey = {
  isFor: (rights, key) => mayManage(rights, key.account) && !key.isRevoked,
  get: (request, key) => show(request, <RotateKeyPage of={key} />),
  async post(request, key, form, { deps }) {
    if (form.get('rotations') !== String(key.rotations))
      return show(request, <RotatedKeyPage of={key} secret={undefined} />);
    const parsed = parseInput(ROTATE_KEY_REQUEST, { grace_seconds: Number(form.get('grace') ?? 0) });
    if (!parsed.ok) return show(request, <RotateKeyPage of={key} />, { status: 400 });
    const secret = makeCredential('api', (count) => deps.world.randomBytes(count));
    const outcome = await asked(deps, deps.apiKey, key.id, {
      type: 'rotate',
      by: byOf(request),
      credentialHash: hashCredential(secret),
      graceMs: parsed.value.grace_seconds * 1_000,
      rotations: key.rotations,
    });
    if (!outcome.ok) return showTrouble(request, 'unavailable');
    // The first of two clicks has replaced it meanwhile.
    if (outcome.reply.outcome === 'rotated_before')
      return show(request, <RotatedKeyPage of={key} secret={undefined} />);
    if (outcome.reply.outcome !== 'key') return showTrouble(request, 'notFound');
    return show(request, <RotatedKeyPage of={outcome.reply.key} secret={secret} />);
  },
};
