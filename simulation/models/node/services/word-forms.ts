/** The forms of answers of services, for the lists of their words. */
import type { FailureSlug } from '../../../../src/providers/provider.js';
import type { Failures } from './service-failures.js';

/** One answer of a service, and what it says of the job that it is about. */
export interface ServiceWord {
  readonly status: number;
  readonly body?: unknown;
  readonly retryAfterMs?: number;
  readonly means: string;
  /** Of a failure: words that the client has to be told, of those of the service. */
  readonly tells?: string;
  /** True if the service does what it was asked for, whatever it says. */
  readonly acts?: true;
}

export const STRANGE_STATE = 'resting';
export const FILE = 'https://files.example/1.mp4?sign=a%20b';
export const MADE = `made at ${FILE}`;
/** Words that no client may be told as they are: they are long, name a place, and hold what looks secret. */
export const TOLD = 'It went wrong at';
/** Parts of those words. */
export const SECRETS_SAID = [
  'k3y-of-4nother',
  'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8',
  's3cret-of-4nother',
  't0ken-of-4nother',
];
const [KEY_SAID, ID_SAID, BEARER_SAID, TOKEN_SAID] = SECRETS_SAID;
const HOLDING = `with the key ${KEY_SAID}, Bearer ${BEARER_SAID}, token=${TOKEN_SAID} for ${ID_SAID}`;
const PLACED = `${TOLD} https://inner.example/y?t=1, ${HOLDING}`;
export const LONG = `${PLACED} ${'and so on '.repeat(40)}`;
/** Cut anywhere, one of both is cut within a character. */
export const LONGS = ['', '.'].map((end) => `${PLACED}${end} ${'🎈'.repeat(200)}`);
export const ASKED_AGAIN = 'asked again';
/** Of a look that is refused for what the service knows of this job: it is there, and opens no breaker. */
export const ALONE = ', of this job alone';
export const JOB_REFUSED = `${ASKED_AGAIN}${ALONE}`;
/** Of a job that the service does not know, to a look for it; to a poll, it has ended there. */
export const NOT_FOUND = 'not found';
/** Of an answer of a service that behaves, whatever it says. */
export const UNDERSTOOD = 'understood';

export function telling(word: ServiceWord): ServiceWord {
  return { ...word, tells: TOLD };
}

export function fileOf(filename: string, type: string): unknown {
  return { filename, subfolder: 'video', type };
}

export function refused(slug: FailureSlug): string {
  return `rejected, ${slug}`;
}

export function failed(slug: FailureSlug): string {
  return `failed, ${slug}`;
}

export function ok(body: unknown, means: string): ServiceWord {
  return { status: 200, body, means };
}

export function eachOf<Made>(
  failures: Failures,
  make: (failure: string, slug: FailureSlug) => Made,
): readonly Made[] {
  return (Object.entries(failures) as [FailureSlug, readonly string[]][]).flatMap(([slug, names]) =>
    names.map((name) => make(name, slug)),
  );
}

/** Answers to a submit that a service has taken, with the id that it gave it, and to one that has none. */
export function taken(idField: string): readonly ServiceWord[] {
  return [
    ...[200, 201, 202, 299].map((status) => ({
      status,
      body: { [idField]: 'job 1/é' },
      means: 'accepted as job 1/é',
    })),
    ...[{}, { [idField]: '' }, { [idField]: null }, []].map((body) => ok(body, 'outcome unknown')),
  ];
}

export function filtered(name: string, reasons: object): unknown {
  return { name, done: true, response: { generateVideoResponse: reasons } };
}

export function veoRefusal(message: string, slug: FailureSlug): ServiceWord {
  return { status: 400, body: { error: { code: 400, message, status: 'INVALID' } }, means: refused(slug) };
}

export function task(id: string, status: string, code: number, status_msg = 'It is so.'): object {
  return { task_id: id, status, file_id: '', base_resp: { status_code: code, status_msg } };
}

export function refusal(code: number, status_msg = 'It is refused.'): unknown {
  return { base_resp: { status_code: code, status_msg } };
}

export function history(
  id: string,
  said: string,
  messages: readonly unknown[],
  outputs: object = {},
): unknown {
  return {
    [id]: { prompt: [], outputs, status: { status_str: said, completed: said === 'success', messages } },
  };
}
