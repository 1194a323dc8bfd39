/** Requests whose fields are right, and that cannot be taken for their form. */
import type { FlawedCall } from '../../client-call.js';

/** Characters that are not ASCII or not printable, too many or none, and quoted strings without an end. */
export const NO_IDEMPOTENCY_KEYS = ['é', 'a\tb', 'a'.repeat(256), '""', '"open', '"'] as const;

type Spoilt = Pick<FlawedCall, 'body' | 'code' | 'param'> & { readonly contentType?: string };

const FORM = 'multipart/form-data; boundary=edge';
const MODEL = part('name="model"', 'sim/video');
const PROMPT = part('name="prompt"', 'Spoilt scene');
const END = '--edge--\r\n';
/** A body may nest a little over half as deep. */
const DEEP = '['.repeat(100) + ']'.repeat(100);

/** Bodies for `POST /v1/videos`. */
export const SPOILT_BODIES: readonly Spoilt[] = [
  form(MODEL + PROMPT + END, null, 'multipart/form-data'),
  form(MODEL + PROMPT, null),
  form(`${MODEL}${PROMPT}--edged--\r\n`, null),
  form(MODEL + PROMPT + MODEL + END, 'model'),
  form(MODEL + part('name="prompt"; filename="prompt.txt"', 'Spoilt scene') + END, 'prompt'),
  form(MODEL + part('filename="a"; name="prompt"', 'Spoilt scene') + END, 'prompt'),
  form(MODEL + part('title="prompt"', 'Spoilt scene') + END, null),
  form(`${MODEL}--edge\r\ncontent-disposition: form-data; name="prompt"\r\n${END}`, null),
  form(MODEL + part('name="prompt"', '  ') + END, 'prompt'),
  form(MODEL + END, 'prompt'),
  { body: `{"model":"sim/video","prompt":"Spoilt scene","deep":${DEEP}}`, code: 'invalid_json', param: null },
  { body: '{"model":"sim/video","prompt":"Spoilt scene"', code: 'invalid_json', param: null },
  { body: '{"model":"sim/video","prompt":"Spoilt scene"}}', code: 'invalid_json', param: null },
];

function form(body: string, param: string | null, contentType = FORM): Spoilt {
  return { body, contentType, code: 'invalid_request', param };
}

function part(parameters: string, value: string): string {
  return `--edge\r\ncontent-disposition: form-data; ${parameters}\r\n\r\n${value}\r\n`;
}
