/** A request for a text is refused for what it says exactly if it is wrong, and by the name of what is. */
import type { ChatCall } from '../../history/texts/chat-call.js';
import { bodyOf, codeOf, isObject } from '../facts/requests.js';
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

export const TEXT_REFUSALS: Rule = {
  name: 'text-refusals',
  says: "A request for a text with more tokens than its model may make, with a field that is not passed on, or with a message that is no text is refused by that field's name; no other is.",
  watch(setup, report) {
    const flawsOf = ({ model, cap = 0, capField, fields = {}, more = [] }: ChatCall) => {
      const offered = setup.texts?.models.find(({ id }) => id === model);
      return [
        ...(offered !== undefined && cap > offered.outputTokensMax ? [capField ?? 'max_tokens'] : []),
        ...Object.keys(fields).filter((name) => REFUSED.includes(name)),
        ...(more.every(({ content }) => isText(content)) ? [] : ['messages']),
      ];
    };
    return {
      observe(seen, exchange) {
        const call = exchange?.sent.call;
        if (seen.what !== 'answered' || call?.op !== 'chat') return;
        const flaws = flawsOf(call);
        const about = `request ${seen.request} (chat)`;
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
