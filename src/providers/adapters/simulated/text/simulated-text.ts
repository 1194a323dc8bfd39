/**
 * The text of the simulated provider: it follows from the last message alone, and a token is a word with the
 * white space before it, so its counts are true.
 */
import { createHash } from 'node:crypto';

const OPENINGS = [
  'This is a simulated answer: no model has read your message.',
  'Nobody thought about this answer: it comes from the simulated provider.',
  'Here is a text that was put together on your own machine.',
];
const SENTENCES = [
  'Its words come one by one, as those of a real model do.',
  'The same message always brings the same words.',
  'Each of them is counted, and the balance of your key pays for it.',
  'Choose another model once a real provider is configured.',
  'Long before the first boats leave, the bay of **Algiers** is quiet.',
  'The ferry to Marseille takes about twenty hours.',
  'A stream can be stopped at any time, and then the rest is not charged.',
  'What you see in the page is kept in this browser, and nowhere else.',
];
const CODE = '```js\nconst answer = await fetch(`/v1/chat/completions`);\n```';
const SENTENCES_MIN = 2;

/** The tokens of an answer to a message, in order; put together they are its text. */
export function simulatedTokens(message: string): readonly string[] {
  const digest = createHash('sha256').update(message, 'utf8').digest();
  const at = (byte: number) => digest[byte] ?? 0;
  const count = SENTENCES_MIN + (at(0) % 5);
  const chosen = Array.from({ length: count }, (_, n) => SENTENCES[at(n + 2) % SENTENCES.length] ?? '');
  const text = [OPENINGS[at(1) % OPENINGS.length], ...new Set(chosen)].join(' ');
  return tokensOf(/\bcode\b/i.test(message) ? `${text}\n\n${CODE}` : text);
}

export function tokensOf(text: string): readonly string[] {
  return text.match(/\s*\S+/g) ?? [];
}
