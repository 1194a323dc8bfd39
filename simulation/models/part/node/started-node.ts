/** A node as production puts it together, started within the time of a trial. */
import { type AssembledNode, assembleNode } from '../../../../src/node/assembly.js';
import type { NodeConfig } from '../../../../src/node/config/config.js';
import type { NodeEnvironment } from '../../../../src/node/environment.js';
import { simulatedPeople } from '../../../world/simulated-people.js';
import type { Trial } from '../trial.js';

const STARTS_WITHIN_MS = 100;

/** Undefined if it does not start, which breaks the trial. */
export async function startNode(
  trial: Trial,
  config: NodeConfig,
  environment: Pick<NodeEnvironment, 'store' | 'worldAt' | 'listen'> & Partial<NodeEnvironment>,
): Promise<AssembledNode | undefined> {
  const { world } = trial;
  const clocks = () => ({ bootId: 'boot', monotonicMs: world.steadyMs(), wallMs: world.wallMs() });
  const broke = (error: unknown) => trial.broke('defect', String(error));
  const started: { node?: AssembledNode } = {};
  assembleNode(
    {
      readClocks: clocks,
      providersIn: () => [],
      people: simulatedPeople(),
      keepManagementKey: () => {},
      inspector: { defect: ({ error }) => broke(error) },
      onDefect: (_, error) => broke(error),
      ...environment,
    },
    config,
    false,
  ).then((node) => {
    started.node = node;
  }, broke);
  for (let ms = 0; started.node === undefined && ms < STARTS_WITHIN_MS; ms++) await world.advance(1);
  await world.settle();
  if (started.node === undefined) trial.broke('start', 'it does not start');
  return started.node;
}
