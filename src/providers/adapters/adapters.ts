/** Every kind of provider there is. */
import type { Adapter } from './adapter.js';
import { comfyuiAdapter } from './comfyui/comfyui-adapter.js';
import { falAdapter } from './fal/fal-adapter.js';
import { lumaAdapter } from './luma/luma-adapter.js';
import { minimaxAdapter } from './minimax/minimax-adapter.js';
import { openaiVideosAdapter } from './openai-videos/openai-videos-adapter.js';
import { replicateAdapter } from './replicate/replicate-adapter.js';
import { runwayAdapter } from './runway/runway-adapter.js';
import { simulatedAdapter } from './simulated/simulated-adapter.js';
import { veoAdapter } from './veo/veo-adapter.js';

export const ADAPTERS: readonly [Adapter, ...Adapter[]] = [
  simulatedAdapter,
  falAdapter,
  replicateAdapter,
  runwayAdapter,
  veoAdapter,
  lumaAdapter,
  minimaxAdapter,
  comfyuiAdapter,
  openaiVideosAdapter,
];

/** Runs if the configuration names no provider. */
export const DEFAULT_ADAPTER: Adapter = simulatedAdapter;

const BY_KIND: ReadonlyMap<string, Adapter> = new Map(ADAPTERS.map((adapter) => [adapter.kind, adapter]));

/** Throws if there is no such kind: the configuration has been parsed by then. */
export function adapterOf(kind: string): Adapter {
  const adapter = BY_KIND.get(kind);
  if (adapter === undefined) throw new Error(`there is no kind of provider ${kind}`);
  return adapter;
}
