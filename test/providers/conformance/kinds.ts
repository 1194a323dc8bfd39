/** The kinds of providers that have a stand-in, each with a model of theirs that the suite asks for. */
import type { Adapter } from '../../../src/providers/adapters/adapter.js';
import { ADAPTERS } from '../../../src/providers/adapters/adapters.js';
import { readWorkflow } from '../../../src/providers/adapters/comfyui/comfyui-workflow.js';
import type { MakeStandIn } from '../../../src/providers/adapters/remote/stand-in.js';

export interface KindUnderTest {
  readonly kind: string;
  readonly adapter: Adapter;
  readonly makeStandIn: MakeStandIn;
  readonly model: string;
  readonly lengthMs: number;
  /** False if the service makes whatever it is asked for. */
  readonly judgesContent: boolean;
  /** Of the provider's entry in the configuration. */
  settings(): Readonly<Record<string, unknown>>;
}

const WORKFLOW = workflowOf({
  1: { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}', clip: ['9', 0] } },
  2: { class_type: 'EmptyHunyuanLatentVideo', inputs: { width: 832, height: 480, length: '{{frames}}' } },
  3: { class_type: 'CreateVideo', inputs: { images: ['2', 0], fps: 16 } },
  4: { class_type: 'SaveVideo', inputs: { video: ['3', 0], filename_prefix: 'video/ComfyUI' } },
});

const ASKED: Readonly<Record<string, Pick<KindUnderTest, 'model' | 'lengthMs'> & Partial<KindUnderTest>>> = {
  luma: { model: 'ray-2', lengthMs: 5_000 },
  minimax: { model: 'MiniMax-Hailuo-02', lengthMs: 6_000 },
  'openai-videos': { model: 'sora-2', lengthMs: 4_000 },
  comfyui: {
    model: 'clip',
    lengthMs: 4_000,
    judgesContent: false,
    settings: () => ({ fps: 16, workflow: WORKFLOW }),
  },
  fal: { model: 'fal-ai/veo3/fast', lengthMs: 4_000 },
  replicate: { model: 'google/veo-3-fast', lengthMs: 4_000 },
  runway: { model: 'gen4.5', lengthMs: 4_000 },
  veo: { model: 'veo-3.0-generate-001', lengthMs: 4_000 },
};

function workflowOf(nodes: object): unknown {
  const read = readWorkflow(JSON.stringify(nodes), { fps: 16 });
  if (!read.ok) throw new Error(`the workflow ${read.why}`);
  return read.value;
}

export const KINDS: readonly KindUnderTest[] = ADAPTERS.flatMap((adapter) => {
  const { kind, makeStandIn } = adapter;
  if (makeStandIn === undefined) return [];
  const asked = ASKED[kind];
  if (asked === undefined) throw new Error(`the conformance suite has no model of ${kind} to ask for`);
  return { kind, adapter, makeStandIn, judgesContent: true, settings: () => ({}), ...asked };
});
