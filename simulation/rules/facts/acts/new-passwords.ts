/** The new passwords that forms set, and whether they may be set. */
import type { ClientCall } from '../../../history/client-call.js';

const [CHARACTERS_MIN, CHARACTERS_MAX] = [10, 200];

/** Whether the form of a call sets a password that may be set: typed twice alike, of 10 to 200 characters. */
export function setsFitPassword(call: ClientCall): boolean | undefined {
  const [password, again] = typedIn(call);
  if (password === undefined) return undefined;
  const characters = Array.from(password).length;
  return password === (again ?? password) && characters >= CHARACTERS_MIN && characters <= CHARACTERS_MAX;
}

function typedIn(call: ClientCall): readonly [password?: string, again?: string] {
  switch (call.op) {
    case 'accept':
    case 'sign_up':
      return call.password === undefined ? [] : [call.password, call.again ?? call.password];
    case 'change_password':
      return [call.next, call.again ?? call.next];
    default:
      return [];
  }
}
