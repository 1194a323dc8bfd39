import { PASSED_FIELDS } from '../../../../simulation/rules/providers/passed-fields.js';
import { checkBreaches } from '../check-breaches.js';
import { at, JOB, type Moment, sent } from '../told-history.js';

const SUBMIT = { op: 'submit', key: 0, model: 'model/0', prompt: 'a boat', fields: { seed: 7 } } as const;
const IN_FORM = { ...SUBMIT, head: { isForm: true } } as const;
const CHAT = { op: 'chat', key: 0, model: 'text/0', prompt: 'a word', isStreamed: true } as const;

function askedFor(fields?: Readonly<Record<string, unknown>>): Moment {
  const about = { provider: 'plain', model: 'model/0@plain', jobId: JOB, prompt: 'a boat' };
  return { what: 'provider_called', call: 90, kind: 'submit', ...about, ...(fields && { fields }) };
}

const SAID = { role: 'user', content: 'Hello' };
const SAID_BEFORE = { role: 'assistant', content: 'Good day' };
const TALK = { ...CHAT, more: [SAID_BEFORE, SAID] } as const;

function textAskedFor(fields?: Readonly<Record<string, unknown>>, more?: readonly unknown[]): Moment {
  const about = { provider: 'writer', model: 'text/0@writer', generationId: 'req_1', prompt: 'a word' };
  const asked = { bodyBytes: 9, cap: 1, isStreamed: true };
  return {
    what: 'text_called',
    call: 91,
    ...about,
    ...asked,
    ...(fields && { fields }),
    ...(more && { more }),
  };
}

checkBreaches(
  PASSED_FIELDS,
  [
    ['a field is lost', { more: at(300, sent(SUBMIT), askedFor()) }, /which no request for "a boat" had/],
    ['a field is another', { more: at(300, sent(SUBMIT), askedFor({ seed: 8 })) }, /seed.:8/],
    ['a form has a number', { more: at(300, sent(IN_FORM), askedFor({ seed: 7 })) }, /seed.:7/],
    ['a text has one more', { more: at(300, sent(CHAT), textAskedFor({ n: 2 })) }, /which no request/],
    ['a message is lost', { more: at(300, sent(TALK), textAskedFor({}, [SAID])) }, /which no request/],
    [
      'messages change places',
      { more: at(300, sent(TALK), textAskedFor({}, [SAID, SAID_BEFORE])) },
      /which no request/,
    ],
  ],
  [
    ['messages stay in order', { more: at(300, sent(TALK), textAskedFor({}, [SAID_BEFORE, SAID])) }],
    ['all are passed on', { more: at(300, sent(SUBMIT), askedFor({ seed: 7 })) }],
    ['a form has texts', { more: at(300, sent(IN_FORM), askedFor({ seed: '7' })) }],
    ['a text has none', { more: at(300, sent(CHAT), textAskedFor()) }],
  ],
);
