/** Calls over `fetch`, for tests of adapters beside their stand-ins. It judges no address. */
import {
  type FileAddress,
  type MakeService,
  NoConnectionError,
  type RemoteFile,
  type ServiceRequest,
} from '../../../src/outward/outward.js';

export const fetchService: MakeService = ({ url, secretHeaders }) => ({
  async call({ method, path, body, headers }: ServiceRequest, signal) {
    const isForm = body instanceof FormData;
    const response = await answered(`${url}${path}`, {
      method,
      redirect: method === 'GET' ? 'follow' : 'manual',
      headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...secretHeaders, ...headers },
      signal,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const retryAfter = response.headers.get('retry-after');
    return {
      status: response.status,
      body: parsed(await response.text()),
      retryAfterMs: retryAfter === null ? undefined : Number(retryAfter) * 1000,
    };
  },
  async openFile({ url: from, withSecret }: FileAddress, signal): Promise<RemoteFile | undefined> {
    const headers = withSecret && new URL(from).origin === new URL(url).origin ? secretHeaders : {};
    const response = await answered(from, { headers, signal });
    if (response.status === 404 || response.status === 410) return undefined;
    if (!response.ok) throw new Error(`a file was answered ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return {
      contentType: response.headers.get('content-type') ?? '',
      size: bytes.length,
      takesRanges: response.headers.get('accept-ranges') === 'bytes',
      async *read(begin, end) {
        yield bytes.subarray(begin, end);
      },
    };
  },
  async listen() {
    throw new Error('no WebSocket here');
  },
});

async function answered(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    if (code === 'ECONNREFUSED') throw new NoConnectionError('no connection', { cause: error });
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
