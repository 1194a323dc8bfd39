/** The part of the page that is written by hand: how to begin, and what holds for every request. */
import type { OpenApiDocument, OpenApiHeader } from '../../openapi/openapi-document.js';
import { type Html, html, jsonBlock, prose, shellBlock, slug } from './html.js';

const BEGIN = `# the key that npm start printed, or one from POST /api/keys
export TOLLGATE=http://127.0.0.1:8080 KEY=sk-tg…

# 1. what is on offer
curl -s $TOLLGATE/v1/models -H "Authorization: Bearer $KEY"

# 2. submit a job: 202, with its id and polling_url
curl -s $TOLLGATE/v1/videos -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' -H 'Idempotency-Key: first-try' \\
  -d '{"model":"sim/video","prompt":"a lighthouse in the rain","seconds":8}'

# 3. ask until status is completed or failed; poll_after says when
curl -s $TOLLGATE/v1/videos/video_… -H "Authorization: Bearer $KEY"

# 4. or have a text written; "stream": true sends it as it comes
curl -s $TOLLGATE/v1/chat/completions -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"model":"sim/chat","messages":[{"role":"user","content":"Hello!"}]}'

# 5. what it cost
curl -s $TOLLGATE/v1/credits -H "Authorization: Bearer $KEY"`;

const CREATE_KEY = `curl -s $TOLLGATE/api/keys -H "Authorization: Bearer $MANAGEMENT_KEY" \\
  -H 'Content-Type: application/json' -d '{"name":"ci","rate_limit_rpm":600}'`;

export interface GuideSection {
  readonly title: string;
  readonly body: Html;
}

export function guideSections(document: OpenApiDocument): readonly GuideSection[] {
  return [
    { title: 'Getting started', body: gettingStarted() },
    { title: 'Authentication', body: authentication() },
    { title: 'Money', body: money() },
    { title: 'Rate limits', body: rateLimits() },
    { title: 'Retrying safely', body: retrying() },
    { title: 'Lists', body: lists() },
    { title: 'Response headers', body: headers(document.components.headers) },
  ];
}

function gettingStarted(): Html {
  return html`<p>Video is made asynchronously: submit a job, poll it until it is settled, fetch the result from its <code>url</code>. Text comes with the answer to its request.</p>
${shellBlock(BEGIN)}
<p>Clients of the OpenAI API work as they are, with the base URL set to <code>…/v1</code> and the key as the API key. The machine-readable form of this page is <a href="/openapi.json">/openapi.json</a>.</p>`;
}

function authentication(): Html {
  return html`<p>Send <code>Authorization: Bearer &lt;key&gt;</code> with every request; a key is never read from a query string.</p>
<div class="scroll"><table><thead><tr><th>Credential</th><th>Looks like</th><th>Opens</th></tr></thead><tbody>
<tr><td>API key</td><td><code>sk-tg…</code></td><td><code>/v1</code>: submit, poll, read credit and usage. Any key of an account may read the account's jobs.</td></tr>
<tr><td>Management key</td><td><code>mk-tg…</code></td><td><code>/api</code>: the keys and accounts. In the role <code>account</code> those of its own account, as <code>operator</code> all.</td></tr>
</tbody></table></div>
<p>The secret of a key is shown once, in the answer that creates it, and is kept as a hash alone. An id of another account is answered as one that does not exist.</p>
${shellBlock(CREATE_KEY)}`;
}

function money(): Html {
  return html`<p>The unit is the DA; 1 DA is 1,000,000 micro-DA, and every amount is a whole number of those. Bodies show DA, <code>X-Balance-Available</code> shows micro-DA.</p>
<p>Each API key owns a prepaid balance, and <code>balance</code> is what can be spent now: what unfinished jobs hold is already taken off.</p>
<ol class="steps">
<li><b>Submit</b> reserves <code>price_per_second × seconds</code>. If the balance does not cover it, the answer is 402 <code>insufficient_credits</code> with <code>required</code> and <code>balance</code>, and nothing happened.</li>
<li><b>Completion</b> charges the seconds of output, at most what was reserved, and releases the rest in the same step.</li>
<li><b>Failure</b> releases all of it and charges nothing.</li>
</ol>
<p>A text reserves the most that it can cost: lower <code>max_tokens</code> to reserve less. It is charged for the tokens that its provider reports, at most what was reserved, before its end is sent. A text that breaks off is charged as far as it came, and one that fails before its first token costs nothing.</p>
<p>Polling, listing and reading cost nothing and go on at a balance of zero. Products are rounded up to a whole micro-DA. The ledger of a key lists every movement; its balance can be rebuilt from it.</p>`;
}

function rateLimits(): Html {
  return html`<p>The window is exact and rolling: over any 60 seconds a key is admitted at most its limit, and is refused only when that many were admitted in the 60 seconds before. Every request with a valid key counts, polls and reads included; refused ones do not. The default is 60 a minute; management keys have 6,000.</p>
<p>Requests without a valid key count on the client's address, 60 a minute.</p>
<p>A refusal is 429 <code>rate_limit_exceeded</code>. It says when the next request is admitted: <code>retry-after-ms</code> in milliseconds, <code>Retry-After</code> and the body's <code>retry_after</code> in whole seconds. A client that waits that long, alone on its key, is admitted. With many clients on one key, add a random 0 to 2 seconds.</p>
<p>Watch <code>X-RateLimit-Remaining-RPM</code> and slow down before it reaches 0; heed <code>poll_after</code> instead of polling at a fixed pace.</p>`;
}

function retrying(): Html {
  return html`<p>A refusal changed nothing, whatever its code. Everything answered with 2xx is on disk. If an answer was lost, an <code>Idempotency-Key</code> on <code>POST /v1/videos</code> and <code>POST /api/keys</code> makes the same request again safe for 24 hours: it gets the first one's result, with <code>Idempotent-Replayed: true</code>, and makes nothing new. Sameness is that of the fields, not of the bytes.</p>
<p>Errors have one form; switch on <code>code</code>, and show <code>message</code>.</p>
${jsonBlock({
  error: {
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
    message: 'The limit of 60 requests per minute is used up. Try again in 12 seconds.',
    param: null,
    request_id: 'req_01kaj2w7m9a1b2c3d4e5f6g7h8',
  },
  retry_after: 12,
})}`;
}

function lists(): Html {
  return html`<p>Lists come newest first, a page at a time. <code>limit</code> is 1 to 100, by default 20; if <code>has_more</code> is true, send <code>next</code> as <code>after</code> for the page behind. Query parameters that an operation does not know are ignored.</p>
${jsonBlock({ object: 'list', data: ['…'], has_more: true, next: 'video_…' })}`;
}

function headers(all: Readonly<Record<string, OpenApiHeader>>): Html {
  const rows = Object.entries(all).map(
    ([name, { description }]) =>
      html`<tr id="header-${slug(name)}"><td><code>${name}</code></td><td>${prose(description)}</td></tr>`,
  );
  return html`<p>The first four are on every answer, <code>X-Balance-Available</code> on every success, the last two if a later try may succeed.</p>
<div class="scroll"><table><thead><tr><th>Header</th><th></th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
