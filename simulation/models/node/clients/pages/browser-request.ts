/** Requests of browsers, put together. */
import type { PreparedRequest } from '../prepared-request.js';

export type Form = Readonly<Record<string, string | readonly string[]>>;

export const SESSION_COOKIE = '__Host-tollgate';
export const DEVICE_COOKIE = '__Host-tollgate-device';
export const BROWSER = ['accept', 'text/html'] as const;
const OWN_PAGE = [['sec-fetch-site', 'same-origin']] as const;
const FORM_TYPE = ['content-type', 'application/x-www-form-urlencoded'] as const;

/** @param from fields that say which page sends it */
export function page(
  path: string,
  cookies: readonly string[],
  form?: Form,
  from: PreparedRequest['fields'] = OWN_PAGE,
): PreparedRequest {
  const [at = '', query = ''] = path.split('?');
  return {
    method: form === undefined ? 'GET' : 'POST',
    path: at,
    query,
    fields: [
      BROWSER,
      ...from,
      ...(cookies.length > 0 ? [['cookie', cookies.join('; ')] as const] : []),
      ...(form === undefined ? [] : [FORM_TYPE]),
    ],
    body: form === undefined ? undefined : encoded(form),
    keyId: '',
    jobId: '',
    credential: 'page',
  };
}

function encoded(form: Form): string {
  const fields = Object.entries(form).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : value.map((one) => [name, one]),
  );
  return new URLSearchParams(fields).toString();
}

/** The request as a browser sends it to this very machine, over plain HTTP, if that is its host. */
export function atHost(request: PreparedRequest, host: string | undefined): PreparedRequest {
  const [, port] = /^(?:localhost|127\.0\.0\.1):(\d+)$/.exec(host ?? '') ?? [];
  if (port === undefined || request.credential !== 'page') return request;
  const fields = request.fields.map(([name, value]) => {
    if (name !== 'cookie') return [name, value] as const;
    return [name, value.replaceAll(/__Host-(tollgate(?:-device)?)=/g, `$1-${port}=`)] as const;
  });
  return { ...request, fields };
}
