/** The orders of a campaign against real servers, and what it tells of itself. */
import type { Finding } from './finding.js';

export interface HttpCampaignPlan {
  readonly seed: number;
  readonly until: { readonly runs: number } | { readonly ms: number };
  readonly keepGoing: boolean;
  /** The program to start; by default the one this was built with. */
  readonly main: string | undefined;
  /** False if an input that shows something wrong is told as it was found. */
  readonly shrinks: boolean;
}

export interface HttpCampaignHost {
  readonly elapsedMs: () => number;
  readonly isStopped: () => boolean;
  readonly progressed: (state: HttpCampaignState) => void;
  readonly found: (finding: Finding) => void;
}

export interface HttpCampaignState {
  readonly runs: number;
  readonly answers: number;
  readonly signatures: number;
  readonly newEntries: number;
  readonly findings: number;
  readonly acceptedSubmits: number;
  readonly servers: number;
}
