/** Every kind of provider there is. */
import type { Adapter, ProviderKind, TextAdapter } from './adapter.js';
import { comfyuiAdapter } from './comfyui/comfyui-adapter.js';
import { falAdapter } from './fal/fal-adapter.js';
import { lumaAdapter } from './luma/luma-adapter.js';
import { minimaxAdapter } from './minimax/minimax-adapter.js';
import { openaiAdapter } from './openai/openai-adapter.js';
import { openaiVideosAdapter } from './openai-videos/openai-videos-adapter.js';
import { replicateAdapter } from './replicate/replicate-adapter.js';
import { runwayAdapter } from './runway/runway-adapter.js';
import { simulatedAdapter } from './simulated/simulated-adapter.js';
import { simulatedTextAdapter } from './simulated/text/simulated-text-adapter.js';
import { veoAdapter } from './veo/veo-adapter.js';

/** Those that make video. */
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

/** Those that write text. */
export const TEXT_ADAPTERS: readonly TextAdapter[] = [simulatedTextAdapter, openaiAdapter];

export const KINDS: readonly [ProviderKind, ...ProviderKind[]] = [...ADAPTERS, openaiAdapter];

/** Runs if the configuration names no provider. */
export const DEFAULT_ADAPTER: Adapter = simulatedAdapter;

const BY_KIND = byKind(ADAPTERS);
const TEXT_BY_KIND = byKind(TEXT_ADAPTERS);
const KINDS_BY_NAME = byKind(KINDS);

/** Throws if there is no such kind: the configuration has been parsed by then. */
export function kindOf(name: string): ProviderKind {
  const kind = KINDS_BY_NAME.get(name);
  if (kind === undefined) throw new Error(`there is no kind of provider ${name}`);
  return kind;
}

export function makesVideo(kind: string): boolean {
  return BY_KIND.has(kind);
}

/** Throws if there is no such kind that makes video. */
export function adapterOf(kind: string): Adapter {
  const adapter = BY_KIND.get(kind);
  if (adapter === undefined) throw new Error(`there is no kind of provider ${kind} that makes video`);
  return adapter;
}

/** Undefined if the kind writes no text. */
export function textAdapterOf(kind: string): TextAdapter | undefined {
  return TEXT_BY_KIND.get(kind);
}

function byKind<Kind extends ProviderKind>(kinds: readonly Kind[]): ReadonlyMap<string, Kind> {
  return new Map(kinds.map((one) => [one.kind, one]));
}
