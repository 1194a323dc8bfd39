/**
 * Checks what came back for an input, by the contract alone.
 *
 * Rules
 *  framing     answers are framed as RFC 9112 has it, and nothing comes behind them
 *  unanswered  a request is answered, or its connection ends; one that is alone is answered
 *  surplus     nothing but a request is answered as one: bodies, and what stands behind odd framing, are not;
 *              nothing at all behind a body in chunks
 *  refused     what HTTP allows is not refused by the parser; what must be refused is, and it ends
 *  window      an answer shows the window of the key that its request carried
 *  fields      every answer has its header fields, and no other
 *  body        status, code and shape are those of the contract and the OpenAPI document; no 500, no 503
 *  cors        pages of the one origin that may call are told so, and no others, and only of what they may
 *  page        what is beside the API carries nothing of it
 *  leak        no secret, nothing of the program's inside, no id of another account
 *  request_id  no two answers have the same
 */

import { type ApiDescription, isPublicPage, operationsAt } from '../api-description.js';
import { fieldOf, type HttpAnswer } from '../wire/answer-reader.js';
import type { Observation } from '../wire/connection.js';
import { type ReadRequest, type RequestStream, valuesOf, WHYS_OF_CHUNKS } from '../wire/request-reader.js';
import {
  flawOfApiBody,
  flawOfApiFields,
  flawOfBare,
  flawOfPage,
  isBrowserPage,
  parsed,
} from './answer-rules.js';
import { flawOfCors, isPreflight } from './cors-rules.js';
import { leakIn, type Reader, type Secrets } from './leak-rules.js';

export interface HttpFlaw {
  readonly rule: string;
  readonly message: string;
}

/** A key that requests carry, as far as the oracle knows it. */
export interface KnownKey {
  readonly limit: number;
  readonly reader: Reader;
  /** Of API keys. */
  readonly name?: string;
}

export interface OracleFacts {
  readonly description: ApiDescription;
  readonly keys: ReadonlyMap<string, KnownKey>;
  /** Limit of the window that requests without a valid key count on. */
  readonly addressLimit: number;
  readonly secrets: Secrets;
}

/** One sent input, with its names filled in. */
export interface Sent {
  readonly bytes: string;
  readonly stream: RequestStream;
}

/** A submit that was accepted: of which key, and which job. */
export interface AcceptedSubmit {
  readonly keyName: string;
  readonly jobId: string;
}

const NOBODY = { reader: 'nobody' } as const;
/** If a client may write a key or an id without its being kept: key, target, account. */
const USED_NOT_NAMED = /^authorization:.*$|^.* HTTP\/1\.1\r?$|"account":"[^"]*"/gim;
/** Longest announced body that is passed over for the sake of its connection, in bytes. */
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;
/** Longest memory of request ids. */
const REQUEST_IDS_MAX = 500_000;

export class Oracle {
  readonly #facts: OracleFacts;
  readonly #requestIds = new Set<string>();

  /** Without those that a client wrote into a text that is shown again: a name, a reference. */
  #secrets: Secrets;

  constructor(facts: OracleFacts) {
    this.#facts = facts;
    this.#secrets = facts.secrets;
  }

  /** @param nowS Unix seconds when the last answer was there @returns the first flaw that is found */
  check(sent: Sent, observation: Observation, nowS: number): HttpFlaw | undefined {
    this.#forgetNamed(sent.bytes);
    const flaw = flawOfStream(sent, observation);
    if (flaw !== undefined) return flaw;
    for (const [index, answer] of observation.answers.entries()) {
      const ofAnswer = this.#checkAnswer(sent, index, answer, nowS);
      if (ofAnswer !== undefined) return { ...ofAnswer, message: `answer ${index}: ${ofAnswer.message}` };
    }
    return undefined;
  }

