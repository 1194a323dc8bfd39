/**
 * The shape of texts in OpenAI's protocol, as its clients read it. The check is not the node's own, so that a
 * node that hands on garbage is found out.
 */
type Fields = Readonly<Record<string, unknown>>;

export function isChunk(value: unknown): boolean {
  return hasChoices(value, 'delta');
}

export function isWholeText(value: unknown): boolean {
  return hasChoices(value, 'message');
}

/** The words of a delta or message, or those to a tool. */
export function saidIn(delta: unknown): string {
  const { content, tool_calls: calls } = Object(delta);
  return String(content ?? calls?.[0]?.function?.arguments ?? '');
}

/** With each run of a character told by its length. */
export function shortened(text: string): string {
  return text.replace(/(.)\1{3,}/gsu, (run, character) => `${character}×${[...run].length}`);
}

export function isUsage(value: unknown): boolean {
  return isFields(value) && isCount(value.prompt_tokens) && isCount(value.completion_tokens);
}

/** False if a usage that is told says another sum than that of its parts. */
export function addsUp(usage: unknown): boolean {
  if (!isFields(usage)) return true;
  return usage.total_tokens === Number(usage.prompt_tokens) + Number(usage.completion_tokens);
}

function hasChoices(value: unknown, text: 'delta' | 'message'): boolean {
  if (!isFields(value) || !Array.isArray(value.choices)) return false;
  return value.choices.every(
    (choice) =>
      isFields(choice) && isCount(choice.index) && isTextOrNull(choice.finish_reason) && isText(choice[text]),
  );
}

function isText(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { role = null, content = null, tool_calls: calls = [] } = value;
  const isCall = (call: unknown) =>
    isFields(call) && isFields(call.function) && isTextOrNull(call.function.arguments);
  return isTextOrNull(role) && isTextOrNull(content) && Array.isArray(calls) && calls.every(isCall);
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
