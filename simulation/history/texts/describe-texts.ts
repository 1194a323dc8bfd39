/** Requests for texts in words, and what their providers do. */
import type { ChatCall, LookUpCall } from './chat-call.js';
import type { TextScript } from './text-script.js';

export function describeChat(call: ChatCall): string {
  const { usageWords, session } = call;
  const { key, model, prompt, more, isStreamed, cap, capField, fields, idempotencyKey, readPauseMs, script } =
    call;
  return [
    `asks ${model} for ${isStreamed ? 'a stream' : 'a whole text'} on "${prompt}" with key ${key}`,
    cap === undefined ? '' : ` of at most ${cap} tokens${capField === undefined ? '' : ` (${capField})`}`,
    more === undefined ? '' : `, further messages ${JSON.stringify(more)}`,
    fields === undefined ? '' : ` and ${JSON.stringify(fields)}`,
    usageWords === undefined ? '' : `, of usage it says ${usageWords}`,
    session === undefined ? '' : ` as a message under the session of step ${session}`,
    idempotencyKey === undefined ? '' : ` under ${idempotencyKey}`,
    readPauseMs === undefined ? '' : `, reads on each ${readPauseMs} ms`,
    script === undefined ? '' : `; the provider: ${describeTextScript(script)}`,
  ].join('');
}

export function describeLookUp({ key, text, session }: LookUpCall): string {
  const how = session === undefined ? `with key ${key}` : `under the session of step ${session}`;
  return `looks ${text === 0 ? 'a text that never was' : `the text of step ${text}`} up ${how}`;
}

function describeTextScript(script: TextScript): string {
  const { begins, tokens, tokenMs, bytes, fill, isToolCall, flaw, usage, tailMs } = script;
  const { isDoneMissing, afterEnd, empties } = script;
  return [
    ...begins.map(
      ({ do: what, delayMs, askAgainAfterMs: pauseMs }) =>
        `${what} in ${delayMs} ms${pauseMs === undefined ? '' : ` and for ${pauseMs} ms`}`,
    ),
    `${tokens} deltas${bytes === undefined ? '' : ` of ${bytes} bytes`}${fill === undefined ? '' : ` of ${JSON.stringify(fill)}`}${isToolCall ? ' of a tool call' : ''}, ${tokenMs} ms apart`,
    ...(flaw === undefined ? [] : [`${flaw.do} after ${flaw.after}`]),
    `usage ${usage}`,
    ...(tailMs === 0 ? [] : [`its end ${tailMs} ms apart`]),
    ...(isDoneMissing ? ['no [DONE]'] : []),
    ...(afterEnd === undefined ? [] : [`${afterEnd} behind its end`]),
    ...(empties === undefined ? [] : [`${empties} empty chunks before each`]),
  ]
    .join('; ')
    .replaceAll('_', ' ');
}
