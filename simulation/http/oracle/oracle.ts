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
 *  order       of several refusals the first one comes, and a path of the other listener does not exist
 *  fields      every answer has its header fields, and no other
 *  body        status, code and shape are those of the contract and the OpenAPI document; no 500, no 503
 *  cors        pages of origins that may call are told so, and no others, and only of what they may
 *  page        what is beside the API carries nothing of it, and is where it belongs
 *  size        a body is too large beyond the bound, and up to it none is
 *  link        absolute links begin with the base that the contract says
 *  leak        no secret, nothing of the program's inside, no id of another account
 *  request_id  no two answers have the same
 */

import { isPublicPage } from '../api-description.js';
import type { Served } from '../server/server-setup.js';
import { fieldOf, type HttpAnswer } from '../wire/answer-reader.js';
import type { Observation } from '../wire/connection.js';
import { type ReadRequest, type RequestStream, valuesOf } from '../wire/request-reader.js';
import { flawOfApiBody, flawOfApiFields, flawOfBare, isBrowserPage, parsed } from './answer-rules.js';
import { flawOfCors, isPreflight } from './cors-rules.js';
import { leakIn, type Secrets } from './leak-rules.js';
import { flawOfLinks } from './link-rules.js';
import type { HttpFlaw, KnownKey, OracleFacts, Sent } from './oracle-facts.js';
import { flawOfOrder, operationsServed } from './order-rules.js';
import { flawOfBrowserPage, flawOfPage } from './page-rules.js';
import { flawOfSize } from './size-rules.js';
import { flawOfStream } from './stream-rules.js';

/** A submit that was accepted: of which key, and which job. */
export interface AcceptedSubmit {
  readonly keyName: string;
  readonly jobId: string;
}

const NOBODY = { reader: 'nobody' } as const;
/** If a client may write a key or an id without its being kept: key, target, account. */
const USED_NOT_NAMED = /^authorization:.*$|^.* HTTP\/1\.1\r?$|"account":"[^"]*"/gim;
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
    const { served, stream } = sent;
    const { description, setup } = this.#facts;
    if (request !== undefined) {
      const ofCors = named('cors', flawOfCors(request, answer, served, setup));
      if (ofCors !== undefined || isPreflight(request, answer, served, setup)) return ofCors;
    }
    if (request !== undefined && isBrowserPage(request, answer, description))
      return named('page', flawOfBrowserPage(request, served));
    const isPage =
      request === undefined ? fieldOf(answer, 'x-request-id') === undefined : isPublicPage(request.path);
    if (isPage) return named('page', flawOfPage(request, answer, served, setup));
    const ofApi = this.#flawOfApiAnswer(request, answer, served, nowS);
    if (ofApi !== undefined) return ofApi;
    if (request === undefined) return flawOfUnsolicited(stream, answer);
    return this.#flawOfWindow(request, answer) ?? this.#flawByKey(request, answer, served);
  }

  /** The flaw in the words of an answer, given the key and the listener. */
  #flawByKey(request: ReadRequest, answer: HttpAnswer, served: Served): HttpFlaw | undefined {
    const key = this.#keyOf(request);
    if (key === undefined && isKeyDoubtful(request)) return undefined;
    const { description, setup } = this.#facts;
    return (
      named('order', flawOfOrder(request, key, answer, served, description)) ??
      named('link', flawOfLinks(request, answer, setup))
    );
  }

  #flawOfApiAnswer(
    request: ReadRequest | undefined,
    answer: HttpAnswer,
    served: Served,
    nowS: number,
  ): HttpFlaw | undefined {
    const { description, setup } = this.#facts;
    if (request === undefined) {
      // A success shows no operation that it could be held against.
      if (answer.status < 400) return undefined;
      return (
        named('fields', flawOfApiFields(answer, undefined, nowS)) ??
        named('body', flawOfApiBody(answer, undefined, undefined, description))
      );
    }
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const operations = operationsServed(request.path, served, description);
    const operation = operations.find((each) => each.method === method);
    const fields = named('fields', flawOfApiFields(answer, operation, nowS));
    if (fields !== undefined) return fields;
    const id = fieldOf(answer, 'x-request-id') ?? '';
    if (this.#requestIds.has(id)) return { rule: 'request_id', message: `${id} is there twice` };
    if (this.#requestIds.size >= REQUEST_IDS_MAX) this.#requestIds.clear();
    this.#requestIds.add(id);
    return (
      named('body', flawOfApiBody(answer, operations, operation, description)) ??
      named('size', flawOfSize(request, operation, answer.status, setup.bodyMaxBytes))
    );
  }

  #flawOfWindow(request: ReadRequest, answer: HttpAnswer): HttpFlaw | undefined {
    const shown = Number(fieldOf(answer, 'x-ratelimit-limit-rpm'));
    const key = this.#keyOf(request);
    if (key === undefined && isKeyDoubtful(request)) return undefined;
    const limit = key?.limit ?? this.#facts.addressLimit;
    if (shown !== limit) return { rule: 'window', message: `the limit is ${shown}, not ${limit}` };
    if (key === undefined && answer.status < 300)
      return { rule: 'window', message: 'a success without a key' };
    const { code } = ((parsed(answer.body) ?? {}) as { error?: { code?: unknown } }).error ?? {};
    const isMalformed = code === 'malformed_request';
    return isMalformed ? { rule: 'refused', message: 'a sound request is malformed_request' } : undefined;
  }

  /** Undefined if the request carries none that is valid. */
  #keyOf(request: ReadRequest): KnownKey | undefined {
    const [value = '', ...more] = valuesOf(request, 'authorization');
    const text = /^bearer +([\x21-\x7e]+)$/i.exec(value)?.[1];
    return text === undefined || more.length > 0 ? undefined : this.#facts.keys.get(text);
  }
}

/** Whether the server may see another key, or one at all. */
function isKeyDoubtful(request: ReadRequest): boolean {
  const values = valuesOf(request, 'authorization');
  // The server's library loses bytes outside of ASCII at the ends of a field.
  if (values.some((value) => /[^\x20-\x7e]/.test(value))) return true;
  // Several are no key; whether an empty one is one of several is said nowhere.
  return values.length > 1 && values.includes('');
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
