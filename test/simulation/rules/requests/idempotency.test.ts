import { IDEMPOTENCY } from '../../../../simulation/rules/requests/idempotency.js';
import { checkBreaches } from '../check-breaches.js';
import * as told from '../told-history.js';
import { at, exchange, JOB } from '../told-history.js';

const reference = (amountMicroDa: number) =>
  ({ op: 'add_credit', key: 0, amountMicroDa, reference: 'r' }) as const;
const keyed = { ...told.SUBMIT, idempotencyKey: 'i' } as const;
const REPLAYED = { 'idempotent-replayed': 'true' };

checkBreaches(
  IDEMPOTENCY,
  [
    [
      'one label makes two jobs',
      {
        more: at(350, ...exchange(keyed, 202, { id: 'video_2' }), ...exchange(keyed, 202, { id: 'video_3' })),
      },
      /made video_2, request \d+ video_3/,
    ],
    [
      'a repetition is not said to be one',
      {
        more: at(350, ...exchange(keyed, 202, { id: 'video_2' }), ...exchange(keyed, 202, { id: 'video_2' })),
      },
      /and again by request/,
    ],
    [
      'another request gets a replay',
      {
        more: at(
          350,
          ...exchange(keyed, 202, { id: 'video_2' }),
          ...exchange({ ...keyed, seconds: 9 }, 202, { id: 'video_2' }, REPLAYED),
        ),
      },
      /none like it/,
    ],
    [
      'a request without a label gets a replay',
      { more: at(350, ...exchange(told.SUBMIT, 202, { id: JOB }, REPLAYED)) },
      /nothing to repeat/,
    ],
    [
      'a replay comes too late',
      {
        more: at(350, ...exchange(keyed, 202, { id: 'video_2' })),
        late: at(3_700_000, ...exchange(keyed, 202, { id: 'video_2' }, REPLAYED)),
      },
      /replayed after/,
    ],
    [
      'the same request is another one',
      {
        more: at(
          350,
          ...exchange(keyed, 202, { id: 'video_2' }),
          ...exchange(keyed, 422, told.refusal('idempotency_key_reused')),
        ),
      },
      /no other one was accepted/,
    ],
    [
      'a truth value is another one in a form',
      {
        more: at(
          350,
          ...exchange({ ...keyed, fields: { loop: true } }, 202, { id: 'video_2' }),
          ...exchange({ ...keyed, fields: { loop: 'true' } }, 422, told.refusal('idempotency_key_reused')),
        ),
      },
      /no other one was accepted/,
    ],
    [
      'nothing is under way',
      {
        more: at(
          350,
          ...exchange(keyed, 202, { id: 'video_2' }),
          ...exchange(keyed, 409, told.refusal('idempotency_key_in_use')),
        ),
      },
      /there is none/,
    ],
    [
      'a reference is credited twice',
      {
        more: at(
          350,
          ...exchange(reference(5), 201, { id: 'le_1_5' }),
          ...exchange(reference(5), 201, { id: 'le_1_6' }),
        ),
      },
      /made le_1_5/,
    ],
    [
      'a reference is refused to the same',
      {
        more: at(
          350,
          ...exchange(reference(5), 201, { id: 'le_1_5' }),
          ...exchange(reference(5), 422, told.refusal('reference_reused')),
        ),
      },
      /no other one was accepted/,
    ],
  ],
  [
    [
      'a repeated submit is replayed',
      {
        more: at(
          350,
          ...exchange(keyed, 202, { id: 'video_2' }),
          ...exchange(keyed, 202, { id: 'video_2' }, REPLAYED),
        ),
      },
    ],
    [
      'a repetition names its fields in another order',
      {
        more: at(
          350,
          ...exchange({ ...keyed, fields: { seed: 1, user: 'a' } }, 202, { id: 'video_2' }),
          ...exchange({ ...keyed, fields: { user: 'a', seed: 1 } }, 202, { id: 'video_2' }, REPLAYED),
        ),
      },
    ],
    [
      'the answer to a repetition comes before that to what it repeats',
      {
        more: at(
          350,
          told.sent(keyed, { request: 901 }),
          told.sent(keyed, { request: 902 }),
          told.answered(902, 202, { id: 'video_2' }, REPLAYED),
          told.answered(901, 202, { id: 'video_2' }, {}),
        ),
      },
    ],
    [
      'a label is used anew once it is no longer kept',
      {
        more: at(350, ...exchange(keyed, 202, { id: 'video_2' })),
        late: at(3_700_000, ...exchange(keyed, 202, { id: 'video_3' })),
      },
    ],
  ],
);
