/** The password of a person signs in, and no other; an unknown name is answered as a wrong password. */
import { hashingTroubleOf } from '../../history/people/visits/hashing-words.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, type Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { FormsAlone } from './forms-alone.js';

const WRONG = 401;
/** Forms are taken one every 2 ms. */
const TURN_MS = 2;

export const PASSWORDS: Rule = {
  name: 'passwords',
  says: 'A user signs in with the password that was set last, and with no other; neither answer nor time tells of a name.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    /** The first answer to a wrong password: what it says, and how long it took. */
    let first: { readonly text: unknown; readonly tookMs: number } | undefined;

    const alone = new FormsAlone(requests);

    const signIn = (exchange: Exchange, name: string, password: string): void => {
      const { sent, answer, bodyAt = 0, seq, endSeq } = exchange;
      if (answer === undefined) return;
      const { isUser, password: passwords } = book.of(name);
      const [users, possible] = [isUser.possible(seq, endSeq), passwords.possible(seq, endSeq)];
      const about = `request ${sent.request}: ${name}`;
      if (outcomeOf(exchange) === 'done') {
        if (!users.includes(true)) report(`${about} is signed in, and is no user`);
        else if (!possible.includes(password)) report(`${about} is signed in with ${password}`);
      }
      if (answer.status !== WRONG) return;
      if (!users.includes(false) && possible.length === 1 && possible[0] === password)
        report(`${about} is refused with the right password`);
      const told = { text: bodyOf(answer)?.text, tookMs: answer.at - bodyAt };
      // A right password beside the removal of its user is refused once that is committed.
      const isTimed =
        hashingTroubleOf(sent.call) === undefined &&
        alone.isAlone(exchange) &&
        !(users.includes(true) && possible.includes(password));
      if (isTimed) first ??= told;
      if (first === undefined) return;
      if (told.text !== first.text) report(`${about}: a wrong password is answered in other words`);
      if (isTimed && Math.abs(told.tookMs - first.tookMs) > TURN_MS)
        report(`${about}: a wrong password takes ${told.tookMs} ms, another one ${first.tookMs}`);
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        alone.observe(seen, exchange);
        // The page says whether anybody may sign up.
        if (seen.what === 'reloaded') first = undefined;
        if (seen.what !== 'answered' || exchange === undefined) return;
        const { call, request } = exchange.sent;
        if (call.op === 'sign_in') signIn(exchange, call.name, call.password);
        const name = book.nameOf(exchange);
        if (call.op !== 'change_password' || name === undefined || outcomeOf(exchange) !== 'done') return;
        if (!book.of(name).password.possible(exchange.seq, exchange.endSeq).includes(call.password))
          report(`request ${request}: ${name} set another password with ${call.password}`);
      },
    };
  },
};
