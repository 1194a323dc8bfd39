/** Keys that run out of money or time. */
import { sometimes } from '../../moments/sometimes.js';
import type { Exchange } from '../facts/requests.js';
import type { Onlooker } from './onlooker.js';

const WINDOW_MS = 60_000;

interface KeyMoments {
  /** Times of the latest requests that its window admitted. */
  admitted: number[];
  admittedByProcess: number;
  isWithoutMoney: boolean;
}

export const moneyMoments: Onlooker = (requests) => {
  const keys = new Map<string, KeyMoments>();
  const keyOf = (id: string): KeyMoments => {
    let key = keys.get(id);
    if (key === undefined) {
      key = { admitted: [], admittedByProcess: 0, isWithoutMoney: false };
      keys.set(id, key);
    }
    return key;
  };
  const sent = ({ sent: { call, keyId, request } }: Exchange) => {
    for (const other of requests.open) {
      if (other.sent.request === request) continue;
      const { call: that } = other.sent;
      if (call.op === 'transfer' && that.op === 'transfer' && call.to === that.key && call.key === that.to)
        sometimes('transfers-crossed');
      if (call.op === 'revoke' && other.sent.keyId === keyId) sometimes('revoked-with-requests-open');
    }
  };
  const answered = ({ sent: { call, keyId, credential }, answer }: Exchange) => {
    if (answer === undefined) return;
    const { status, headers } = answer;
    const key = keyOf(keyId);
    if (call.op === 'add_credit' && status < 300) key.isWithoutMoney = false;
    if (call.op === 'set_rpm' && status === 200) {
      const counted = key.admitted.filter((at) => at > answer.at - WINDOW_MS).length;
      if (counted > call.rpm) sometimes('limit-set-below-what-counts');
    }
    if (credential !== 'api') return;
    const isReplay = headers['idempotent-replayed'] !== undefined;
    if (call.op === 'submit' && status === 402) key.isWithoutMoney = true;
    if (call.op === 'submit' && isReplay && key.isWithoutMoney) sometimes('repeat-met-empty-balance');
    if (call.op === 'submit' && status === 202 && Number(headers['x-balance-available']) === 0)
      sometimes('last-credit-was-reserved');
    const isEarlier = call.op === 'credits' && call.earlier !== undefined;
    if (isEarlier && status === 200) sometimes('old-secret-worked');
    if (isEarlier && status === 401) sometimes('old-secret-was-over');
    const limit = Number(headers['x-ratelimit-limit-rpm']);
    if (status === 429) {
      if (key.admittedByProcess < limit && key.admitted.length >= limit)
        sometimes('window-full-from-before-restart');
    } else {
      key.admittedByProcess += 1;
      key.admitted = [...key.admitted.filter((at) => at > answer.at - WINDOW_MS), answer.at];
    }
  };
  return {
    observe(seen, exchange) {
      if (seen.what === 'starting') for (const key of keys.values()) key.admittedByProcess = 0;
      if (exchange === undefined || exchange.sent.keyId === '') return;
      if (seen.what === 'sent') sent(exchange);
      else if (seen.what === 'answered') answered(exchange);
    },
  };
};
