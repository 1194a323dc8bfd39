/** The adapters of real services as simulated nodes configure them. */
import type { Service } from '../../../../src/outward/outward.js';
import { adapterOf } from '../../../../src/providers/adapters/adapters.js';
import { readWorkflow } from '../../../../src/providers/adapters/comfyui/comfyui-workflow.js';
import type { Provider } from '../../../../src/providers/provider.js';
import type { World } from '../../../../src/time/world.js';
import { providerKind, SERVICE_KEY, type ServiceName } from '../../../history/provider-kinds.js';

interface AskedFor {
  /** The service's own name of the model. */
  readonly model: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

const PLAIN_WORKFLOW = {
  1: { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}', clip: ['9', 0] } },
  2: { class_type: 'EmptyHunyuanLatentVideo', inputs: { width: 832, height: 480, length: '{{frames}}' } },
  3: { class_type: 'CreateVideo', inputs: { images: ['2', 0], fps: 16 } },
  4: { class_type: 'SaveVideo', inputs: { video: ['3', 0], filename_prefix: 'video/ComfyUI' } },
};

const ASKED_FOR: Readonly<Record<ServiceName, AskedFor>> = {
  comfyui: { model: 'clip', settings: { fps: 16, workflow: workflow() } },
  fal: { model: 'fal-ai/veo3/fast' },
  luma: { model: 'ray-2' },
  minimax: { model: 'MiniMax-Hailuo-02' },
  'openai-videos': { model: 'sora-2', settings: { 'idempotent-hours': hoursOf('openai-videos') } },
  replicate: { model: 'google/veo-3-fast' },
  runway: { model: 'gen4.5' },
  veo: { model: 'veo-3.0-generate-001' },
};
const SECRET = new Uint8Array(32).fill(9);

interface AdapterChoice {
  /** A workflow in the place of the plain one, of a kind that has some. */
  readonly nodes?: object | undefined;
  readonly hasKey?: boolean;
}

export function adapterFor(
  name: ServiceName,
  world: World,
  serviceWith: (secretHeaders: Readonly<Record<string, string>>) => Service,
  { nodes, hasKey = true }: AdapterChoice = {},
): Provider {
  const parts = { name, world, secret: SECRET, deadlineAfterMs: 0, key: hasKey ? SERVICE_KEY : '' };
  return adapterOf(name).create(
    { ...parts, makeService: ({ secretHeaders }) => serviceWith(secretHeaders) },
    {
      ...ASKED_FOR[name].settings,
      ...(nodes && { workflow: workflow(nodes) }),
      url: urlOf(name),
    },
  );
}

/** The service's own name of the model that is asked of it. */
export function modelOf(name: ServiceName): string {
  return ASKED_FOR[name].model;
}

export function urlOf(name: ServiceName): string {
  return `https://${name}.example`;
}

function hoursOf(name: ServiceName): number | undefined {
  const { idempotentForMs } = providerKind(name) ?? {};
  return idempotentForMs && idempotentForMs / 3_600_000;
}

function workflow(nodes: object = PLAIN_WORKFLOW): unknown {
  const read = readWorkflow(JSON.stringify(nodes), { fps: 16 });
  if (!read.ok) throw new Error(`the workflow ${read.why}`);
  return read.value;
}
