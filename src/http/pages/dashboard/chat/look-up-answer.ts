/** Tells what an answer of the chat has cost, and what its key has left. */
import { endOf } from '../../../../actors/generations/generation-messages.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import { mayReadContent } from '../../../../actors/people/rights.js';
import { printDa } from '../../../../money/micro-da.js';
import { findGeneration, findKey } from '../../../operations/find-in-reach.js';
import { type PageAnswer, plainAnswer } from '../../page.js';
import type { DashboardPage } from '../requests/dashboard-page.js';
import { SIGNED_OUT } from '../requests/signed-out.js';

const NOT_HERE: PageAnswer = {
  kind: 'error',
  error: { code: 'not_found', message: 'There is no such answer.' },
};

export const lookUpAnswer: DashboardPage = {
  isFor: 'everybody',
  get({ signedIn, rest }, { deps }) {
    if (signedIn === undefined) return SIGNED_OUT;
    const generation = findGeneration(signedIn, rest, deps);
    if (generation === undefined || !mayReadContent(signedIn, generation.account)) return NOT_HERE;
    const { status, cost } = generation;
    const key = findKey(signedIn, generation.key, deps);
    const told = {
      status,
      cost: cost === null ? null : Number(printDa(cost)),
      estimated: endOf(generation)?.isEstimated === true,
      key: generation.key,
      balance: key === undefined ? null : Number(printDa(balanceOf(key.balances))),
    };
    return plainAnswer(200, 'application/json', JSON.stringify(told));
  },
};
