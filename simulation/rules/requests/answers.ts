/** Every request is answered once, in bounded time, with what the contract has for it. */

import type { NodeSettings } from '../../history/node-history.js';
import { isForPage } from '../../history/people-call.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { InForce } from '../facts/in-force.js';
import { KeyFactBook } from '../facts/key-facts.js';
import { BrokenBodies } from '../facts/loads/broken-bodies.js';
import { mayFailToHash, PasswordTraffic } from '../facts/loads/password-traffic.js';
import { ShortMachine } from '../facts/loads/short-machine.js';
import { hasSlowQueue, hasSmallMailboxes, OptionBounds } from '../facts/options.js';
import { type Answer, codeOf, type Exchange, isOfChat, type Sent } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { ClosedTexts } from '../texts/closed-texts.js';
import { malformed } from './answer-shape.js';
import { ALLOWED, ALWAYS, ANY_PAGE_STATUSES, PAGE_STATUSES, STRAY_CODES } from './status-codes.js';

/** An operation has twice the gate's time limit and ten seconds; this is for all around it. */
const OPERATION_MS = 10_000;
const MARGIN_MS = 1_000;
/** Each route that does not take a text is a turn of the generation, and the last is its end. */
const TEXT_TURNS = 4;
/** A node that has just started, or is about to stop, may refuse for that. */
const CHANGING_MS = 5_000;
/** Answers to the management key of an account. */
const OF_ROLES: readonly string[] = ['operator_only', 'not_found', 'account_not_verified'];
/** No clip of a history is larger. */
const CLIP_BYTES_MAX = 24;
/** No history has as many texts under way. */
const FEW_CALLS = 100;
/** The disk of kept results is looked at again so soon. */
const LOOK_AGAIN_MS = 5_000;
/** How much later than its time limit a body may come and still be taken. */
const BODY_MARGIN_MS = 500;

