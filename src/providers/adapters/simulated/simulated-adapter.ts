import type { Adapter } from '../adapter.js';
import { createSimulatedProvider } from './simulated-provider.js';

export const simulatedAdapter: Adapter<Record<never, never>> = {
  kind: 'simulated',
  isReal: false,
  settings: {},
  create: (parts) => createSimulatedProvider(parts),
};
