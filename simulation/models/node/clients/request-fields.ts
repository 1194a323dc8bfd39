/** Fields of a request that its carrier adds. */
import type { Asked } from '../../../history/client-call.js';
import type { PreparedRequest } from './prepared-request.js';

export function fieldsOf({
  host = 'gateway.test',
  proto,
  forwardedHost,
  origin,
}: Asked = {}): PreparedRequest['fields'] {
  return [
    ['host', host],
    ...(proto === undefined ? [] : [['x-forwarded-proto', proto] as const]),
    ...(forwardedHost === undefined ? [] : [['x-forwarded-host', forwardedHost] as const]),
    ...(origin === undefined ? [] : [['origin', origin] as const]),
  ];
}

export function length(bodyBytes: number): readonly [string, string] {
  return ['content-length', String(bodyBytes)];
}
