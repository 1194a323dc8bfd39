/** Options of the results of real providers: the clips that they make. */

import { option } from './option.js';
import { oneOf, optional, optionalPath, wholeNumber } from './option-values.js';

/** The place that a result is served from: its provider, or a copy in the store. */
export const RESULTS_KIND = oneOf(['proxy', 'keep']);

export const RESULT_OPTIONS = {
  results: option(
    'at_reload',
    optional(RESULTS_KIND),
    undefined,
    'Whether results are streamed from their provider, or kept as files before their jobs complete. Without it those of services that forget them are kept. A provider can have its own.',
    { example: 'keep' },
  ),
  resultsDir: option(
    'at_start',
    optionalPath('DIR'),
    undefined,
    'Folder of kept results, of this node alone. It is made if it is missing, in a folder that is there. Without it, results/ in the data folder.',
    { example: '/var/lib/tollgate-results' },
  ),
  resultsMaxGib: option(
    'at_reload',
    wholeNumber(1, 1_048_576, 'GiB'),
    50,
    'Most that kept results take, in GiB. To make room the oldest goes of the account that holds most.',
  ),
  resultsDaysMin: option(
    'at_reload',
    wholeNumber(0, 36_500, 'days'),
    7,
    'Days for which no kept result makes room for another one. If there is no room then, jobs whose result would be kept are refused with 503.',
  ),
  resultMaxMib: option(
    'at_reload',
    wholeNumber(1, 1_048_576, 'MiB'),
    2_048,
    'Largest result that is kept, or written to disk for its length to be read, in MiB. The job of a larger one fails.',
  ),
};