export const ANSWERS: Rule = {
  name: 'answers',
  says: 'Every request is answered once, in bounded time, with a status, code and headers the contract has for it.',
  watch(setup, report, requests) {
    const { settings } = setup;
    const isCrowded = hasSmallMailboxes(setup) || hasSlowQueue(setup);
    const inForce = new InForce(setup);
    const options = new OptionBounds(setup);
    const keys = new KeyFactBook(requests);
    const trouble = new DiskTrouble();
    const passwords = new PasswordTraffic(setup);
    const machine = new ShortMachine();
    const bodies = new BrokenBodies(setup);
    const texts = new ClosedTexts();
    const ids = new Set<string>();
    let isStopping = false;
    let stoppingAt = Number.NEGATIVE_INFINITY;
    let changedAt = Number.NEGATIVE_INFINITY;
    let callFailedAt = Number.NEGATIVE_INFINITY;
    let filesFailedAt = Number.NEGATIVE_INFINITY;
    let submits = 0;
    /** Jobs whose result a provider was asked for and has not begun to send, by call. */
    const unsent = new Map<number, string>();

    const answered = (exchange: Exchange, answer: Answer): void => {
      const { sent } = exchange;
      const about = `request ${sent.request} (${sent.call.op}) answered ${answer.status}`;
      const id = answer.headers['x-request-id'] ?? '';
      const isPage = sent.credential === 'page';
      if (!isPage && !/^req_.+/.test(id)) report(`${about}: X-Request-Id is '${id}'`);
      else if (!isPage && ids.has(id)) report(`${about}: X-Request-Id ${id} was given before`);
      ids.add(id);
      for (const wrong of malformed(sent, answer)) report(`${about}: ${wrong}`);
      const validity = keys.validity(exchange, exchange.seq, exchange.endSeq);
      const code = codeOf(answer) ?? codeOfHead(sent, answer.status);
      if (!mayBeAnswered(sent, answer.status, code, validity))
        report(`${about} ${code ?? ''}: not for this request`);
      const bodyTimes = inForce.numbers('bodyTimeoutMs', exchange.seq, exchange.endSeq);
      if (code === 'request_timeout' && answer.at - sent.at < Math.min(...bodyTimes)) {
        report(`${about}: after ${answer.at - sent.at} of ${bodyTimes.join(' or ')} ms`);
      }
      if (answer.status === 503) {
        const isExcused =
          code === 'shutting_down'
            ? isStopping
            : // A page says no code.
              ((code === 'overloaded' || code === 'outcome_unknown' || isPage) && isCrowded) ||
              (isPage && passwords.mayBeMany(sent)) ||
              // The rules `frames` and `page-frames` tell whether there is a place.
              sent.call.op === 'watch_page' ||
              (sent.call.op === 'watch' && code === 'overloaded') ||
              (bodies.mayTakeRoom(exchange) && sent.hasBody) ||
              machine.excuses(exchange, code, answer.at, requests.open) ||
              (code === 'provider_unavailable' && areCallsFew(exchange)) ||
              (sent.call.op === 'chat' && texts.mayBeAt(answer.at)) ||
              (code === 'provider_unavailable' && (callFailedAt >= sent.at || isUnsent(sent.jobId))) ||
              (code === 'storage_unavailable' && sent.call.op === 'submit' && isStoreFull(answer.at)) ||
              trouble.isOnAt(sent.at) ||
              trouble.isOnAt(answer.at) ||
              isStopping ||
              answer.at - changedAt <= CHANGING_MS;
        if (!isExcused) report(`${about} ${code ?? ''}: nothing fails, starts or stops`);
      }
      const bodyMs = (exchange.bodyAt ?? sent.at) - sent.at;
      if (bodyMs > Math.max(...bodyTimes) + BODY_MARGIN_MS) {
        report(`${about}: its body came after ${bodyMs} ms and was waited for`);
      }
      late(exchange, answer.at);
    };

    /** Whether the store of kept results may have no room for another. */
    const isStoreFull = (at: number): boolean => {
      if (settings.kept === undefined) return false;
      // A sixteenth has to be free.
      const isBoundNear = submits * CLIP_BYTES_MAX >= settings.kept.bytesMax * (15 / 16);
      return isBoundNear || at - filesFailedAt <= LOOK_AGAIN_MS;
    };

    /** Whether a text may not have had its turn. */
    const areCallsFew = ({ seq, endSeq }: Exchange): boolean =>
      Math.min(...inForce.numbers('providerCallsMax', seq, endSeq)) <= FEW_CALLS;

    const isUnsent = (jobId: string): boolean => [...unsent.values()].includes(jobId);

    /**
     * A stop in order lets open requests finish; over a network, one that is only just sent may be too late.
     */
    const cutOff = ({ sent }: Exchange, at: number): void => {
      const wasTaken = sent.at < stoppingAt && sent.arrivesBy !== 'answer';
      if (isStopping && wasTaken && at - stoppingAt < options.least('drainTimeLimitMs', stoppingAt)) {
        report(`request ${sent.request} (${sent.call.op}) was cut off by a stop ${at - stoppingAt} ms ago`);
      }
    };

    const late = ({ sent, bodyAt }: Exchange, at: number): void => {
      const { call } = sent;
      const forText =
        call.op === 'chat'
          ? options.most(call.isStreamed ? 'firstTokenMaxMs' : 'wholeTextMaxMs', sent.at) +
            TEXT_TURNS * settings.gateTimeLimitMs
          : 0;
      const limit = patienceMs(sent, bodyAt, settings, options.most('bodyTimeoutMs', sent.at)) + forText;
      if (at - sent.at > limit) {
        report(
          `request ${sent.request} (${sent.call.op}) waited ${at - sent.at} ms, at most ${limit} are allowed`,
        );
      }
    };

    return {
      observe(seen, exchange) {
        keys.observe(seen, exchange);
        inForce.observe(seen, requests.seq);
        options.observe(seen);
        trouble.observe(seen);
        passwords.observe(seen);
        machine.observe(seen);
        bodies.observe(seen, requests.seq);
        texts.observe(seen);
        if (seen.what === 'sent' && seen.call.op === 'submit') submits += 1;
        if (seen.what === 'files_failed') filesFailedAt = seen.at;
        switch (seen.what) {
          case 'answered':
            if (exchange === undefined) report(`request ${seen.request} was answered after its end`);
            else answered(exchange, seen);
            return;
          case 'cut_off':
          case 'gave_up':
            if (exchange === undefined) report(`request ${seen.request} ended twice`);
            else {
              late(exchange, seen.at);
              if (seen.what === 'cut_off') cutOff(exchange, seen.at);
            }
            return;
          case 'provider_called':
            if (seen.kind === 'read') unsent.set(seen.call, seen.jobId);
            return;
          case 'provider_answered':
            unsent.delete(seen.call);
            if (['error', 'garbage', 'busy'].includes(seen.answer.kind)) callFailedAt = seen.at;
            return;
          case 'provider_failed':
            callFailedAt = seen.at;
            return;
          case 'stopping':
            isStopping = true;
            stoppingAt = seen.at;
            return;
          case 'started':
          case 'crashed':
          case 'stopped':
            unsent.clear();
            isStopping = false;
            changedAt = seen.at;
            return;
          case 'defect':
            if (![...requests.open].some(({ sent }) => mayFailToHash(sent.call)))
              report(`the node reported a defect: ${seen.about}`);
        }
      },
      end() {
        for (const { sent } of requests.open)
          report(`request ${sent.request} (${sent.call.op}) was never answered`);
      },
    };
  },
};

