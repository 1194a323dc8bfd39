/**
 * A request for a text is refused for what it says exactly if it is wrong, and by the name of what is; and
 * for its model exactly if that is not on offer.
 */
import type { ChatCall } from '../../history/texts/chat-call.js';
import { InForce } from '../facts/in-force.js';
import { bodyOf, codeOf, type Exchange, isObject } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

/** Those that the generators make. */
const REFUSED: readonly string[] = [
  'best_of',
  'n',
  'prediction',
  'web_search_options',
  'modalities',
  'service_tier',
];

/** A model that is not there is refused for before them. */
const BEHIND_MODEL: readonly string[] = ['too_many_generations', 'insufficient_credits'];

export const TEXT_REFUSALS: Rule = {
  name: 'text-refusals',
  says: "A request for a text with more tokens than its model may make, with a field that is not passed on, or with a message that is no text is refused by that field's name; no other is. A model that is not on offer is not found, and no other.",
  watch(setup, report, requests) {
    const inForce = new InForce(setup);
    const flawsOf = ({ model, cap = 0, capField, fields = {}, more = [] }: ChatCall) => {
      const offered = setup.texts?.models.find(({ id }) => id === model);
      return [
        ...(offered !== undefined && cap > offered.outputTokensMax ? [capField ?? 'max_tokens'] : []),
        ...Object.keys(fields).filter((name) => REFUSED.includes(name)),
        ...(more.every(({ content }) => isText(content)) ? [] : ['messages']),
      ];
    };
    const checkModel = (model: string, { seq, endSeq }: Exchange, told: string | number, about: string) => {
      const isThere = setup.texts?.models.some(({ id }) => id === model) === true;
      const offered = isThere ? inForce.offered(model, seq, endSeq) : [false];
      if (told === 'model_not_found' && !offered.includes(false))
        report(`${about} got model_not_found, and ${model} is on offer`);
      if (!offered.includes(true) && (told === 200 || BEHIND_MODEL.includes(`${told}`)))
        report(`${about} got ${told}, and ${model} is not on offer`);
    };
    return {
      observe(seen, exchange) {
        inForce.observe(seen, requests.seq);
        const call = exchange?.sent.call;
        if (seen.what !== 'answered' || exchange === undefined || call?.op !== 'chat') return;
        const flaws = flawsOf(call);
        const about = `request ${seen.request} (chat)`;
        checkModel(call.model, exchange, codeOf(seen) ?? seen.status, about);
        if (seen.status === 200 && flaws.length > 0)
          report(`${about} was taken, and ${flaws.join(', ')} is wrong`);
        if (codeOf(seen) !== 'invalid_request') return;
        const { error } = bodyOf(seen) ?? {};
        const param = isObject(error) ? String(error.param) : '';
        if (!flaws.some((name) => param === name || param.startsWith(`${name}.`)))
          report(`${about} was refused for ${param}; wrong is ${flaws.join(', ') || 'nothing'}`);
      },
    };
  },
};

function isText(content: NonNullable<ChatCall['more']>[number]['content']): boolean {
  return typeof content === 'string' || content.every(({ type }) => type === 'text');
}
