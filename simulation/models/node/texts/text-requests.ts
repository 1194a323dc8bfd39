/** Has the adapter for texts ask servers for some, and tells what each is asked beside what it has to be. */
import { noService } from '../../../../src/outward/no-service.js';
import type { MakeService, ServiceConfig, ServiceRequest } from '../../../../src/outward/outward.js';
import { openaiAdapter } from '../../../../src/providers/adapters/openai/openai-adapter.js';
import { SERVICE_KEY } from '../../../history/provider-kinds.js';
import type { ServiceAsked } from '../../../history/services/service-observation.js';
import type { Random } from '../../../world/random.js';
import { VirtualWorld } from '../../../world/virtual-world.js';

type CapField = 'max_tokens' | 'max_completion_tokens';

const REQUESTS = 4;
const OPENAI = 'https://api.openai.com/v1';
const OWN = 'http://10.0.0.5:8000/v1';
const MESSAGES = [{ role: 'user', content: 'Hello "é"' }];
const FIELDS = { temperature: 0, stop: ['\n'], tools: [{ type: 'function', function: { name: 'look' } }] };

export async function askTextRequests(
  random: Random,
  asked: (asked: Omit<ServiceAsked, 'what'>) => void,
): Promise<void> {
  for (let request = 0; request < REQUESTS; request++) {
    const url = random.pick([undefined, OPENAI, OWN]);
    const given = random.pick<CapField | undefined>([undefined, 'max_tokens', 'max_completion_tokens']);
    const key = random.pick(['', SERVICE_KEY]);
    const isStreamed = random.chance(0.5);
    const cap = random.between(1, 9_000);
    const fields = { messages: MESSAGES, ...(random.chance(0.5) && FIELDS) };
    const means = told({
      to: url ?? OPENAI,
      secretHeaders: key === '' ? {} : { authorization: `Bearer ${key}` },
      request: {
        method: 'POST',
        path: '/chat/completions',
        body: {
          ...fields,
          model: 'a/model:8b',
          // OpenAI's newer models refuse the older name.
          [given ?? (url === OWN ? 'max_tokens' : 'max_completion_tokens')]: cap,
          ...(isStreamed && { stream: true, stream_options: { include_usage: true } }),
        },
      },
    });
    let is = 'nothing';
    const makeService: MakeService = (config) => ({
      ...noService(config),
      stream: async (heard) => {
        is = told({ ...aboutService(config), request: heard });
        return { status: 500, body: undefined, retryAfterMs: undefined };
      },
    });
    const provider = openaiAdapter.createText(
      { name: 'openai', world: new VirtualWorld(), key, makeService },
      { ...(url && { url }), ...(given && { 'cap-field': given }) },
    );
    const body = provider.bodyOf({ model: 'a/model:8b', fields, outputTokensMax: cap, isStreamed });
    await provider.generate({ generationId: 'req_1', body, isStreamed }, noLimit());
    const wish = `a ${isStreamed ? 'stream' : 'whole text'} of ${cap} tokens at ${url}, ${given}`;
    asked({ provider: 'openai', wish, means, asked: is });
  }
}

interface Told {
  readonly to: string;
  readonly secretHeaders: Readonly<Record<string, string>>;
  readonly request: ServiceRequest;
}

function aboutService({ url, secretHeaders }: ServiceConfig): Omit<Told, 'request'> {
  return { to: url, secretHeaders };
}

/** Fields of the body by the order of their names. */
function told({ to, secretHeaders, request: { method, path, headers, body } }: Told): string {
  const fields = Object.entries(Object(body)).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ to, secretHeaders, method, path, headers, body: Object.fromEntries(fields) });
}

function noLimit(): { readonly signal: AbortSignal } {
  return { signal: new AbortController().signal };
}
