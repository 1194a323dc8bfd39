/** `GET /v1/credits`. A hot read, like the poll: printed from the committed state at hand. */
import { balanceOf, type ShownBalances } from '../../../actors/money/ledger.js';
import { ascii, ByteWriter } from '../../response/byte-writer.js';
import { apiCaller, ok } from '../answers.js';
import type { DocumentedOperation } from '../documented-operation.js';
import { CREDITS_EXAMPLE } from '../examples.js';

const BALANCE = ascii('{"object":"credits","balance":');
const RESERVED = ascii(',"reserved":');
const CREDITED = ascii(',"total_credits":');
const CHARGED = ascii(',"total_usage":');
const CURRENCY = ascii(',"currency":"DA"}');

/** Answers kept: those of busy keys, whose balances change with a commit only. A power of two. */
const KEPT_MAX = 1_024;

const writer = new ByteWriter();
const kept = new Array<Uint8Array | undefined>(KEPT_MAX).fill(undefined);
/** Credited, charged and reserved of each of them. Numbers in here are read without an object in between. */
const keptFigures = new Float64Array(3 * KEPT_MAX);

export const getCredits: DocumentedOperation = {
  method: 'GET',
  path: '/v1/credits',
  credential: 'api',
  body: 'none',
  isRead: true,
  handle({ caller }) {
    const { credited, charged, reserved } = apiCaller(caller).balances;
    const place = slotOf(credited, charged, reserved);
    const at = 3 * place;
    const printed = kept[place];
    const isSame =
      keptFigures[at] === credited && keptFigures[at + 1] === charged && keptFigures[at + 2] === reserved;
    if (printed !== undefined && isSame) return ok(printed);
    const bytes = print({ credited, charged, reserved });
    kept[place] = bytes;
    keptFigures[at] = credited;
    keptFigures[at + 1] = charged;
    keptFigures[at + 2] = reserved;
    return ok(bytes);
  },
  doc: {
    operationId: 'getCredits',
    tag: 'Credits and usage',
    summary: "Read the key's credit",
    description:
      'The credit of the calling key, in DA. `balance` is what can be spent: what unfinished jobs hold in reserve is already taken off. `X-Balance-Available` says the same in micro-DA on every answer.',
    answers: [
      {
        status: 200,
        description: 'The credit.',
        content: {
          schema: 'Credits',
          example: CREDITS_EXAMPLE,
        },
      },
    ],
    errors: [],
  },
};

function print(balances: ShownBalances): Uint8Array {
  writer.restart().add(BALANCE).da(balanceOf(balances)).add(RESERVED).da(balances.reserved);
  writer.add(CREDITED).da(balances.credited).add(CHARGED).da(balances.charged).add(CURRENCY);
  return writer.bytes().slice();
}

function slotOf(credited: number, charged: number, reserved: number): number {
  const mixed = Math.imul(credited | 0, 0x9e3779b1) ^ Math.imul(charged | 0, 0x85ebca6b) ^ reserved;
  return (mixed ^ (mixed >>> 15)) & (KEPT_MAX - 1);
}