/** A HEAD of a link has no body that could tell it. */
function codeOfHead({ call }: Sent, status: number): string | undefined {
  if (call.op !== 'open_link' || !call.isHead) return undefined;
  return status === 503 ? 'provider_unavailable' : status === 410 ? 'result_expired' : undefined;
}

function mayBeAnswered(
  sent: Sent,
  status: number,
  code: string | undefined,
  validity: readonly boolean[],
): boolean {
  const { call, credential } = sent;
  if (code !== undefined && (ALWAYS as readonly string[]).includes(code)) return true;
  // The rule `configured` tells of which size.
  if (code === 'payload_too_large') return sent.hasBody;
  const isInvalid = credential === 'api' && code === 'invalid_api_key';
  if (isInvalid) return validity.includes(false);
  if (credential === 'api' && !validity.includes(true)) return false;
  if (call.op === 'stray') {
    const timedOut = sent.hasBody && code === 'request_timeout';
    return code === STRAY_CODES[call.how] || (timedOut && call.how !== 'wrong_media_type');
  }
  if (isForPage(call) && status === 500) return mayFailToHash(call);
  if (isForPage(call)) return PAGE_STATUSES[call.op].includes(status) || ANY_PAGE_STATUSES.includes(status);
  if (isOfChat(sent) && [...PAGE_STATUSES.chat_message, ...ANY_PAGE_STATUSES].includes(status)) return true;
  const allowed = ALLOWED[call.op];
  // The rule `reach` tells which of them.
  if (sent.ofAccount !== undefined && OF_ROLES.includes(code ?? '')) return true;
  return code === undefined ? allowed.statuses.includes(status) : allowed.codes.includes(code);
}

/** How long a request may wait for its end, in ms from its sending. */
function patienceMs(
  { at, hasBody }: Sent,
  bodyAt: number | undefined,
  settings: NodeSettings,
  bodyTimeoutMs: number,
): number {
  const body = hasBody ? Math.min(bodyTimeoutMs, (bodyAt ?? Number.POSITIVE_INFINITY) - at) : 0;
  return body + 2 * settings.gateTimeLimitMs + OPERATION_MS + MARGIN_MS;
}
