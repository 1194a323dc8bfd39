/**
 * Campaigns of the model `http` for a hunt. The server is the program of the bundle, in a process of its own:
 * it has the defect that the environment of this one names.
 */
import { dirname, join } from 'node:path';
import { Corpus, readEntries } from '../../../../simulation/http/corpus.js';
import { HttpCampaign } from '../../../../simulation/http/http-campaign.js';
import type { Violation } from '../../../../simulation/model.js';

/** Inputs of a campaign besides the corpus: one server meets them. */
const RUNS = 700;
/** From the top of the project, the folder that hunts are run in. */
const SEEDS_DIR = 'test/simulation/http/corpus';

/** The first flaw that the campaign of a seed finds, if any. */
export async function httpViolations(seed: number): Promise<readonly Violation[]> {
  const found: Violation[] = [];
  const main = join(dirname(process.argv[1] ?? ''), 'main.js');
  const plan = { seed, until: { runs: RUNS }, keepGoing: false, main, shrinks: false };
  const campaign = new HttpCampaign(plan, new Corpus(readEntries(SEEDS_DIR), undefined), {
    elapsedMs: () => 0,
    isStopped: () => false,
    progressed: () => {},
    found: ({ flaw }) => found.push({ invariant: flaw.rule, message: flaw.message, atMs: 0 }),
  });
  await campaign.run();
  return found;
}
