import type { CountedNode } from './counted-node.js';

/** Loads and starts a node. Workloads that need none shall not wait for valgrind to load one. */
export async function startNode(): Promise<CountedNode> {
  const counted = await import('./counted-node.js');
  return counted.CountedNode.start();
}
