/** The facts of each kind of service that the gateway goes by, by the table of kinds in docs/providers.md. */
import { noService } from '../../../../../src/outward/no-service.js';
import { adapterOf } from '../../../../../src/providers/adapters/adapters.js';
import { providerKind, SERVICE_NAMES, type ServiceName } from '../../../../history/provider-kinds.js';
import type { ServiceAsked } from '../../../../history/services/service-observation.js';
import type { Random } from '../../../../world/random.js';
import { VirtualWorld } from '../../../../world/virtual-world.js';
import { adapterFor, urlOf } from '../service-adapters.js';
import { KEY_FIELDS } from './look-dialects.js';

type Asked = (asked: Omit<ServiceAsked, 'what'>) => void;

const ASKED = 3;
/** Of those that have one. */
const URLS: Readonly<Partial<Record<ServiceName, string>>> = {
  fal: 'https://queue.fal.run',
  replicate: 'https://api.replicate.com',
  runway: 'https://api.dev.runwayml.com',
  veo: 'https://generativelanguage.googleapis.com',
  luma: 'https://api.lumalabs.ai/dream-machine/v1',
  minimax: 'https://api.minimax.io',
};
const FORGETS_RESULTS: readonly ServiceName[] = ['replicate', 'runway', 'veo', 'minimax', 'openai-videos'];
const NEEDS_NO_KEY: readonly ServiceName[] = ['comfyui', 'openai-videos'];
const LOST = { idempotent: 'idempotent', findable: 'findable', forgetful: 'unknown' } as const;

export function askPromises(random: Random, asked: Asked): void {
  for (let n = 0; n < ASKED; n++) {
    const name = random.pick(SERVICE_NAMES);
    const hasKey = !NEEDS_NO_KEY.includes(name) || random.chance(0.5);
    const is = JSON.stringify(promised(name, hasKey));
    asked({
      provider: name,
      wish: 'what its kind promises',
      means: JSON.stringify(due(name, hasKey)),
      asked: is,
    });
  }
}

function due(name: ServiceName, hasKey: boolean): object {
  const kind = providerKind(name);
  return {
    url: URLS[name] ?? 'none',
    resultsExpire: FORGETS_RESULTS.includes(name),
    needsKey: !NEEDS_NO_KEY.includes(name),
    costs: true,
    lost: kind && LOST[kind.lostAnswer],
    forMs: kind?.idempotentForMs ?? 'for ever',
    finds: kind?.lostAnswer === 'findable',
    cancels: kind?.cancels,
    key: hasKey ? KEY_FIELDS[name] : {},
  };
}

function promised(name: ServiceName, hasKey: boolean): object {
  const { defaultUrl, resultsExpire = false, needsNoKey = false, isReal } = adapterOf(name);
  let key: Readonly<Record<string, string>> = {};
  const serviceWith = (secretHeaders: Readonly<Record<string, string>>) => {
    key = secretHeaders;
    return noService({ name, url: urlOf(name), secretHeaders });
  };
  const { lostAnswer, find, cancel } = adapterFor(name, new VirtualWorld(), serviceWith, { hasKey });
  return {
    url: defaultUrl ?? 'none',
    resultsExpire,
    needsKey: !needsNoKey,
    costs: isReal,
    lost: lostAnswer.kind,
    forMs: ('forMs' in lostAnswer && lostAnswer.forMs) || 'for ever',
    finds: find !== undefined,
    cancels: cancel !== undefined,
    key,
  };
}
