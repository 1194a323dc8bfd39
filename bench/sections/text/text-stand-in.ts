/**
 * A server of `/v1/chat/completions` that costs next to nothing: the events of a stream are made before.
 *
 * The model says how: `paced` sends a token every 20 ms, `slow` one a second until its client goes, and any
 * other sends all at once. The first token comes without delay.
 */
import { loadUws } from '../../../src/http/uws/uws.js';
import { TOKEN_EVERY_MS, TOKENS } from './text-numbers.js';

const SLOW_EVERY_MS = 1_000;

const USAGE = { prompt_tokens: 12, completion_tokens: TOKENS, total_tokens: 12 + TOKENS };
const NAMES = { id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT', created: 1_741_569_952, model: 'stand-in' };
const TOKEN = eventOf([{ index: 0, delta: { content: ' token' }, logprobs: null, finish_reason: null }]);
const END =
  eventOf([{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }]) +
  eventOf([], USAGE) +
  'data: [DONE]\n\n';
const MESSAGE = { role: 'assistant', content: ' token'.repeat(TOKENS) };
const WHOLE = JSON.stringify({
  ...NAMES,
  object: 'chat.completion',
  choices: [{ index: 0, message: MESSAGE, finish_reason: 'stop' }],
  usage: USAGE,
});

function eventOf(choices: readonly unknown[], usage?: object): string {
  const chunk = { ...NAMES, object: 'chat.completion.chunk', system_fingerprint: 'fp_44709d6fcb', choices };
  return `data: ${JSON.stringify(usage === undefined ? chunk : { ...chunk, usage })}\n\n`;
}

const { uws } = loadUws();
type Response = Parameters<Parameters<ReturnType<typeof uws.App>['post']>[1]>[0];

const app = uws.App();
app.post('/*', (response) => {
  const answer = { response, isGone: false, body: '' };
  response.onAborted(() => {
    answer.isGone = true;
  });
  response.onData((chunk, isLast) => {
    answer.body += Buffer.from(chunk).toString('latin1');
    if (isLast && !answer.isGone) response.cork(() => begin(answer));
  });
});

interface Answer {
  readonly response: Response;
  isGone: boolean;
  body: string;
}

function begin(answer: Answer): void {
  const { response, body } = answer;
  if (!body.includes('"stream":true')) {
    response.writeHeader('content-type', 'application/json').end(WHOLE);
    return;
  }
  response.writeHeader('content-type', 'text/event-stream').write(TOKEN);
  if (body.includes('"paced"')) pace(answer, TOKEN_EVERY_MS, TOKENS - 1);
  else if (body.includes('"slow"')) pace(answer, SLOW_EVERY_MS, Number.POSITIVE_INFINITY);
  else {
    for (let token = 1; token < TOKENS; token++) response.write(TOKEN);
    response.end(END);
  }
}

function pace(answer: Answer, everyMs: number, tokens: number): void {
  let left = tokens;
  const timer = setInterval(() => {
    if (answer.isGone) {
      clearInterval(timer);
      return;
    }
    left -= 1;
    if (left >= 0) answer.response.cork(() => answer.response.write(TOKEN));
    else {
      clearInterval(timer);
      answer.response.cork(() => answer.response.end(END));
    }
  }, everyMs);
}

app.listen('127.0.0.1', 0, (socket) => {
  if (socket === false) throw new Error('cannot listen');
  process.stdout.write(`listening ${uws.us_socket_local_port(socket)}\n`);
});