  /** The submits that an observation shows as accepted, replays left out. */
  acceptedIn({ stream }: Sent, { answers }: Observation): readonly AcceptedSubmit[] {
    return answers.flatMap((answer, index) => {
      const request = stream.requests[index];
      if (request === undefined || answer.status !== 202) return [];
      if (fieldOf(answer, 'idempotent-replayed') !== undefined) return [];
      const keyName = this.#keyOf(request)?.name;
      const { id } = (parsed(answer.body) ?? {}) as { id?: unknown };
      return keyName === undefined || typeof id !== 'string' ? [] : [{ keyName, jobId: id }];
    });
  }

  #forgetNamed(bytes: string): void {
    const elsewhere = bytes.replace(USED_NOT_NAMED, '');
    const isUnnamed = (text: string) => !elsewhere.includes(text);
    const { everywhere, ofTenant, ofOthers } = this.#secrets;
    this.#secrets = {
      everywhere: everywhere.filter(isUnnamed),
      ofTenant: ofTenant.filter(isUnnamed),
      ofOthers: ofOthers.filter(isUnnamed),
    };
  }

  #checkAnswer(sent: Sent, index: number, answer: HttpAnswer, nowS: number): HttpFlaw | undefined {
    const request = sent.stream.requests[index];
    const key = request === undefined ? NOBODY : (this.#keyOf(request) ?? NOBODY);
    const reader = request === undefined ? 'operator' : key.reader;
    const leak = leakIn(answer, reader, sent.bytes, this.#secrets);
    if (leak !== undefined) return { rule: 'leak', message: leak };
    if (answer.isBare) {
      const bare = flawOfBare(answer);
      if (bare !== undefined) return { rule: 'body', message: bare };
      // Bytes behind a request that are none have the parser drop what it has not sent yet.
      const isLast = index === sent.stream.requests.length - 1;
      if (request === undefined || !isLast) return undefined;
      if (sent.stream.rest === 'odd' || sent.stream.rest === 'malformed') return undefined;
      // The library takes a Host behind certain other fields for a second one.
      if (answer.status === 400 && request.fields[0]?.[0] !== 'host') return undefined;
      return { rule: 'refused', message: `the parser answers ${answer.status} to a sound request` };
    }
    if (request !== undefined) {
      const ofCors = named('cors', flawOfCors(request, answer));
      if (ofCors !== undefined || isPreflight(request)) return ofCors;
    }
    if (request !== undefined && isBrowserPage(request, answer, this.#facts.description)) return undefined;
    const isPage =
      request === undefined ? fieldOf(answer, 'x-request-id') === undefined : isPublicPage(request.path);
    if (isPage) return named('page', flawOfPage(answer, request !== undefined));
    return (
      this.#flawOfApiAnswer(request, answer, nowS) ??
      (request === undefined ? flawOfUnsolicited(sent.stream, answer) : this.#flawOfWindow(request, answer))
    );
  }

  #flawOfApiAnswer(request: ReadRequest | undefined, answer: HttpAnswer, nowS: number): HttpFlaw | undefined {
    const { description } = this.#facts;
    if (request === undefined) {
      // A success shows no operation that it could be held against.
      if (answer.status < 400) return undefined;
      return (
        named('fields', flawOfApiFields(answer, undefined, nowS)) ??
        named('body', flawOfApiBody(answer, undefined, undefined, description))
      );
    }
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const operation = operationsAt(request.path, description).find((each) => each.method === method);
    const fields = named('fields', flawOfApiFields(answer, operation, nowS));
    if (fields !== undefined) return fields;
    const id = fieldOf(answer, 'x-request-id') ?? '';
    if (this.#requestIds.has(id)) return { rule: 'request_id', message: `${id} is there twice` };
    if (this.#requestIds.size >= REQUEST_IDS_MAX) this.#requestIds.clear();
    this.#requestIds.add(id);
    return named('body', flawOfApiBody(answer, request.path, operation, description));
  }

  #flawOfWindow(request: ReadRequest, answer: HttpAnswer): HttpFlaw | undefined {
    const shown = Number(fieldOf(answer, 'x-ratelimit-limit-rpm'));
    const key = this.#keyOf(request);
    const values = valuesOf(request, 'authorization');
    // The server's library loses bytes outside of ASCII at the ends of a field.
    if (key === undefined && values.some((value) => /[^\x20-\x7e]/.test(value))) return undefined;
    // Several are no key; whether an empty one is one of several is said nowhere.
    if (values.length > 1 && values.includes('')) return undefined;
    const limit = key?.limit ?? this.#facts.addressLimit;
    if (shown !== limit) return { rule: 'window', message: `the limit is ${shown}, not ${limit}` };
    if (key === undefined && answer.status < 300)
      return { rule: 'window', message: 'a success without a key' };
    const { code } = ((parsed(answer.body) ?? {}) as { error?: { code?: unknown } }).error ?? {};
    const isMalformed = code === 'malformed_request';
    return isMalformed ? { rule: 'refused', message: 'a sound request is malformed_request' } : undefined;
  }

  /** An answer to what is no request for certain. */
  #keyOf(request: ReadRequest): KnownKey | undefined {
    const [value = '', ...more] = valuesOf(request, 'authorization');
    const text = /^bearer +([\x21-\x7e]+)$/i.exec(value)?.[1];
    return text === undefined || more.length > 0 ? undefined : this.#facts.keys.get(text);
  }
}

/** An answer to what is no request for certain. */
function flawOfUnsolicited({ rest, why }: RequestStream, { status }: HttpAnswer): HttpFlaw | undefined {
  const isRefused = status === 400 || status === 429;
  if (rest !== 'malformed' || isRefused) return undefined;
  return { rule: 'refused', message: `${status} to a request with ${why}` };
}

function named(rule: string, flaw: string | undefined): HttpFlaw | undefined {
  return flaw === undefined ? undefined : { rule, message: flaw };
}

/** The flaw in the number of answers, or in the state of the connection. */
function flawOfStream({ stream }: Sent, observation: Observation): HttpFlaw | undefined {
  const { answers, flaw, leftover, fate, isRefused } = observation;
  const { requests, rest, why } = stream;
  if (isRefused) return { rule: 'unanswered', message: 'the server takes no connection' };
  if (flaw !== undefined) return { rule: 'framing', message: flaw };
  const bare = answers.findIndex(({ isBare }) => isBare);
  if (bare !== -1 && bare !== answers.length - 1)
    return { rule: 'framing', message: 'an answer after a bare one' };
  const most = rest === 'odd' ? Number.POSITIVE_INFINITY : requests.length + (rest === 'malformed' ? 1 : 0);
  if (answers.length > most)
    return { rule: 'surplus', message: `${answers.length} answers to ${requests.length} requests` };
  const lastServed = requests.findIndex(({ fields }) =>
    fields.some(([name]) => name === 'transfer-encoding'),
  );
  const isInChunks = lastServed !== -1 || (rest === 'odd' && WHYS_OF_CHUNKS.includes(why));
  const served = answers.filter(({ isBare }) => !isBare).length;
  if (isInChunks && served > (lastServed === -1 ? requests.length : lastServed) + 1)
    return { rule: 'surplus', message: 'an answer to what stands behind a body in chunks' };
  if (fate === 'open' && leftover !== '') return { rule: 'surplus', message: 'bytes behind the last answer' };
  return flawOfFate(stream, observation);
}

function flawOfFate({ requests, rest, why }: RequestStream, observation: Observation): HttpFlaw | undefined {
  const { answers, leftover, fate } = observation;
  const isAlone = requests.length === 1 && rest === 'nothing';
  if (fate === 'silent') {
    const due = rest === 'malformed' ? `the end of the connection after ${why}` : 'an answer, or the end';
    return { rule: 'unanswered', message: `${due} is missing; ${answers.length} answers are there` };
  }
  // Over that bound the connection is closed at once, and the answer may be lost to a reset.
  if (fate === 'ended' && Number(valuesOf(requests[0], 'content-length')[0] ?? 0) > UNREAD_BYTES_MAX)
    return undefined;
  if (fate === 'ended' && isAlone && leftover !== '')
    return { rule: 'framing', message: 'an answer breaks off' };
  if (fate === 'ended' && isAlone && answers.length === 0)
    return { rule: 'unanswered', message: 'the connection ends without an answer' };
  return undefined;
}
