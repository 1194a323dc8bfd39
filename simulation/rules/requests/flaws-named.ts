/** Requests that are wrong in one place are refused for that place. */
import { bodyOf, codeOf, isObject } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

const OF_FORM: readonly unknown[] = ['invalid_json', 'invalid_request'];

export const FLAWS_NAMED: Rule = {
  name: 'flaws-named',
  says: 'A request that is wrong in one place is refused, and the refusal names that place; a body with a name twice in one object, however it is spelled, is no JSON.',
  watch: (_, report) => ({
    observe(seen, exchange) {
      const call = exchange?.sent.call;
      if (seen.what !== 'answered' || call?.op !== 'flawed') return;
      const about = `request ${seen.request}, ${call.method} ${call.path} with ${call.query ?? call.body}`;
      if (seen.status < 300) report(`${about} was taken; wrong is ${call.param ?? 'its form'}`);
      const code = codeOf(seen);
      if (!OF_FORM.includes(code)) return;
      const { error } = bodyOf(seen) ?? {};
      const param = isObject(error) ? error.param : undefined;
      if (code !== call.code || !names(param, call.param))
        report(`${about} was refused by ${code} for ${param}; due is ${call.code} for ${call.param}`);
    },
  }),
};

/** A place within the one that is wrong will do. */
function names(param: unknown, due: string | null): boolean {
  return param === due || (due !== null && String(param).startsWith(`${due}.`));
}
