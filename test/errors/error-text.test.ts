import { describe, expect, it } from 'vitest';
import { codeOf, errorOf, messageOf } from '../../src/errors/error-text.js';

const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' });

describe('what was thrown', () => {
  it('says the message of an error, without its name', () => {
    expect(messageOf(new TypeError('not a number'))).toBe('not a number');
  });

  it('says itself where it is no error', () => {
    expect([messageOf('a text'), messageOf(undefined), messageOf(5)]).toEqual(['a text', 'undefined', '5']);
  });

  it('has the code that Node gave it', () => {
    expect(codeOf(missing)).toBe('ENOENT');
  });

  it('has no code where it is a plain error, or none at all', () => {
    expect([codeOf(new Error('x')), codeOf('ENOENT'), codeOf({ code: 'ENOENT' }), codeOf(null)]).toEqual(
      Array(4).fill(undefined),
    );
  });

  it('is itself as an error, and is made one where it was none', () => {
    expect(errorOf(missing)).toBe(missing);
    expect(errorOf('a text')).toEqual(new Error('a text'));
  });
});
