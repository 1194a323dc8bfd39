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

/** As ComfyUI exports one. */
export const WORKFLOW_TEXT = JSON.stringify({
  1: { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}', clip: ['9', 0] } },
  2: { class_type: 'EmptyHunyuanLatentVideo', inputs: { width: 832, height: 480, length: '{{frames}}' } },
  3: { class_type: 'CreateVideo', inputs: { images: ['2', 0], fps: 16 } },
  4: { class_type: 'SaveVideo', inputs: { video: ['3', 0], filename_prefix: 'video/ComfyUI' } },
});

const OTHERWISE: Readonly<Record<string, Partial<KindUnderTest>>> = {
  comfyui: { judgesContent: false, settings: () => ({ fps: 16, workflow: workflow() }) },
};

function workflow(): unknown {
  const read = readWorkflow(WORKFLOW_TEXT, { fps: 16 });
  if (!read.ok) throw new Error(`the workflow ${read.why}`);
  return read.value;
}

export const KINDS: readonly KindUnderTest[] = ADAPTERS.flatMap((adapter) => {
  const { kind, makeStandIn, example, isReal } = adapter;
  if (!isReal) return [];
  if (makeStandIn === undefined || example === undefined)
    throw new Error(`${kind} has no stand-in or example`);
  const lengthMs = example.seconds * 1000;
  const asked = { kind, adapter, makeStandIn, model: example.model, lengthMs };
  return { ...asked, judgesContent: true, settings: () => ({}), ...OTHERWISE[kind] };
});
