/**
 * Reads the chunks and whole answers of a server as pieces of a text.
 *
 * Invariant: each piece has the shape that a client of OpenAI's protocol reads. Fields that some servers
 * leave out are added; a field of another type makes no sense of the whole piece.
 */
import type { TextPiece, TokenUsage } from '../../text-provider.js';
import { listAt, numberAt, objectAt, textAt } from '../remote/answer-parts.js';

type Fields = Readonly<Record<string, unknown>>;

const NOTHING: Fields = {};

/**
 * One without choices says at most its usage.
 *
 * @throws if the body is no chunk
 */
export function chunkPiece(body: unknown): TextPiece {
  return pieceOf(body, deltaOf);
}

/**
 * @param isStreamed whether chunks were asked for
 * @throws if the body is no whole answer
 */
export function wholePiece(body: unknown, isStreamed: boolean): TextPiece {
  if (listAt(body, 'choices') === undefined) throw new Error('an answer without choices');
  return pieceOf(body, (choice) => {
    const { message, ...others } = choiceOf(choice, 'message', undefined);
    const whole = { role: 'assistant', content: null, ...Object(message) };
    return isStreamed ? { ...others, delta: whole } : { ...others, message: whole };
  });
}

/** Whether a piece says how its text ended. */
export function saysEnd({ body }: TextPiece): boolean {
  return listAt(body, 'choices')?.some((choice) => textAt(choice, 'finish_reason') !== undefined) === true;
}

function pieceOf(body: unknown, read: (choice: unknown) => Fields): TextPiece {
  const piece = objectAt(body);
  if (piece === undefined) throw new Error('a piece that is no object');
  const choices = piece.choices ?? [];
  if (!Array.isArray(choices)) throw new Error('choices that are no list');
  const choicesRead = choices.map(read);
  const isComplete = choicesRead.every((choice, at) => choice === choices[at]);
  const said = isComplete ? piece : { ...piece, choices: choicesRead };
  const usage = usageIn(piece);
  return usage === undefined ? { body: said } : { body: said, usage };
}

function deltaOf(choice: unknown): Fields {
  return choiceOf(choice, 'delta', NOTHING);
}

/** The choice itself if nothing is left out of it. */
function choiceOf(choice: unknown, name: 'delta' | 'message', ifLeftOut: Fields | undefined): Fields {
  const read = objectAt(choice);
  if (read === undefined) throw new Error('a choice that is no object');
  const { index = 0, finish_reason: finish } = read;
  const said = read[name] ?? ifLeftOut;
  if (!isCount(index) || !isTextOrNull(finish) || !isSaid(said))
    throw new Error('a choice that makes no sense');
  const isComplete = index === read.index && said === read[name] && finish !== undefined && finish !== '';
  // Some servers have an empty text in the place of null.
  return isComplete ? read : { ...read, index, [name]: said, finish_reason: finish || null };
}

function isSaid(said: unknown): boolean {
  if (objectAt(said) === undefined) return false;
  const { role, content, refusal, tool_calls, function_call } = said as Fields;
  const calls = tool_calls ?? [];
  return (
    isTextOrNull(role) &&
    (isTextOrNull(content) || isParts(content)) &&
    isTextOrNull(refusal) &&
    isFunction(function_call) &&
    Array.isArray(calls) &&
    calls.every((call) => objectAt(call) !== undefined && isFunction(objectAt(call)?.function))
  );
}

/** As Mistral's models that think write them. */
function isParts(content: unknown): boolean {
  return (
    Array.isArray(content) &&
    content.length > 0 &&
    content.every((part) => textAt(part, 'type') !== undefined)
  );
}

function isFunction(called: unknown): boolean {
  if (called === undefined || called === null) return true;
  const read = objectAt(called);
  return read !== undefined && isTextOrNull(read.name) && isTextOrNull(read.arguments);
}

function isTextOrNull(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

/** Zero is a number of tokens; what is no number of them is none. */
function usageIn(body: unknown): TokenUsage | undefined {
  const promptTokens = numberAt(body, 'usage', 'prompt_tokens');
  const completionTokens = numberAt(body, 'usage', 'completion_tokens');
  const isUsage = isCount(promptTokens) && isCount(completionTokens);
  return isUsage ? { promptTokens, completionTokens } : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
