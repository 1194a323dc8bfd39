/** `GET /v1/credits`. A hot read, like the poll: printed from the committed state at hand. */
import { balanceOf, type Figures } from '../../actors/ledger.js';
import { ascii, ByteWriter } from '../byte-writer.js';
import { CREDITS } from '../schemas/responses.js';
import { apiCaller, ok } from './answers.js';
import type { DocumentedOperation } from './documented-operation.js';

const BALANCE = ascii('{"object":"credits","balance":');
const RESERVED = ascii(',"reserved":');
const CREDITED = ascii(',"total_credits":');
const CHARGED = ascii(',"total_usage":');
const CURRENCY = ascii(',"currency":"DA"}');

/** Answers kept: those of busy keys, whose figures change with a commit only. A power of two. */
const KEPT_MAX = 1_024;

interface Printed {
  readonly figures: Figures;
  readonly bytes: Uint8Array;
}

const writer = new ByteWriter();
const kept = new Array<Printed | undefined>(KEPT_MAX).fill(undefined);

export const getCredits: DocumentedOperation = {
  method: 'GET',
  path: '/v1/credits',
  credential: 'api',
  body: 'none',
  isRead: true,
  handle({ caller }) {
    const { figures } = apiCaller(caller);
    const place = placeOf(figures);
    let printed = kept[place];
    if (printed === undefined || !areSame(printed.figures, figures)) {
      printed = { figures, bytes: print(figures) };
      kept[place] = printed;
    }
    return ok(printed.bytes);
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
          schema: CREDITS,
          example: {
            object: 'credits',
            balance: 46,
            reserved: 0,
            total_credits: 50,
            total_usage: 4,
            currency: 'DA',
          },
        },
      },
    ],
    errors: [],
  },
};

function print(figures: Figures): Uint8Array {
  writer.restart().add(BALANCE).da(balanceOf(figures)).add(RESERVED).da(figures.reserved);
  writer.add(CREDITED).da(figures.credited).add(CHARGED).da(figures.charged).add(CURRENCY);
  return writer.bytes().slice();
}

function placeOf({ credited, charged, reserved }: Figures): number {
  const mixed = Math.imul(credited | 0, 0x9e3779b1) ^ Math.imul(charged | 0, 0x85ebca6b) ^ reserved;
  return (mixed ^ (mixed >>> 15)) & (KEPT_MAX - 1);
}

function areSame(one: Figures, other: Figures): boolean {
  return one.credited === other.credited && one.charged === other.charged && one.reserved === other.reserved;
}
