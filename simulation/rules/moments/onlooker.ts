/** Looks on as rules do, breaks nothing, and marks the moments that it sees. */
import type { NodeSetup } from '../../history/node-history.js';
import type { Requests } from '../facts/requests.js';
import type { Invariant } from '../invariant.js';

export type Onlooker = (requests: Requests, setup: NodeSetup) => Pick<Invariant, 'observe'>;
