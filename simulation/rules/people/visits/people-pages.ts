/**
 * The pages about people show who they are, what they may and when they came; a member is shown the names and
 * roles of the others, and nothing else.
 */

import type { VisitCall } from '../../../history/forms/visit-call.js';
import type { ShownCell, VisitedParts } from '../../../history/people/shown-parts.js';
import type { Role } from '../../../history/people-call.js';
import { WallTimes } from '../../facts/acts/wall-times.js';
import { outcomeOf } from '../../facts/people-outcomes.js';
import { PersonBook } from '../../facts/person-book.js';
import { bodyOf, type Exchange } from '../../facts/requests.js';
import type { Rule } from '../../invariant.js';
import { KeyOwners } from '../../keys/key-owners.js';

type Row = readonly ShownCell[];

const ROLES: Readonly<Record<string, Role>> = { Member: 'member', Owner: 'owner', Operator: 'operator' };
const NAME = /[\w.-]+@people\.test/;
const INVITATION_S = 72 * 3_600;

export const PEOPLE_PAGES: Rule = {
  name: 'people-pages',
  says: 'The pages about people show names, roles, grants, open invitations and sessions as they are; a member sees names and roles alone.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    const walls = new WallTimes();
    /** The requests that may have signed each name in. */
    const signIns = new Map<string, Exchange[]>();
    /** The requests that invited each name. */
    const invited = new Map<string, Exchange[]>();
    const known = new KeyOwners();

    /** Whether the wall clock may have shown it while one of them was under way. */
    const isTimeOf = (time: number, all: readonly Exchange[], now: number): boolean =>
      all.some(({ sent, endAt }) => {
        const { least, most } = walls.between(sent.at, Math.min(endAt, now));
        return time >= least && time <= most;
      });

    const sessionFlaws = (rows: readonly Row[], name: string, now: number): readonly string[] => {
      const own = (signIns.get(name) ?? []).filter((one) => outcomeOf(one) !== 'refused');
      return rows.flatMap((row, at) => {
        const [device, since, seen] = row;
        const [began, last] = [secondsIn(since), secondsIn(seen)];
        const isOne = own.some((one) => {
          const address = one.sent.ownAddress ?? one.sent.address;
          return device?.words.includes(address) === true && isTimeOf(began, [one], now);
        });
        const before = rows[at - 1]?.[2];
        return [
          ...(isOne ? [] : [`a session of ${device?.words} since ${since?.times[0]}, which nobody began`]),
          ...(last >= began ? [] : ['a session that was used before it began']),
          ...(before === undefined || hasStepped || secondsIn(before) >= last - 1
            ? []
            : ['the sessions in another order']),
        ];
      });
    };

    const listFlaws = (
      { rows: firstRows, others }: VisitedParts,
      account: number,
      roles: readonly Role[],
      { seq, endSeq, sent, endAt }: Exchange,
    ): readonly string[] => {
      const mayManage = roles.filter((role) => role !== 'member').length > 0;
      const isMember = roles.every((role) => role === 'member');
      // Of an account without users the only table is that of invitations.
      const hasUsers = firstRows.some(([who]) => !who?.words.includes('Works until'));
      const [rows, invitations = []] = hasUsers ? [firstRows, ...others] : [[], firstRows];
      const flaws = rows.flatMap(([who, role, seen]) => {
        const name = NAME.exec(who?.words ?? '')?.[0] ?? '';
        const person = book.of(name);
        const possible = person.role.possible(seq, endSeq);
        const times = signIns.get(name) ?? [];
        return [
          ...(person.hasSignedUp || possible.includes(ROLES[role?.words ?? ''] ?? 'member')
            ? []
            : [`${name} as ${role?.words}`]),
          ...(person.hasSignedUp || person.account === account
            ? []
            : [`${name} of account ${person.account}`]),
          ...(seen !== undefined && !mayManage ? [`when ${name} was seen`] : []),
          ...(isMember && [who, role].some((cell) => (cell?.times.length ?? 0) > 0)
            ? [`times of ${name}`]
            : []),
          ...(seen?.times.length === 1 && times.every((one) => outcomeOf(one) === 'refused')
            ? [`when ${name} was seen, who never was`]
            : []),
        ];
      });
      if (invitations.length > 0 && !mayManage) return [...flaws, 'invitations'];
      return [
        ...flaws,
        ...invitations.flatMap(([who, role, until]) => {
          const name = NAME.exec(who?.words ?? '')?.[0] ?? '';
          const all = (invited.get(name) ?? []).filter(({ sent: { call } }) => {
            const isOf = call.op === 'invite' && call.account === account;
            return isOf && call.role === ROLES[role?.words ?? ''];
          });
          const ends = secondsIn(until) - INVITATION_S;
          // The end is reckoned from the time that has passed since, in whole seconds.
          const isOne = [-1, 0, 1].some((by) => isTimeOf(ends + by, all, Math.min(endAt, sent.at)));
          return isOne || hasStepped ? [] : [`an invitation of ${name} as ${role?.words}, which nobody made`];
        }),
      ];
    };

    const personFlaws = (
      { head, values, chosen }: VisitedParts,
      name: string,
      viewer: { readonly name: string; readonly roles: readonly Role[] },
      { seq, endSeq, endAt }: Exchange,
    ): readonly string[] => {
      const { role, grants, hasSignedUp } = book.of(name);
      if (hasSignedUp) return [];
      const roles = role.possible(seq, endSeq);
      const shown = Object.entries(ROLES).find(([words]) => head.endsWith(words))?.[1];
      const joined = (signIns.get(name) ?? []).filter(({ sent }) => sent.call.op === 'accept');
      const keys = chosen.flatMap((one) => requests.key(one)?.number ?? []);
      const granted = grants.possible(seq, endSeq).map((one) => one.split(',').filter(Boolean).map(Number));
      // A member chooses nothing, and of keys that are revoked nothing is shown.
      const areShown =
        viewer.roles.every((one) => one !== 'member') && roles.every((one) => one === 'member');
      const areRight = granted.some(
        (all) =>
          keys.every((key) => all.includes(key)) &&
          all.every((key) => keys.includes(key) || known.mayBeRevoked(key)),
      );
      return [
        ...(head.includes(name) ? [] : [`${head}, not ${name}`]),
        ...(shown !== undefined && roles.includes(shown) ? [] : [`${head}, not ${roles.join(' or ')}`]),
        ...(isTimeOf(secondsIn(values[1]), joined, endAt) ? [] : [`${values[1]?.words}, when nobody joined`]),
        ...(!areShown || areRight ? [] : [`keys ${keys.join()}, not ${granted.join(' or ')}`]),
      ];
    };

    const flawsOf = (exchange: Exchange, call: VisitCall, viewer: string): readonly string[] => {
      const { answer, seq, endSeq } = exchange;
      const { account, role } = book.of(viewer);
      if (answer?.status !== 200 || account === undefined) return [];
      const parts = bodyOf(answer) as unknown as VisitedParts;
      const roles = role.possible(seq, endSeq);
      switch (call.page) {
        case 'sessions':
          return sessionFlaws(parts.rows, viewer, answer.at);
        case 'people':
          return listFlaws(parts, call.account ?? account, roles, exchange);
        case 'person':
          return personFlaws(parts, call.name ?? '', { name: viewer, roles }, exchange);
        default:
          return [];
      }
    };

    let hasStepped = false;
    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        walls.observe(seen);
        if (seen.what === 'wall_stepped' || (seen.what === 'starting' && seen.isReboot)) hasStepped = true;
        if (exchange === undefined) return;
        const { call } = exchange.sent;
        known.observe(seen, exchange);
        if (seen.what === 'sent') {
          const name = book.signsIn(exchange);
          if (name !== undefined) signIns.set(name, [...(signIns.get(name) ?? []), exchange]);
          if (call.op === 'invite') invited.set(call.name, [...(invited.get(call.name) ?? []), exchange]);
        }
        const viewer = book.nameOf(exchange);
        if (seen.what !== 'answered' || call.op !== 'visit' || viewer === undefined) return;
        for (const flaw of flawsOf(exchange, call, viewer))
          report(`request ${exchange.sent.request} (${call.page}) shows ${viewer} ${flaw}`);
      },
    };
  },
};

function secondsIn(cell: ShownCell | undefined): number {
  return Date.parse(cell?.times[0] ?? '') / 1_000;
}
