/** The fields of a request beside those that the gateway reads itself, as providers are asked for them. */
import type { ClientCall } from '../../history/client-call.js';
import { fieldsOf, promptOf } from '../../history/edges/prompt-of.js';
import type { Observation } from '../../history/observation.js';
import type { Rule } from '../invariant.js';

export const PASSED_FIELDS: Rule = {
  name: 'passed-fields',
  says: 'A provider is asked for what the client asked for: with all of its messages and other fields as it sent them, and with none besides.',
  watch(_, report) {
    /** By what is asked for and its prompt, the fields of requests in JSON. */
    const sent = new Map<string, Set<string>>();
    const check = (asked: string, prompt: string, fields: object | undefined, about: string) => {
      const said = JSON.stringify(fields ?? {});
      if (sent.get(`${asked} ${prompt}`)?.has(said) !== true)
        report(`${about} is asked for with the fields ${said}, which no request for "${prompt}" had`);
    };
    return {
      observe(seen: Observation) {
        if (seen.what === 'sent' && hasFields(seen.call)) {
          const { op } = seen.call;
          const { call } = seen;
          const fields = call.op === 'submit' ? fieldsOf(call) : { ...call.fields, ...moreOf(call) };
          const prompt = call.op === 'submit' ? promptOf(call) : call.prompt;
          const known = sent.get(`${op} ${prompt}`) ?? new Set();
          sent.set(`${op} ${prompt}`, known.add(JSON.stringify(fields ?? {})));
        }
        if (seen.what === 'provider_called' && seen.kind === 'submit')
          check('submit', seen.prompt ?? '', seen.fields, seen.jobId);
        if (seen.what === 'text_called')
          check('chat', seen.prompt, { ...seen.fields, ...moreOf(seen) }, seen.generationId);
      },
    };
  },
};

/** Messages count as a field of their own. */
function moreOf({ more }: { readonly more?: readonly unknown[] }): object {
  return more === undefined ? {} : { messages: more };
}

function hasFields(call: ClientCall): call is Extract<ClientCall, { readonly op: 'submit' | 'chat' }> {
  return call.op === 'submit' || call.op === 'chat';
}
