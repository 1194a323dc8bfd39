/**
 * A page that watches is sent the keys of its person's account; that of an operator the node, if it asks for
 * that. It has a place while its account has one, and is sent nothing more once its session is over.
 */
import type { Observation } from '../../history/observation.js';
import type { PeopleCall, Role } from '../../history/people-call.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { KeyFactBook } from '../facts/key-facts.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, codeOf, type Exchange, isObject, type JsonObject } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { comesInTime, EVERY_MS, GOING_AWAY } from './frame-pace.js';

const SESSION_OVER = 1_008;
/** A session may be over by itself after so long. */
const IDLE_MS = 12 * 3_600_000;
const KEYS_MAX = 25;
const DA = /^\d+(?:\.\d{1,6})?$/;
/** They may end sessions of others, or one's own. */
const ENDS: readonly PeopleCall['op'][] = [
  'sign_in',
  'sign_out',
  'desk',
  'change_password',
  'remove_user',
  'accept',
  'change_role',
];

interface Page {
  readonly exchange: Exchange;
  readonly name: string;
  /** Undefined if it is not known. */
  readonly account: number | undefined;
  /** Whether it asked for the node, which only an operator is shown. */
  readonly isOfNode: boolean;
  showsNode: boolean;
  frames: number;
  lastAt: number;
  /** Since then its session is over for sure. */
  overAt: number;
}

