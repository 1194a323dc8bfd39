/** Each kind of step of a history, and what it does to the simulated world. */
import type { NodeStep, RestartStep } from '../../history/node-history.js';
import { NIGHT_MS } from '../../history/step-times.js';
import type { Computer } from '../../world/computer.js';
import type { ClientRequests } from './clients/client-requests.js';
import type { Seen } from './process-environment.js';
import type { SimulatedNode } from './simulated-node.js';
import type { Scraper } from './watching/scraper.js';

interface StepWorld {
  readonly computer: Computer;
  readonly node: SimulatedNode;
  readonly requests: ClientRequests;
  readonly scraper: Scraper;
  readonly see: (seen: Seen) => void;
}

export function doStep(step: NodeStep, world: StepWorld): void {
  const { computer, node, requests, scraper, see } = world;
  switch (step.do) {
    case 'request':
      requests.send(step, true);
      return;
    case 'disk':
      node.failDisk(step);
      return;
    case 'files':
      node.failFiles(step);
      return;
    case 'shortage':
      computer.load?.beShort(step.of, step.forMs);
      see({ what: 'short', of: step.of, forMs: step.forMs });
      return;
    case 'release_disk':
      node.releaseDisk();
      return;
    case 'crash':
      node.crash(step);
      return;
    case 'outage':
      node.outage.begin(step);
      return;
    case 'restart':
      restart(step, world);
      return;
    case 'reload':
      node.reload(step);
      return;
    case 'scrape':
      void scraper.all();
      return;
    case 'step_wall':
      computer.world.stepWall(step.ms);
      see({ what: 'wall_stepped', ms: step.ms });
      return;
    default:
      step satisfies never;
  }
}

/** A night waits until a process is up: none is awake for so long, for it is woken four times a second. */
function restart(step: RestartStep, world: StepWorld): void {
  const { downMs } = step;
  if (world.node.isUp || downMs < NIGHT_MS) {
    world.node.restart(step);
    world.scraper.ask('/readyz', true);
  } else world.computer.world.after(1_000, () => restart({ ...step, downMs: downMs - 1_000 }, world));
}
