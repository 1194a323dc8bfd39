/**
 * The providers of a run: a stand-in each, in a process of its own, and what is wrong with it. Kinds repeat
 * under further names while there are fewer of them than providers.
 */
import { ADAPTERS } from '../../../src/providers/adapters/adapters.js';

/** `dead` has nothing that listens, `slow` is a second late, `busy` answers half of all requests with 429. */
export type Temper = 'healthy' | 'slow' | 'busy' | 'dead';

export interface PlannedProvider {
  readonly name: string;
  readonly kind: string;
  readonly temper: Temper;
  /** The service's own model. */
  readonly serviceModel: string;
  readonly seconds: number;
  /** Of its entry in the configuration, besides kind, URL and key. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The longest interval at which the service lets itself be asked for a job. */
  readonly askedEveryMs: number;
}

/** A workflow of ComfyUI as it exports them, with the parts that a job decides. */
const WORKFLOW = {
  1: { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}', clip: ['9', 0] } },
  2: { class_type: 'EmptyHunyuanLatentVideo', inputs: { width: 832, height: 480, length: '{{frames}}' } },
  3: { class_type: 'CreateVideo', inputs: { images: ['2', 0], fps: 16 } },
  4: { class_type: 'SaveVideo', inputs: { video: ['3', 0], filename_prefix: 'video/ComfyUI' } },
};
/** Beside the configuration. */
export const FILES: Readonly<Record<string, object>> = { 'clip.json': WORKFLOW };

type Asked = Pick<PlannedProvider, 'serviceModel' | 'seconds'> &
  Partial<Pick<PlannedProvider, 'settings' | 'askedEveryMs'>>;

/** The model that jobs of each kind ask for, with a length that it can make. */
const ASKED: Readonly<Record<string, Asked>> = {
  fal: { serviceModel: 'fal-ai/veo3/fast', seconds: 4 },
  replicate: { serviceModel: 'google/veo-3-fast', seconds: 4 },
  // Once in 5 s, and up to a tenth later.
  runway: { serviceModel: 'gen4.5', seconds: 4, askedEveryMs: 5_500 },
  veo: { serviceModel: 'veo-3.0-generate-001', seconds: 4 },
  luma: { serviceModel: 'ray-2', seconds: 5 },
  minimax: { serviceModel: 'MiniMax-Hailuo-02', seconds: 6 },
  comfyui: { serviceModel: 'clip', seconds: 4, settings: { workflow: 'clip.json', fps: 16 } },
  'openai-videos': { serviceModel: 'sora-2', seconds: 4 },
};

const KINDS = ADAPTERS.flatMap(({ kind, makeStandIn }) => {
  const asked = ASKED[kind];
  return makeStandIn === undefined || asked === undefined
    ? []
    : [{ settings: {}, askedEveryMs: 0, kind, ...asked }];
});

/** @param tempers of each provider, in the order of the kinds */
export function planProviders(tempers: readonly Temper[]): readonly PlannedProvider[] {
  return tempers.map((temper, n) => {
    const asked = KINDS[n % KINDS.length];
    if (asked === undefined) throw new Error('no kind of provider has a stand-in');
    const round = Math.floor(n / KINDS.length);
    return { ...asked, temper, name: `${asked.kind}${round === 0 ? '' : `-${round + 1}`}` };
  });
}
