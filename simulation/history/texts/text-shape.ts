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

/** The names of a chunk or of a whole text, in JSON: its own, that of its kind, its time and its model. */
export function namesIn(text: unknown): string {
  const { id, object, created, model } = Object(text);
  return JSON.stringify({ id, object, created, model });
}

/** All that a chunk or a whole text says besides its names, its words, its end and its usage, in JSON. */
export function restOf(text: unknown): string {
  const { id, object, created, model, usage, choices, ...more } = Object(text);
  const { index, finish_reason, delta, message, ...ofChoice } = Object(choices?.[0]);
  const { role, content, tool_calls: calls = [], ...said } = Object(delta ?? message);
  const ofCalls = calls.map((call: unknown) => {
    const { function: called, ...ofCall } = Object(call);
    return { ...ofCall, called: { ...called, arguments: null } };
  });
  return JSON.stringify(filled({ more, ofChoice, said, ofCalls }));
}

/** Without what is null, by the order of names. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled);
  if (!isFields(value)) return value;
  const names = Object.keys(value).filter((name) => value[name] !== null);
  return Object.fromEntries(names.sort().map((name) => [name, filled(value[name])]));
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
