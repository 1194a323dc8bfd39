/** The kinds of providers that have a stand-in, each with a model of theirs that the suite asks for. */
import type { Adapter } from '../../../src/providers/adapters/adapter.js';
import { ADAPTERS } from '../../../src/providers/adapters/adapters.js';
import type { MakeStandIn } from '../../../src/providers/adapters/remote/stand-in.js';

export interface KindUnderTest {
  readonly kind: string;
  readonly adapter: Adapter;
  readonly makeStandIn: MakeStandIn;
  readonly model: string;
  readonly lengthMs: number;
  /** Of the provider's entry in the configuration. */
  settings(): Readonly<Record<string, unknown>>;
}

const ASKED: Readonly<Record<string, Pick<KindUnderTest, 'model' | 'lengthMs'> & Partial<KindUnderTest>>> = {
  fal: { model: 'fal-ai/veo3/fast', lengthMs: 4_000 },
  replicate: { model: 'google/veo-3-fast', lengthMs: 4_000 },
  runway: { model: 'gen4.5', lengthMs: 4_000 },
  veo: { model: 'veo-3.0-generate-001', lengthMs: 4_000 },
};

export const KINDS: readonly KindUnderTest[] = ADAPTERS.flatMap((adapter) => {
  const { kind, makeStandIn } = adapter;
  if (makeStandIn === undefined) return [];
  const asked = ASKED[kind];
  if (asked === undefined) throw new Error(`the conformance suite has no model of ${kind} to ask for`);
  return { kind, adapter, makeStandIn, settings: () => ({}), ...asked };
});