export const PAGE_FRAMES: Rule = {
  name: 'page-frames',
  says: "A page that watches is sent the keys of its person's account at once and each second, and that of an operator the node if it asks; it has a place if there is one, until its session is over.",
  watch({ limits }, report, requests) {
    const book = new PersonBook(requests);
    const facts = new KeyFactBook(requests);
    const trouble = new DiskTrouble();
    const { watchersOfAccount = 8, accountWatchers = 128 } = limits ?? {};
    const pages = new Map<number, Page>();
    /** By id, the accounts of keys that operators made, and where the answer stands. */
    const keys = new Map<string, { readonly account: number; readonly seq: number }>();
    /** The last request that may have ended sessions. */
    let mayEndSeq = -1;
    let isStopping = false;

    const opened = (exchange: Exchange, status: number, code: string | undefined): void => {
      const { call, request } = exchange.sent;
      const name = book.nameOf(exchange);
      if (call.op !== 'watch_page' || name === undefined) return;
      const { account, hasSignedUp } = book.of(name);
      const own = hasSignedUp ? undefined : account;
      const isOfNode = call.isOfNode === true;
      const ofAccounts = [...pages.values()].filter((one) => !one.isOfNode);
      const mates = ofAccounts.filter((one) => own !== undefined && one.account === own).length;
      const strangers = [...pages.values()].filter((one) => one.isOfNode || one.account === undefined).length;
      const about = `request ${request} (${name}, account ${own})`;
      if (status === 503 && code === undefined && !isStopping && !isOfNode && own !== undefined) {
        if (mates + strangers < watchersOfAccount && pages.size < accountWatchers)
          report(`${about} is refused a place, and ${mates} of its account watch`);
      }
      if (status !== 101) return;
      if (!isOfNode && mates >= watchersOfAccount) report(`${about} watches as one too many`);
      const begun = { showsNode: false, frames: 0, lastAt: exchange.endAt, overAt: Number.POSITIVE_INFINITY };
      pages.set(request, { exchange, name, account: own, isOfNode, ...begun });
    };

    const wrongKeys = (frame: JsonObject, { account, exchange }: Page): readonly string[] => {
      const shown = isObject(frame.keys) ? Object.entries(frame.keys) : [];
      const known = [...keys].filter(([, key]) => key.account === account && key.seq < exchange.seq);
      const missing = known.filter(([id]) => !shown.some(([one]) => one === id));
      return [
        ...(shown.length > KEYS_MAX ? [`${shown.length} keys`] : []),
        ...(account === undefined || shown.length === KEYS_MAX ? [] : missing).map(
          ([id]) => `${id} is missing`,
        ),
        ...shown.flatMap(([id, key]) => {
          const owner = keys.get(id)?.account;
          const limits = facts.of(id)?.limit.possible(exchange.seq, requests.seq) ?? [];
          const {
            last_minute: count,
            limit_rpm: rpm,
            unfinished_jobs: jobs,
            balance,
          } = isObject(key) ? key : {};
          const isFigure = [count, rpm, jobs].every((one) => Number.isInteger(one) && Number(one) >= 0);
          return [
            ...(owner === undefined || account === undefined || owner === account
              ? []
              : [`${id} is of account ${owner}`]),
            ...(isFigure && DA.test(String(balance)) ? [] : [`${id} has ${JSON.stringify(key)}`]),
            ...(limits.length === 0 || limits.includes(Number(rpm))
              ? []
              : [`${id} has the limit ${String(rpm)} of ${limits.join(' or ')}`]),
          ];
        }),
      ];
    };

    const framed = (page: Page, seen: Extract<Observation, { what: 'frame' }>): void => {
      const wrong = (what: string) => report(`a frame for request ${seen.request} (${page.name}): ${what}`);
      const sinceMs = seen.at - page.lastAt;
      if (!comesInTime(page.frames, sinceMs)) wrong(`it comes ${sinceMs} ms after the one before`);
      if (seen.at > page.overAt + EVERY_MS) wrong(`its session is over since ${page.overAt}`);
      if (seen.frame.v !== 1 || seen.frame.at_ms !== seen.wallMs)
        wrong(`its time is ${String(seen.frame.at_ms)}`);
      const roles = book.of(page.name).role.possible(page.exchange.seq, requests.seq);
      const mayBe = (one: Role) => roles.includes(one);
      const isOfNode = seen.frame.keys === undefined;
      if (isOfNode && !(page.isOfNode && mayBe('operator'))) wrong('it tells of the node');
      if (!isOfNode && page.isOfNode && roles.every((role) => role === 'operator'))
        wrong('it tells of an account');
      if (!isOfNode) for (const what of wrongKeys(seen.frame, page)) wrong(what);
      page.showsNode ||= isOfNode;
      page.frames += 1;
      page.lastAt = seen.at;
    };

    /**
     * Those whose session a request has ended, or whose right to watch the node. A browser forgets its own
     * also if the disk cannot.
     */
    const ended = (exchange: Exchange, at: number): void => {
      const { call, session } = exchange.sent;
      if (outcomeOf(exchange) !== 'done') return;
      for (const page of pages.values()) {
        const isOwn =
          call.op === 'sign_out' &&
          session !== undefined &&
          session === page.exchange.sent.session &&
          !trouble.isOnAt(at);
        const isRemoved = call.op === 'remove_user' && call.name === page.name;
        const isNoOperator =
          page.showsNode && call.op === 'change_role' && call.name === page.name && call.role !== 'operator';
        if ((isOwn && call.isEverywhere !== true) || isRemoved || isNoOperator)
          page.overAt = Math.min(page.overAt, at);
      }
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        facts.observe(seen, exchange);
        trouble.observe(seen);
        if (exchange !== undefined && ENDS.some((op) => op === exchange.sent.call.op))
          mayEndSeq = requests.seq;
        switch (seen.what) {
          case 'answered': {
            if (exchange === undefined) return;
            const { call, ofAccount } = exchange.sent;
            opened(exchange, seen.status, codeOf(seen));
            ended(exchange, seen.at);
            if (call.op !== 'create_key' || seen.status !== 201 || ofAccount !== undefined) return;
            keys.set(String(bodyOf(seen)?.id), { account: call.account, seq: requests.seq });
            return;
          }
          case 'frame': {
            const page = pages.get(seen.request);
            if (page !== undefined) framed(page, seen);
            return;
          }
          case 'watch_over': {
            const page = pages.get(seen.request);
            if (page === undefined) return;
            const mayBeOver = mayEndSeq > page.exchange.seq || seen.at > page.exchange.sent.at + IDLE_MS;
            const isRight =
              seen.code === 'left' ||
              seen.code === 'lost' ||
              (seen.code === GOING_AWAY && isStopping) ||
              (seen.code === SESSION_OVER && mayBeOver);
            if (!isRight) report(`request ${seen.request} (${page.name}) was sent away with ${seen.code}`);
            pages.delete(seen.request);
            return;
          }
          case 'stopping':
            isStopping = true;
            return;
          case 'starting':
            isStopping = false;
            pages.clear();
        }
      },
    };
  },
};
