/** The faults that a submit can have, in the order in which the contract has them answered. */
import type { ErrorCode } from '../support/answers.js';
import { OPERATOR_KEY } from '../support/client.js';
import { BODY_MAX_BYTES } from '../support/provoked-errors.js';

/** A submit in the making. Each fault changes what it is about and leaves the rest. */
export interface Draft {
  method: string;
  target: string;
  host: string;
  /** The text behind `Bearer`; undefined for no key; the key made for this draft by default. */
  credential: string | undefined | 'own';
  contentType: string;
  fields: Record<string, unknown>;
  /** Instead of the fields. */
  text: string | undefined;
  declaredLength: number | undefined;
  idempotencyKey: string | undefined;
  /** States of the key. */
  isOverLimit: boolean;
  wasUsedBefore: boolean;
  hasTooManyJobs: boolean;
  isPoor: boolean;
}

export function cleanDraft(): Draft {
  return {
    method: 'POST',
    target: '/v1/videos',
    host: 'gateway.test',
    credential: 'own',
    contentType: 'application/json',
    fields: { model: 'sim/video-instant', prompt: 'x', seconds: 2 },
    text: undefined,
    declaredLength: undefined,
    idempotencyKey: undefined,
    isOverLimit: false,
    wasUsedBefore: false,
    hasTooManyJobs: false,
    isPoor: false,
  };
}

export interface Fault {
  readonly name: string;
  readonly code: ErrorCode;
  /** Faults that share one of these cannot meet. */
  readonly touches: readonly string[];
  readonly apply: (draft: Draft) => void;
}

/** In the order of the contract. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'a Host that is none',
    code: 'malformed_request',
    touches: ['host'],
    apply: (draft) => {
      draft.host = 'a/b';
    },
  },
  {
    name: 'bad percent-encoding',
    code: 'malformed_request',
    touches: ['target'],
    apply: (draft) => {
      draft.target = '/v1/videos%zz';
    },
  },
  {
    name: 'a full window',
    code: 'rate_limit_exceeded',
    touches: ['credential'],
    apply: (draft) => {
      draft.isOverLimit = true;
    },
  },
  {
    name: 'no key',
    code: 'missing_api_key',
    touches: ['credential', 'key state'],
    apply: (draft) => {
      draft.credential = undefined;
    },
  },
  {
    name: 'an unknown key',
    code: 'invalid_api_key',
    touches: ['credential', 'key state'],
    apply: (draft) => {
      draft.credential = 'sk-unknown';
    },
  },
  {
    name: 'a management key',
    code: 'wrong_credential',
    touches: ['credential', 'key state'],
    apply: (draft) => {
      draft.credential = OPERATOR_KEY;
    },
  },
  {
    name: 'an unknown path',
    code: 'not_found',
    touches: ['target'],
    apply: (draft) => {
      draft.target = '/v1/nothing';
    },
  },
  {
    name: 'a method that the path has not',
    code: 'method_not_allowed',
    touches: [],
    apply: (draft) => {
      draft.method = 'PUT';
    },
  },
  {
    name: 'a body of plain text',
    code: 'unsupported_media_type',
    touches: [],
    apply: (draft) => {
      draft.contentType = 'text/plain';
    },
  },
  {
    name: 'a body over the bound',
    code: 'payload_too_large',
    touches: [],
    apply: (draft) => {
      draft.declaredLength = BODY_MAX_BYTES + 1;
    },
  },
  {
    name: 'a body that does not end',
    code: 'request_timeout',
    touches: [],
    apply: (draft) => {
      draft.declaredLength ??= 1_000;
    },
  },
  {
    name: 'broken JSON',
    code: 'invalid_json',
    touches: ['text'],
    apply: (draft) => {
      draft.text = '{"model":';
    },
  },
  {
    name: 'a missing field',
    code: 'invalid_request',
    touches: ['text'],
    apply: (draft) => {
      delete draft.fields.prompt;
    },
  },
  {
    name: 'a bad Idempotency-Key',
    code: 'invalid_request',
    touches: ['idempotency'],
    apply: (draft) => {
      draft.idempotencyKey = 'k'.repeat(256);
    },
  },
  {
    name: 'the Idempotency-Key of another request',
    code: 'idempotency_key_reused',
    touches: ['idempotency', 'key state'],
    apply: (draft) => {
      draft.wasUsedBefore = true;
    },
  },
  {
    name: 'an unknown model',
    code: 'model_not_found',
    touches: ['text', 'model'],
    apply: (draft) => {
      draft.fields.model = 'sim/nothing';
    },
  },
  {
    name: 'a length beyond the model',
    code: 'invalid_request',
    touches: ['text', 'length'],
    apply: (draft) => {
      draft.fields.seconds = 61;
    },
  },
  {
    name: 'too many jobs',
    code: 'too_many_jobs',
    touches: ['key state'],
    apply: (draft) => {
      draft.hasTooManyJobs = true;
    },
  },
  {
    name: 'no credit',
    code: 'insufficient_credits',
    touches: ['key state'],
    apply: (draft) => {
      draft.isPoor = true;
    },
  },
];

/** What `touches` alone would forbid and still can meet. */
const CAN_MEET: readonly (readonly [string, string])[] = [
  ['a missing field', 'an unknown model'],
  ['a missing field', 'a length beyond the model'],
  ['an unknown model', 'a length beyond the model'],
  ['the Idempotency-Key of another request', 'too many jobs'],
  ['the Idempotency-Key of another request', 'no credit'],
  ['too many jobs', 'no credit'],
];

export function canMeet(first: Fault, second: Fault): boolean {
  if (CAN_MEET.some(([one, other]) => one === first.name && other === second.name)) return true;
  return !first.touches.some((touched) => second.touches.includes(touched));
}

export const PAIRS = FAULTS.flatMap((first, at) =>
  FAULTS.slice(at + 1)
    .filter((second) => canMeet(first, second))
    .map((second) => ({ first, second })),
);
