import { TEXT_SHOWN } from '../../../../simulation/rules/texts/text-shown.js';
import { checkBreaches } from '../check-breaches.js';
import { answered, at, sent } from '../told-history.js';
import { began, CALL, called, ID, read } from './made-text.js';

const REST = '{"more":{"service_tier":"default"}}';
const namesOf = (id: string, object: string, model: string) => ({ id, object, created: 7, model });
const named = (id: string, model: string = CALL.model) =>
  read({ named: JSON.stringify(namesOf(id, 'chat.completion.chunk', model)) });
const whole = (body: object) =>
  at(
    50,
    sent({ ...CALL, isStreamed: false }, { request: 2 }),
    answered(2, 200, body, { 'x-request-id': ID }),
  );
const WHOLE_TEXT = { ...namesOf(ID, 'chat.completion', CALL.model), choices: [] };
const begun = at(20, sent(CALL, { request: 1 }), called(1, 'writer', { rest: REST }), began(1, ID));

checkBreaches(
  TEXT_SHOWN,
  [
    ['a chunk has the id of its provider', { begun, first: at(30, named('chatcmpl-1')) }, /is shown as/],
    ['a chunk has the model of its route', { begun, first: at(30, named(ID, 'other')) }, /is shown as/],
    [
      'a later chunk has other names',
      { begun, first: at(30, named(ID)), later: at(40, named(ID)) },
      /have other names/,
    ],
    [
      'a chunk leaves something out',
      { begun, first: at(30, named(ID), read({ delta: 'd1.0', rest: '{}' })) },
      /d1\.0 comes with \{\}/,
    ],
    ['a whole text has another id', { begun, told: whole({ ...WHOLE_TEXT, id: 'x' }) }, /is shown as/],
  ],
  [
    [
      'a stream is as its provider wrote it',
      { begun, first: at(30, named(ID), read({ delta: 'd1.0', rest: REST })) },
    ],
  ],
);
